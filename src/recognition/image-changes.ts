import { isObject, listOf } from '../data/json';
import { splitImage } from '../knowledge/programs/program-run';

/** What kustomize puts in the place of an image. */
export interface ImageChange {
  /** The image, without tag and digest. */
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

/** The images that the list of a Kustomization changes. Argo CD writes each as one text: `name=other:tag`. */
export function imageChanges(images: unknown): ImageChange[] {
  const texts = Array.isArray(images) ? images.filter((item): item is string => typeof item === 'string') : [];
  return [
    ...listOf(images).filter(isObject).flatMap(({ name, newName, newTag, digest }) => typeof name !== 'string' ? [] : [{
      name,
      ...(typeof newName === 'string' ? { newName } : {}),
      // A tag such as 1.2 may be written as a number.
      ...(newTag === undefined || newTag === null ? {} : { newTag: String(newTag) }),
      ...(typeof digest === 'string' ? { digest } : {}),
    }]),
    ...texts.map(changeIn),
  ];
}

function changeIn(text: string): ImageChange {
  const equals = text.indexOf('=');
  const [, digest] = text.split('@');
  const { repository, tag } = splitImage(text.slice(equals + 1));
  return {
    name: equals < 0 ? repository : text.slice(0, equals),
    newName: repository,
    ...(tag === '' ? {} : { newTag: tag }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** The image that runs in the place of one; undefined when the change is about others. A digest leaves the tag out. */
export function changedImage(image: string, { name, newName = name, newTag, digest }: ImageChange): string | undefined {
  const { repository, tag } = splitImage(image);
  const version = newTag ?? (digest === undefined ? tag : '');
  return name === repository ? `${newName}${version === '' ? '' : `:${version}`}${digest === undefined ? '' : `@${digest}`}` : undefined;
}
