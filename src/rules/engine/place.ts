import { follow, isObject } from '../../data/json';
import { DataPath, DataPlace, TextSpan } from '../../data/path';
import { membershipRequest } from '../../knowledge/meshes/membership';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { pathInManifest, templateIn } from '../../kubernetes/manifest';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { unnamedContainer } from '../../kubernetes/workload-kinds';
import type { Leftover } from '../../recognition/leftovers/leftover';

// Places are paths in the manifest, from the root of the workload. An injected container has no place, and a container that an injector moves keeps its place in the
// manifest. Each function follows its steps as far as the manifest has them, and returns undefined if the first step is missing, so that a rule can chain alternatives
// with `??`.

const LISTS = ['initContainers', 'containers'] as const;

/** A part of the workload. */
export function atManifest(pod: PodModel, ...steps: DataPath): DataPlace | undefined {
  return along(pod, steps, path => path);
}

/** A part of the spec that holds the pod template, for example the spec of the Job. */
export function atTemplateOwner(pod: PodModel, ...steps: DataPath): DataPlace | undefined {
  return along(pod, steps, path => [...pod._found.path.slice(0, -1), ...path]);
}

/** A field of the pod spec. */
export function atPodSpec(pod: PodModel, ...steps: DataPath): DataPlace | undefined {
  const [list, index, ...rest] = steps;
  // The index counts injected containers too.
  if (LISTS.some(one => one === list) && typeof index === 'number') {
    const container = pod.containers.find(({ spec }) => spec === pod.spec[list]?.[index]);
    return container && atContainer(pod, container, ...rest);
  }
  return along(pod, steps, path => pod._pathTo(path));
}

/** An annotation of the pod. */
export function atAnnotation(pod: PodModel, key: string): DataPlace | undefined {
  return exactly(pod, [...pod._found.path, 'metadata', 'annotations', key]);
}

/** A label of the pod. */
export function atLabel(pod: PodModel, key: string): DataPlace | undefined {
  return exactly(pod, [...pod._found.path, 'metadata', 'labels', key]);
}

/** An annotation or a label of the pod. */
export function atMark(pod: PodModel, key: string): DataPlace | undefined {
  return atAnnotation(pod, key) ?? atLabel(pod, key);
}

/** The label or annotation by which the pod joins a mesh; undefined if the pod joins it otherwise, for example by its namespace. */
export function atOptIn(pod: PodModel, mesh: string): DataPlace | undefined {
  const facts = meshNamed(mesh);
  const request = facts && membershipRequest(facts, pod.metadata);
  return request && atMark(pod, request.key);
}

/** A field of a container, as far as the manifest has it; the container itself if the field is missing. */
export function atContainer(pod: PodModel, container: PodContainer | string, ...steps: DataPath): DataPlace | undefined {
  const locate = locator(pod, container);
  return locate && (along(pod, steps, locate) ?? { path: locate([]) });
}

/** A field of a container; undefined if the first step is missing. */
export function atContainerField(pod: PodModel, container: PodContainer | string, ...steps: DataPath): DataPlace | undefined {
  const locate = locator(pod, container);
  return locate && along(pod, steps, locate);
}

/** The first item of a list of a container that matches, such as one of its ports; the list if no item matches. */
export function atItem(
  pod: PodModel, container: PodContainer, list: string, test: (item: any) => boolean, ...steps: DataPath
): DataPlace | undefined {
  const items: unknown = container.spec[list];
  const index = Array.isArray(items) ? items.findIndex(item => isObject(item) && test(item)) : -1;
  return index < 0 ? atContainer(pod, container, list) : atContainer(pod, container, list, index, ...steps);
}

/** The port of a probe of a container; its command, or the probe itself, if it has no port. */
export function atPort(pod: PodModel, container: PodContainer, probe: string): DataPlace | undefined {
  const action = ['httpGet', 'tcpSocket', 'grpc', 'exec'].find(one => isObject(container.spec[probe]) && container.spec[probe][one]);
  return atContainer(pod, container, probe, ...(action === undefined ? [] : [action, action === 'exec' ? 'command' : 'port']));
}

/** The command of a container, or its arguments if it has no command of its own. */
export function atCommand(pod: PodModel, container: PodContainer | string): DataPlace | undefined {
  return atContainerField(pod, container, 'command') ?? atContainerField(pod, container, 'args');
}

/** The place of a workaround, preferably in its own container. A script in a ConfigMap has no place in this workload. */
export function atLeftover(pod: PodModel, { container, places, moment }: Leftover): DataPlace | undefined {
  if (places.length === 0) {
    return moment === undefined || moment === 'run'
      ? atCommand(pod, container)
      : atContainerField(pod, container, 'lifecycle', moment);
  }
  const own = containerPath(pod, container);
  const found = places.filter(place => place.configMap === undefined).flatMap(({ path, span }) => {
    const place = atPodSpec(pod, ...path);
    return place ? [{ ...place, ...withoutJoints(follow(pod.manifest, place.path), span) }] : [];
  });
  return found.find(({ path }) => own?.every((step, index) => path[index] === step)) ?? found[0];
}

/** An edit removes a command together with the `;` that joins it to the rest; the place excludes the `;`. */
function withoutJoints(script: unknown, span: TextSpan | undefined): { readonly span?: TextSpan } {
  if (typeof script !== 'string' || !span) {
    return {};
  }
  let { start, end } = span;
  while (start < end && /[\s;&|]/.test(script[start])) {
    start++;
  }
  while (end > start && /[\s;]/.test(script[end - 1])) {
    end--;
  }
  return { span: { start, end } };
}

/** The path from the workload to the container of this name; undefined if the manifest has none. */
export function containerPath(pod: PodModel, name: string): DataPath | undefined {
  return locator(pod, name)?.([]);
}

/** Locates a container in the manifest, because an injector may have moved it in the pod. */
function locator(pod: PodModel, container: PodContainer | string): ((steps: DataPath) => DataPath) | undefined {
  const name = typeof container === 'string' ? container : container.name;
  const written = templateIn(pod.manifest, pod._found);
  for (const list of written ? LISTS : []) {
    const containers: unknown = written!.template.spec[list];
    const named = (one: unknown, at: number, all: unknown[]) => isObject(one)
      && (one.name ?? unnamedContainer(pod._found.workload, at, all.length)) === name;
    const index = Array.isArray(containers) ? containers.findIndex(named) : -1;
    if (index >= 0) {
      return steps => pathInManifest(written!, [list, index, ...steps]);
    }
  }
  return undefined;
}

function along(pod: PodModel, steps: DataPath, locate: (steps: DataPath) => DataPath): DataPlace | undefined {
  for (let length = steps.length; length > 0; length--) {
    const path = locate(steps.slice(0, length));
    if (follow(pod.manifest, path) !== undefined) {
      return { path };
    }
  }
  return undefined;
}

function exactly(pod: PodModel, path: DataPath): DataPlace | undefined {
  return follow(pod.manifest, path) === undefined ? undefined : { path };
}
