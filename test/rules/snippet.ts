import { loadAll } from 'js-yaml';
import { isObject, JsonObject } from '../../src/data/json';
import { findTemplates } from '../../src/kubernetes/manifest';
import { PodModel } from '../../src/kubernetes/pod';

/** What the YAML of a rule's example stands for: pods, and what is beside them. */
export interface Snippet {
  readonly pods: readonly PodModel[];
  readonly objects: readonly object[];
}

const CONTAINER_FIELDS = ['startupProbe', 'readinessProbe', 'lifecycle', 'image', 'args', 'command'];
const JOB_FIELDS = ['backoffLimit', 'activeDeadlineSeconds', 'podFailurePolicy', 'completions', 'parallelism'];

/**
 * Reads the YAML of an example. Only what matters is written there, so the rest is filled in. A document is
 *
 * - an object with its kind, or `spec` and `metadata` of a workload or of a pod,
 * - `annotations` or `labels` of a pod,
 * - what stands in a pod's spec,
 * - a list of containers, of which those with `restartPolicy: Always` are init containers,
 * - or what stands in one native sidecar.
 *
 * A pod without main containers has one called `app`; a container without an image has one; a volume that is mounted is an empty folder.
 */
export function readSnippet(text: string): Snippet {
  const objects = loadAll(text).map(document => manifestOf(document as JsonObject));
  const found = objects.map(object => findTemplates(object));
  const problems = found.flatMap(one => one.problems);
  if (problems.length > 0) {
    throw new Error(problems.map(problem => problem.message).join('\n'));
  }
  return { objects, pods: found.flatMap(one => one.templates).map(template => PodModel._of(template)) };
}

function manifestOf(document: JsonObject): JsonObject {
  const named: any = structuredClone(document);
  const manifest = named.kind === undefined ? wrapped(named) : named;
  manifest.metadata = { name: 'web', ...manifest.metadata };
  podSpecsOf(manifest).forEach(complete);
  return manifest;
}

function wrapped(document: any): any {
  if (Array.isArray(document)) {
    return podWith(listed(document));
  }
  const { spec } = document;
  if ('annotations' in document || 'labels' in document) {
    return { ...podWith({}), metadata: document };
  }
  if (CONTAINER_FIELDS.some(field => field in document)) {
    return podWith({ initContainers: [{ name: 'sidecar', restartPolicy: 'Always', ...document }] });
  }
  if (!isObject(spec) && !('metadata' in document)) {
    return podWith(document);
  }
  if (spec?.jobTemplate) {
    return { apiVersion: 'batch/v1', kind: 'CronJob', ...document };
  }
  if (spec?.template) {
    return JOB_FIELDS.some(field => field in spec) ? { apiVersion: 'batch/v1', kind: 'Job', ...document } : { apiVersion: 'apps/v1', kind: 'Deployment', ...document };
  }
  return { apiVersion: 'v1', kind: 'Pod', ...document };
}

function podWith(spec: object): any {
  return { apiVersion: 'v1', kind: 'Pod', spec };
}

function listed(containers: readonly any[]): any {
  const mains = containers.filter(container => container.restartPolicy !== 'Always');
  const sidecars = containers.filter(container => container.restartPolicy === 'Always');
  return { initContainers: sidecars, containers: mains.length > 1 ? mains : [{ name: 'app' }, ...mains] };
}

function podSpecsOf(manifest: any): any[] {
  switch (manifest.kind) {
    case 'Pod':
      return [manifest.spec ??= {}];
    case 'CronJob':
      return templateOf(((manifest.spec ??= {}).jobTemplate ??= {}).spec ??= {});
    case 'Deployment': case 'StatefulSet': case 'DaemonSet': case 'Job':
      return templateOf(manifest.spec ??= {});
    default:
      return [];
  }
}

function templateOf(spec: any): any[] {
  spec.template ??= {};
  return [spec.template.spec ??= {}];
}

function complete(spec: any): void {
  spec.containers ??= [{ name: 'app' }];
  [...spec.containers, ...(spec.initContainers ?? [])].forEach((container, index) => {
    container.name ??= index === 0 ? 'app' : `container-${index}`;
    container.image ??= 'ghcr.io/acme/app:1.0.0';
    for (const { name } of container.volumeMounts ?? []) {
      spec.volumes = [...(spec.volumes ?? []).filter((volume: any) => volume.name !== name), volumeOf(spec, name)];
    }
  });
}

function volumeOf({ volumes = [] }: any, name: string): any {
  return volumes.find((volume: any) => volume.name === name) ?? { name, emptyDir: {} };
}
