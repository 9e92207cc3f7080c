import { follow, isObject } from '../../data/json';
import { DataPath, DataPlace, TextSpan } from '../../data/path';
import { membershipRequest } from '../../knowledge/meshes/membership';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { pathInManifest, templateIn } from '../../kubernetes/manifest';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { unnamedContainer } from '../../kubernetes/workload-kinds';
import type { Leftover } from '../../recognition/leftovers/leftover';

// Places are those of the manifest as it is written, from the object that holds the pod: what an injector adds has none, and what it moves stands where the user
// put it. Each function here goes as far along its steps as the manifest does, and gives undefined where it has not even the first of them, so that a rule can
// name what it would rather point at, with `??`.

const LISTS = ['initContainers', 'containers'] as const;

/** A part of the object that holds the pod. */
export function atManifest(pod: Pod, ...steps: DataPath): DataPlace | undefined {
  return along(pod, steps, path => path);
}

/** A part of the spec that holds the pod template: the Job's own, for example. */
export function atTemplateOwner(pod: Pod, ...steps: DataPath): DataPlace | undefined {
  return along(pod, steps, path => [...pod._found.path.slice(0, -1), ...path]);
}

/** A field of the pod's spec. */
export function atPodSpec(pod: Pod, ...steps: DataPath): DataPlace | undefined {
  const [list, index, ...rest] = steps;
  // An index among the containers counts those that an injector adds.
  if (LISTS.some(one => one === list) && typeof index === 'number') {
    const container = pod.containers.find(({ spec }) => spec === pod.spec[list]?.[index]);
    return container && atContainer(pod, container, ...rest);
  }
  return along(pod, steps, path => pod._pathTo(path));
}

/** An annotation of the pod. */
export function atAnnotation(pod: Pod, key: string): DataPlace | undefined {
  return exactly(pod, [...pod._found.path, 'metadata', 'annotations', key]);
}

/** A label of the pod. */
export function atLabel(pod: Pod, key: string): DataPlace | undefined {
  return exactly(pod, [...pod._found.path, 'metadata', 'labels', key]);
}

/** An annotation or a label of the pod. */
export function atMark(pod: Pod, key: string): DataPlace | undefined {
  return atAnnotation(pod, key) ?? atLabel(pod, key);
}

/** The label or annotation by which the pod asks for a mesh; undefined where something else asks for it, such as the namespace. */
export function atOptIn(pod: Pod, mesh: string): DataPlace | undefined {
  const facts = meshNamed(mesh);
  const request = facts && membershipRequest(facts, pod.metadata);
  return request && atMark(pod, request.key);
}

/** A container, or a field of it: as far as it is written, so the container itself where it lacks the field. */
export function atContainer(pod: Pod, container: PodContainer | string, ...steps: DataPath): DataPlace | undefined {
  const locate = locator(pod, container);
  return locate && (along(pod, steps, locate) ?? { path: locate([]) });
}

/** A field of a container; undefined where it lacks the first step. */
export function atContainerField(pod: Pod, container: PodContainer | string, ...steps: DataPath): DataPlace | undefined {
  const locate = locator(pod, container);
  return locate && along(pod, steps, locate);
}

/** The item of a list of a container that a test finds, such as one of its ports; the list where it finds none. */
export function atItem(pod: Pod, container: PodContainer, list: string, test: (item: any) => boolean, ...steps: DataPath): DataPlace | undefined {
  const items: unknown = container.spec[list];
  const index = Array.isArray(items) ? items.findIndex(item => isObject(item) && test(item)) : -1;
  return index < 0 ? atContainer(pod, container, list) : atContainer(pod, container, list, index, ...steps);
}

/** The port that a probe of a container asks; the probe where it asks none. */
export function atPort(pod: Pod, container: PodContainer, probe: string): DataPlace | undefined {
  const action = ['httpGet', 'tcpSocket', 'grpc'].find(one => isObject(container.spec[probe]) && container.spec[probe][one]);
  return atContainer(pod, container, probe, ...(action === undefined ? [] : [action, 'port']));
}

/** Where a workaround stands, in its container first. What stands in a ConfigMap has no place in this object. */
export function atLeftover(pod: Pod, { container, places, moment }: Leftover): DataPlace | undefined {
  if (places.length === 0) {
    return moment === undefined || moment === 'run'
      ? atContainerField(pod, container, 'command') ?? atContainerField(pod, container, 'args')
      : atContainerField(pod, container, 'lifecycle', moment);
  }
  const own = containerPath(pod, container);
  const found = places.filter(place => place.configMap === undefined).flatMap(({ path, span }) => {
    const place = atPodSpec(pod, ...path);
    return place ? [{ ...place, ...withoutJoints(follow(pod.manifest, place.path), span) }] : [];
  });
  return found.find(({ path }) => own?.every((step, index) => path[index] === step)) ?? found[0];
}

/** What has to go from a script goes with the `;` that joins it to the rest, which nobody means. */
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

/** From the object to a container, by its name; undefined when the manifest has none of that name. */
export function containerPath(pod: Pod, name: string): DataPath | undefined {
  return locator(pod, name)?.([]);
}

/** From a container to the object: an injector may have moved it in the pod, so it is looked for where it is written. */
function locator(pod: Pod, container: PodContainer | string): ((steps: DataPath) => DataPath) | undefined {
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

function along(pod: Pod, steps: DataPath, locate: (steps: DataPath) => DataPath): DataPlace | undefined {
  for (let length = steps.length; length > 0; length--) {
    const path = locate(steps.slice(0, length));
    if (follow(pod.manifest, path) !== undefined) {
      return { path };
    }
  }
  return undefined;
}

function exactly(pod: Pod, path: DataPath): DataPlace | undefined {
  return follow(pod.manifest, path) === undefined ? undefined : { path };
}
