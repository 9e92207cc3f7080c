import { containersToAdd, injectInto } from './injection';
import { ISTIO_REWRITE_ANNOTATION } from './istio-probes';
import { isNativeByDefault, MeshFacts, nativeSwitch, Reserved } from './mesh-facts';
import { MeshVersion } from './mesh-version';
import { follow, isObject } from '../../data/json';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { FoundTemplate } from '../../kubernetes/manifest';

/** The mesh of the cluster, as the user names it. */
export interface ChosenMesh {
  readonly facts: MeshFacts;
  readonly version: MeshVersion;
}

/** The mesh that a pod joins, as rules and the simulator need it. */
export interface MeshContext {
  readonly name: string;
  readonly version: string;
  /** The containers that the injector adds, by name; not those that the pod has already. */
  readonly injected: readonly string[];
  /** What belongs to the mesh inside of a pod. */
  readonly reserved: Reserved;
  /** What the mesh wants to write and the user wrote otherwise: the name, the user's value, and the mesh's. */
  readonly contradictions: readonly { readonly key: string; readonly written: string; readonly wanted: string }[];
}

/** A pod as the injector of a mesh will leave it. */
export interface PredictedPod {
  readonly found: FoundTemplate;
  readonly context: MeshContext;
  /** How many seconds an injected container runs after its stop signal, where that is known. */
  readonly stops: { readonly [container: string]: { readonly shutdown: number } };
}

const SECONDS = /^(\d+(?:\.\d+)?)(ms|s|m|)$/;
const UNITS: { readonly [unit: string]: number } = { 'ms': 0.001, 's': 1, 'm': 60, '': 1 };

/** What the injector of a mesh makes of a pod that is written already: the pod's own annotations decide what they can, the mesh's defaults the rest. */
export function predictInMesh({ facts, version }: ChosenMesh, found: FoundTemplate, kubernetes: KubernetesVersion): PredictedPod {
  const written = follow(found.template, ['metadata', 'annotations']);
  const annotations = isObject(written) ? written : {};
  const switchKey = nativeSwitch(facts, version);
  const said = switchKey === undefined ? undefined : annotations[switchKey];
  const native = said === undefined ? isNativeByDefault(facts, version, kubernetes) : String(said) === 'true';
  const drainSeconds = facts.drainAnnotation === undefined ? undefined : seconds(annotations[facts.drainAnnotation]);
  const { injected, rewritesProbes } = facts.injection({ version, native, cni: false, drainSeconds });
  const added = containersToAdd(found.template.spec, injected);
  const spec = injectInto(found.template.spec, { injected, rewritesProbes: rewritesProbes && String(annotations[ISTIO_REWRITE_ANNOTATION]) !== 'false' });
  return {
    found: { ...found, template: { ...found.template, spec } },
    context: {
      name: facts.name,
      version: version.text,
      injected: added.map(one => one.container.name),
      reserved: facts.reserved,
      contradictions: [],
    },
    // Where a workload may say how long the proxy drains and does not, the mesh's own time is only a limit: the proxy ends when the app's connections have.
    stops: facts.drainAnnotation !== undefined && drainSeconds === undefined
      ? {}
      : Object.fromEntries(added.map(one => [one.container.name, { shutdown: one.shutdownSeconds }])),
  };
}

function seconds(value: unknown): number | undefined {
  const [, amount, unit] = SECONDS.exec(String(value)) ?? [];
  return amount === undefined ? undefined : Number(amount) * UNITS[unit];
}
