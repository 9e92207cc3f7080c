import { Duration } from 'cdk8s';
import { MeshedWorkload, MeshMembership } from './membership';
import { checkKubernetes, InjectionChoice, Mark, MeshFacts } from '../knowledge/meshes/mesh-facts';
import { isSince } from '../knowledge/meshes/mesh-version';
import { nativeSwitch } from '../knowledge/meshes/native';

/** The implementation of a `Mesh`. The kinds are functions, so that `Mesh` can import them without an import cycle. */
export interface MeshKind {
  readonly name: string;
  readonly version: string;
  /** The labels without which the injector ignores pods of a Namespace that opt in. */
  readonly namespaceLabels: { readonly [key: string]: string };
  readonly join: (workload: MeshedWorkload) => MeshMembership;
}

/** Labels, annotations and cluster needs that come from the options of a kind. */
export interface MeshExtras {
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly clusterNeeds?: readonly string[];
  /** False where the installation does not need the token that other installations of the mesh do. */
  readonly needsToken?: boolean;
}

/** A mesh from its facts: its marks are the opt-in, and the native-sidecar setting and drain time where a workload can set them. */
export function meshKind(facts: MeshFacts, choice: InjectionChoice, extras: MeshExtras = {}): MeshKind {
  return {
    name: facts.name,
    version: choice.version.text,
    namespaceLabels: namespaceLabels(facts, choice),
    join: workload => {
      checkKubernetes(facts, choice.version, workload.kubernetes);
      return membership(facts, choice, extras);
    },
  };
}

function namespaceLabels({ namespace }: MeshFacts, { version }: InjectionChoice): { readonly [key: string]: string } {
  return namespace && (namespace.since === undefined || isSince(version, namespace.since)) ? namespace.labels : {};
}

function membership(facts: MeshFacts, choice: InjectionChoice, extras: MeshExtras): MeshMembership {
  const { ports, users, containerNames } = facts.reserved;
  const marks = [facts.optIn, ...switchMark(facts, choice), ...drainMark(facts, choice)];
  return {
    labels: { ...marked(marks, 'label'), ...extras.labels },
    annotations: { ...marked(marks, 'annotation'), ...extras.annotations },
    injected: facts.injected(choice).map(({ shutdownSeconds, ...placed }) => ({ ...placed, shutdown: Duration.millis(shutdownSeconds * 1000) })),
    reserved: { ports: [...ports], users: [...users], containerNames: [...containerNames] },
    clusterNeeds: [...facts.clusterNeeds(choice), ...(extras.clusterNeeds ?? [])],
    rewritesProbes: facts.probes !== undefined,
    ...(choice.cni ? { cni: true } : {}),
    ...(facts.token !== undefined && extras.needsToken !== false ? { needsToken: true } : {}),
  };
}

/** The native-sidecar setting is always explicit, because its default differs between releases, clusters and nodes. */
function switchMark(facts: MeshFacts, { version, native }: InjectionChoice): Mark[] {
  const found = nativeSwitch(facts, version);
  return found === undefined ? [] : [{ on: 'annotation', key: found.key, value: String(native) }];
}

function drainMark({ drain }: MeshFacts, { drainSeconds }: InjectionChoice): Mark[] {
  return drain === undefined || drainSeconds === undefined ? [] : [{ on: 'annotation', key: drain.key, value: drain.format.write(drainSeconds) }];
}

function marked(marks: readonly Mark[], on: Mark['on']): { [key: string]: string } {
  return Object.fromEntries(marks.filter(mark => mark.on === on).map(mark => [mark.key, mark.value]));
}
