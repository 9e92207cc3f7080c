import { sortOwnKeys } from './json';
import { cureForMesh } from './mesh-cures';
import { wholeSeconds } from './whole-seconds';
import { injectedBefore } from '../knowledge/meshes/injected-before';
import { containersToAdd, injectInto } from '../knowledge/meshes/injection';
import { OWN_MESH_PROBES } from '../knowledge/meshes/mesh-list';
import { meshNamed } from '../knowledge/meshes/mesh-names';
import { readMeshVersion } from '../knowledge/meshes/mesh-version';
import { reservedIn } from '../knowledge/meshes/movable-ports';
import { drainIsLimit, injectionOf, MeshContext } from '../knowledge/meshes/prediction';
import { combined, inWebhookOrder } from '../knowledge/meshes/two-meshes';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { FoundTemplate } from '../kubernetes/manifest';
import { Mesh } from '../meshes/mesh';

/** A pod that has joined a mesh: what is written for it, and what will run. */
export interface Joined {
  readonly context: MeshContext;
  /** How long each injected container needs after its stop signal, in seconds. */
  readonly shutdowns: ReadonlyMap<string, number>;
  /** The containers whose times are only limits: they usually stop faster. */
  readonly limited: ReadonlySet<string>;
  /** What the cluster must have, in sentences. */
  readonly clusterNeeds: string[];
  /** A pod template of the mesh as the injector will leave it; the manifest stays as it is. */
  readonly predict: (written: FoundTemplate) => FoundTemplate;
}

/** Writes on a pod template what leads it into meshes, in the order in which their injectors run; undefined for none. */
export function joinMeshes(meshes: readonly Mesh[], found: FoundTemplate, kubernetes: KubernetesVersion): Joined | undefined {
  const all = inWebhookOrder(meshes, ({ name }) => meshNamed(name)).map(mesh => joinMesh(mesh, found, kubernetes));
  return all.length < 2 ? all[0] : {
    context: combined(all.map(({ context }) => context)),
    shutdowns: new Map(all.flatMap(({ shutdowns }) => [...shutdowns])),
    limited: new Set(all.flatMap(({ limited }) => [...limited])),
    clusterNeeds: all.flatMap(({ clusterNeeds }) => clusterNeeds),
    predict: written => all.reduce((before, { predict }) => predict(before), written),
  };
}

/** Writes on a pod template what leads it into a mesh. What the user wrote otherwise stays, and is a contradiction. */
export function joinMesh(mesh: Mesh, found: FoundTemplate, kubernetes: KubernetesVersion): Joined {
  const template: any = found.template;
  const membership = mesh.join({ isJob: found.place.runsToCompletion === true, kubernetes });
  const contradictions = [
    ...contradict(template.metadata?.labels, membership.labels),
    ...contradict(template.metadata?.annotations, membership.annotations),
  ];
  template.metadata = sortOwnKeys({
    ...template.metadata,
    ...mark('labels', membership.labels, template.metadata),
    ...mark('annotations', membership.annotations, template.metadata),
  });
  const facts = meshNamed(mesh.name);
  const version = facts && readMeshVersion(facts.name, mesh.version, facts.known);
  const probes = membership.rewritesProbes ? facts?.probes ?? OWN_MESH_PROBES : undefined;
  const injectionFor = (written: any) => injectionOf(membership.injected, written.metadata?.annotations ?? {}, facts, probes, version);
  const before = facts ? injectedBefore(facts, template) : [];
  if (before.length === 0) {
    cureForMesh(template, membership, facts, injectionFor(template));
  }
  const added = before.length > 0
    ? membership.injected.filter(one => before.includes(one.container.name))
    : containersToAdd(template.spec, injectionFor(template));
  return {
    context: {
      name: mesh.name,
      version: mesh.version,
      injected: before.length > 0 ? before : added.map(one => one.container.name),
      reserved: reservedIn({ ...membership.reserved, movable: facts?.reserved.movable }, template.metadata.annotations ?? {}),
      contradictions,
      needsToken: membership.needsToken === true,
      ...(membership.cni ? { cni: true } : {}),
      ...(before.length > 0 ? { isInjectedBefore: true } : {}),
    },
    shutdowns: new Map(added.map(one => [one.container.name, one.shutdown ? wholeSeconds(one.shutdown) : 0])),
    limited: new Set(facts && drainIsLimit(facts, template.metadata.annotations ?? {}) ? added.map(one => one.container.name) : []),
    clusterNeeds: [...membership.clusterNeeds],
    predict: written => before.length > 0 ? written : ({
      ...written,
      template: { ...written.template, spec: injectInto(written.template.spec, injectionFor(written.template)) },
    }),
  };
}

function mark(field: 'labels' | 'annotations', wanted: { readonly [key: string]: string }, metadata: any): object {
  return Object.keys(wanted).length > 0 ? { [field]: sortOwnKeys({ ...wanted, ...metadata?.[field] }) } : {};
}

function contradict(written: { readonly [key: string]: unknown } | undefined, wanted: { readonly [key: string]: string }): MeshContext['contradictions'] {
  return Object.entries(wanted)
    .filter(([key, value]) => written?.[key] !== undefined && String(written[key]) !== value)
    .map(([key, value]) => ({ key, written: String(written![key]), wanted: value }));
}
