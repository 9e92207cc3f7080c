import { IgnoredAnnotation } from './annotation-facts';
import { ChosenMesh, MeshFacts } from './mesh-facts';
import { MESHES } from './mesh-list';
import { isSince } from './mesh-version';
import { IGNORED_BY_OTHERS } from './other-injectors';

/** What a pod's annotation is judged by. */
export interface AnnotationSetting {
  readonly native: boolean;
  readonly job: boolean;
  /** The mesh that the pod joins; what depends on the version is only judged for its own annotations. */
  readonly mesh?: ChosenMesh;
}

const IGNORED: readonly { readonly facts?: MeshFacts; readonly annotation: IgnoredAnnotation }[] = [
  ...MESHES.flatMap(facts => facts.ignored.map(annotation => ({ facts, annotation }))),
  ...IGNORED_BY_OTHERS.map(annotation => ({ annotation })),
];

/** A fact about an annotation, and the mesh that it is about; undefined where it is no mesh's. */
export interface AnnotationOfMesh extends IgnoredAnnotation {
  readonly mesh?: string;
}

/** Most pods of an app have the same few annotations. */
const byKey = new Map<string, typeof IGNORED>();
const MOST_KEYS = 1000;

function factsAbout(key: string): typeof IGNORED {
  const known = byKey.get(key);
  if (known) {
    return known;
  }
  const found = IGNORED.filter(({ annotation }) => isKey(annotation, key));
  if (byKey.size < MOST_KEYS) {
    byKey.set(key, found);
  }
  return found;
}

/** What is known about an annotation of a pod that is misspelled, ignored, in the wrong place or in conflict; nothing when it is none of these there. */
export function ignoredAnnotation(key: string, value: string, setting: AnnotationSetting): AnnotationOfMesh | undefined {
  const found = factsAbout(key).find(({ facts, annotation }) => (annotation.applies?.(value) ?? true)
    && (annotation.where === 'always' || setting[annotation.where])
    && isInVersion(annotation, facts === undefined || setting.mesh?.facts.name !== facts.name ? undefined : setting.mesh));
  return found && { ...found.annotation, ...(found.facts ? { mesh: found.facts.name } : {}) };
}

function isInVersion({ before, since }: IgnoredAnnotation, mesh: ChosenMesh | undefined): boolean {
  return (before === undefined || (mesh !== undefined && !isSince(mesh.version, before)))
    && (since === undefined || (mesh !== undefined && isSince(mesh.version, since)));
}

function isKey({ key }: IgnoredAnnotation, written: string): boolean {
  return typeof key === 'string' ? key === written : key.test(written);
}
