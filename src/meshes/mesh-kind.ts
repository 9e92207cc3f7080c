import { Duration } from 'cdk8s';
import { MeshedWorkload, MeshMembership } from './membership';
import { checkKubernetes, InjectionChoice, Mark, MeshFacts } from '../knowledge/meshes/mesh-facts';
import { nativeSwitch } from '../knowledge/meshes/native';

/** What a kind of mesh tells `Mesh`; kinds are functions, so that `Mesh` can know them all without being known by them. */
export interface MeshKind {
  readonly name: string;
  readonly version: string;
  readonly join: (workload: MeshedWorkload) => MeshMembership;
}

/** What the options of a kind add to what every mesh does. */
export interface MeshExtras {
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly clusterNeeds?: readonly string[];
}

/** A mesh by its facts: a workload opts in, and says whether it wants a native proxy and how long that may drain, where it can say it. */
export function meshKind(facts: MeshFacts, choice: InjectionChoice, extras: MeshExtras = {}): MeshKind {
  return {
    name: facts.name,
    version: choice.version.text,
    join: workload => {
      checkKubernetes(facts, choice.version, workload.kubernetes);
      return membership(facts, choice, extras);
    },
  };
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
  };
}

/** Always said, also where it is the default: defaults differ between releases, clusters and nodes. */
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
