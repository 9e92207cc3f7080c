import { injectedBefore, standsNative } from './injected-before';
import { containersToAdd, injectInto, Injection, PlacedContainer } from './injection';
import { ChosenMesh, MeshFacts, Reserved } from './mesh-facts';
import { MeshVersion } from './mesh-version';
import { moveOwnPorts, reservedIn } from './movable-ports';
import { Annotations, isNative } from './native';
import { ProbeRewriting, rewritesProbes } from './probe-rewriting';
import { timed } from './probe-timing';
import { withAnnotatedResources } from './proxy-resources';
import { follow, isObject } from '../../data/json';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { FoundTemplate } from '../../kubernetes/manifest';

/** The mesh that a pod joins, as rules and the simulator need it. */
export interface MeshContext {
  readonly name: string;
  readonly version: string;
  /** The containers of the injector, by name; not those that the user gave the same name. */
  readonly injected: readonly string[];
  /** What belongs to the mesh inside of a pod. */
  readonly reserved: Reserved;
  /** What the mesh wants to write and the user wrote otherwise: the name, the user's value, and the mesh's. */
  readonly contradictions: readonly { readonly key: string; readonly written: string; readonly wanted: string }[];
  /** Whether a CNI plugin redirects the traffic before the first container starts. */
  readonly cni?: boolean;
  /** The annotations that the pod takes from its Namespace. */
  readonly inherited?: Annotations;
  /** Each of several meshes with its own containers; undefined where there is only one. */
  readonly each?: readonly MeshContext[];
  /** Whether the mesh needs the token of the pod; undefined where the mesh itself decides. */
  readonly needsToken?: boolean;
  /** Whether the injector has changed the pod already, so that `injected` stands in its manifest. */
  readonly isInjectedBefore?: boolean;
}

/** A pod as the injector of a mesh will leave it. */
export interface PredictedPod {
  readonly found: FoundTemplate;
  readonly context: MeshContext;
  /** How many seconds an injected container runs after its stop signal, where that is known. */
  readonly stops: { readonly [container: string]: { readonly shutdown: number } };
}

/** What the injector of a mesh makes of a pod that is written already: the pod's own annotations decide what they can, the mesh's defaults the rest. */
export function predictInMesh(mesh: ChosenMesh, found: FoundTemplate, kubernetes: KubernetesVersion): PredictedPod {
  const { facts, version } = mesh;
  const written = follow(found.template, ['metadata', 'annotations']);
  const annotations = { ...mesh.inherited, ...(isObject(written) ? written : {}) };
  const drainSeconds = drainRequest(facts, annotations);
  const { cni = false } = mesh;
  const before = injectedBefore(facts, found.template);
  const native = before.length > 0 ? standsNative(facts, found.template) : isNative(mesh, annotations, kubernetes);
  const injected = facts.injected({ version, native, cni, drainSeconds });
  const injection = injectionOf(injected, annotations, facts, facts.probes, version);
  const added = before.length > 0 ? injected.filter(one => before.includes(one.container.name)) : containersToAdd(found.template.spec, injection);
  return {
    found: before.length > 0 ? found : { ...found, template: { ...found.template, spec: injectInto(found.template.spec, injection) } },
    context: {
      name: facts.name,
      version: version.text,
      injected: before.length > 0 ? before : added.map(one => one.container.name),
      reserved: reservedIn(facts.reserved, annotations),
      contradictions: [],
      ...(cni ? { cni } : {}),
      ...(mesh.inherited ? { inherited: mesh.inherited } : {}),
      ...(before.length > 0 ? { isInjectedBefore: true } : {}),
    },
    // In a pod that was injected before, the time stands in the proxy's own settings.
    stops: drainIsLimit(facts, annotations) || (before.length > 0 && facts.drain !== undefined && drainSeconds === undefined)
      ? {}
      : Object.fromEntries(added.map(one => [one.container.name, { shutdown: one.shutdownSeconds }])),
  };
}

/**
 * What an injector does to a pod with these annotations.
 *
 * @param facts the mesh; undefined for one that is not known here
 * @param probes how it rewrites probes; undefined when it does not
 * @param version the version of the mesh; undefined for one that is not known here
 */
export function injectionOf<T extends PlacedContainer>(
  injected: readonly T[],
  annotations: Annotations,
  facts: MeshFacts | undefined,
  probes: ProbeRewriting | undefined,
  version?: MeshVersion,
): Injection<T> {
  const hasNative = injected.some(({ container }) => container.restartPolicy === 'Always');
  return {
    injected: facts ? injected.map(one => annotatedProxy(one, facts, annotations)) : injected,
    ...(probes && rewritesProbes(probes, annotations, version)
      ? { rewriteProbes: (container, place) => probes.rewrite(container, place, { isNative: hasNative, annotations }) }
      : {}),
    ...(facts?.proxy.patchImage === undefined ? {} : { patchImage: facts.proxy.patchImage }),
  };
}

/** A container of an injector with what the annotations of the pod choose for it. */
function annotatedProxy<T extends PlacedContainer>(proxy: T, facts: MeshFacts, annotations: Annotations): T {
  const one = withAnnotatedResources(proxy, facts.resourceAnnotations, annotations);
  return { ...one, container: moveOwnPorts(timed(one.container, facts.probeTiming, annotations), facts.reserved, annotations) };
}

/**
 * Where a workload may declare how long the proxy drains and does not, the mesh's own time is only a limit: the proxy ends when the app's connections have. Some proxies
 * always take the whole time.
 */
export function drainIsLimit(facts: MeshFacts, annotations: Annotations): boolean {
  return facts.drain !== undefined && !facts.drain.isWhole && drainRequest(facts, annotations) === undefined;
}

function drainRequest({ drain }: MeshFacts, annotations: Annotations): number | undefined {
  const value = drain && annotations[drain.key];
  return value === undefined ? undefined : drain!.format.read(String(value));
}
