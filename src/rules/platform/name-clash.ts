import { JsonObject } from '../../data/json';
import { wording, Wording } from '../../data/wording';
import { Finding, Severity } from '../engine/finding';
import { finding, quoted, RuleText } from '../engine/rule';

/** What belongs to one container of a pod only. */
export const NAME_CLASH: RuleText = {
  id: 'NS604',
  name: 'name-clash',
  severity: Severity.ERROR,
  title: 'Containers and volumes of a pod need unique names, and containers need unique ports',
  why: 'Containers and volumes are identified by name, and all containers of a pod share its network, so only one can listen on a port. The API server rejects '
    + 'two containers with one name, but accepts a sidecar and another container that use the same port. Synth knows on which ports an attached sidecar listens. '
    + 'In other manifests, the rule reports host ports, the health server of a known program on a port that another container declares, and a helper on the port of a database beside it. A variable of a container has one value, so a sidecar cannot '
    + 'tell the app its address under a name that has another value.',
  fix: 'Give one of them another name or another port.',
  example: {
    wrong: `initContainers:
- name: proxy
  restartPolicy: Always
  ports: [{ containerPort: 8443, hostPort: 8443 }]
containers:
- name: web
  ports: [{ containerPort: 9443, hostPort: 8443 }]`,
    right: `initContainers:
- name: proxy
  restartPolicy: Always
  ports: [{ containerPort: 8443, hostPort: 8443 }]
containers:
- name: web
  ports: [{ containerPort: 9443 }]`,
  },
  since: '0.1.0',
};

/** The finding about two containers of one name. */
export function duplicateContainer(name: string): Finding {
  return finding(NAME_CLASH, {
    container: name,
    message: `two containers of the pod have the name '${name}'`,
    fix: "give one of them another 'name'",
  });
}

/** The finding about two different volumes of one name. */
export function volumeClash(volume: string, bringer: string): Finding {
  return finding(NAME_CLASH, {
    container: bringer,
    message: `'${bringer}' adds a volume '${volume}', but the pod has another volume with that name`,
    fix: 'give the volume another name, or mount the existing one with mountExisting',
  });
}

/** The finding about a volume that a sidecar mounts by name and that is not there. */
export function unknownVolume(volume: string, user: string, known: readonly string[]): Finding {
  return finding(NAME_CLASH, {
    container: user,
    message: `'${user}' mounts the volume '${volume}', which the pod does not have`,
    fix: known.length > 0 ? `mount one of ${quoted(known)}, or add the volume` : 'add the volume',
  });
}

/** What a sidecar adds to a container. */
export interface AddedToContainer {
  readonly container: string;
  /** The names of variables. */
  readonly variables: readonly string[];
  /** The names of volumes that the container mounts. */
  readonly volumes: readonly string[];
}

/** The finding about a container that a sidecar adds variables or mounts to and that is not there, or is the sidecar itself. */
export function wrongTarget(sidecar: string, { container, variables, volumes }: AddedToContainer, known: readonly string[]): Finding {
  const added = [
    ...(variables.length > 0 ? [`sets ${variables.join(', ')} of '${container}'`] : []),
    ...(volumes.length > 0 ? [`mounts ${quoted(volumes)} in '${container}'`] : []),
  ];
  return finding(NAME_CLASH, {
    container: sidecar,
    message: `'${sidecar}' ${added.length > 0 ? added.join(' and ') : `connects '${container}'`}, which is ${container === sidecar ? 'the sidecar itself' : 'not a container of the pod'}`,
    fix: `name one of ${quoted(known)}`,
  });
}

/** A variable that a sidecar adds to a container. */
export interface AddedVariable {
  readonly name: string;
  /** The value, unless it comes from elsewhere. */
  readonly value?: string;
  readonly valueFrom?: JsonObject;
  /** The property of the sidecar that gives the variable another name, in quotes. */
  readonly renamedBy?: Wording;
}

/** Two sidecars that give a container the same variables with the same values: it can use only one of them. */
export function sameVariables(sidecar: string, other: string, names: readonly string[], renamedBy: Wording): Finding {
  return finding(NAME_CLASH, {
    container: sidecar,
    message: `'${sidecar}' sets the same ${names.join(', ')} as '${other}', so the app cannot tell them apart`,
    fix: wording`set another ${renamedBy} of '${sidecar}'`,
  });
}

/** The finding about a variable that a sidecar adds and that the container already has with another value. */
export function variableClash(sidecar: string, container: string, added: AddedVariable, existing: JsonObject): Finding {
  const { name, value, valueFrom, renamedBy } = added;
  const other = existing.valueFrom ? `from ${JSON.stringify(existing.valueFrom)}` : `with the value '${existing.value ?? ''}'`;
  const wanted = valueFrom ? `from ${JSON.stringify(valueFrom)}` : `to '${value}'`;
  return finding(NAME_CLASH, {
    container: sidecar,
    message: `'${sidecar}' sets ${name} of '${container}' ${wanted}, but '${container}' already has ${name} ${other}`,
    fix: wording`remove ${name} from '${container}'${renamedBy ? wording`, or set another ${renamedBy} of '${sidecar}'` : ''}`,
  });
}
