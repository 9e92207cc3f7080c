import { Finding, Severity } from '../engine/finding';
import { finding, quoted, RuleText } from '../engine/rule';

/** What belongs to one container of a pod only. */
export const NAME_CLASH: RuleText = {
  id: 'NS604',
  name: 'name-clash',
  severity: Severity.ERROR,
  title: 'Containers and volumes of a pod need names of their own, and containers their own ports',
  why: 'Containers and volumes are told apart by their names, and all containers of a pod share its addresses: of two that want one port only one gets it. Kubernetes refuses '
    + 'two containers of one name; it does not see that a sidecar and another container want the same port of the node.',
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
    message: `two containers of the pod are called '${name}'`,
    fix: "give one of them another 'name'",
  });
}

/** The finding about two different volumes of one name. */
export function volumeClash(volume: string, bringer: string): Finding {
  return finding(NAME_CLASH, {
    container: bringer,
    message: `'${bringer}' brings a volume '${volume}', but the pod has another one of that name`,
    fix: 'give the volume another name, or mount the one that is there with mountExisting',
  });
}

/** The finding about a volume that a sidecar mounts by name and that is not there. */
export function unknownVolume(volume: string, user: string, known: readonly string[]): Finding {
  return finding(NAME_CLASH, {
    container: user,
    message: `'${user}' mounts the volume '${volume}', which the pod does not have`,
    fix: known.length > 0 ? `mount one of ${quoted(known)}, or bring the volume` : 'bring the volume',
  });
}

/** The finding about a container that a sidecar brings a volume or a variable for and that is not there. */
export function unknownContainer(wanted: string, sidecar: string, known: readonly string[]): Finding {
  return finding(NAME_CLASH, {
    container: sidecar,
    message: `'${sidecar}' brings something for '${wanted}', which is no main container of the pod`,
    fix: `name one of ${quoted(known)}`,
  });
}
