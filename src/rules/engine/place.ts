import { isObject } from '../../data/json';
import { DataPath, DataPlace, TextSpan, valueAt } from '../../data/path';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { pathInManifest, templateIn } from '../../kubernetes/manifest';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { unnamedContainer } from '../../kubernetes/workload-kinds';

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

/** The label or annotation by which the pod asks for a mesh; undefined where something else asks for it, such as the namespace. */
export function atOptIn(pod: Pod, mesh: string): DataPlace | undefined {
  const key = MESHES.find(facts => facts.name === mesh)?.optIn.key;
  return key === undefined ? undefined : atAnnotation(pod, key) ?? atLabel(pod, key);
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

/** A span of the text at a place. */
export function spanAt(place: DataPlace | undefined, span: TextSpan | undefined): DataPlace | undefined {
  return place && span ? { ...place, span } : place;
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
    if (valueAt(pod.manifest, path) !== undefined) {
      return { path };
    }
  }
  return undefined;
}

function exactly(pod: Pod, path: DataPath): DataPlace | undefined {
  return valueAt(pod.manifest, path) === undefined ? undefined : { path };
}
