import { remembering } from '../data/remember';

/** What a template leaves open: a value that a later step fills in cannot be judged. */
const PLACEHOLDER = /[$<{%]|\[[A-Z][\w -]*\]|^[^a-z]*[A-Z][^a-z]*$|(^|\/)[A-Z][A-Z\d]*([_-][A-Z\d]+)+(?=[/:@]|$)|(^|[/_-])(YOUR|CHANGEME|REPLACE|PLACEHOLDER|TODO)([/:@_-]|$)|^ko:\/\//;

// The grammar of image references that container runtimes share: [registry/]repository[:tag][@digest].
const REGISTRY = /^([A-Za-z0-9-]*[.:][A-Za-z0-9.:-]*|localhost|\[[0-9a-fA-F:]+\](:\d+)?)$/;
const REPOSITORY = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(\/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/** Why no container runtime accepts an image reference, as a part of a sentence; undefined when it is valid. */
export const imageProblem = remembering(findProblem, 2 ** 16);

function findProblem(image: string): string | undefined {
  if (image.trim() === '') {
    return 'it is empty';
  }
  if (/\s/.test(image)) {
    return 'it contains a blank';
  }
  if (image.includes('://')) {
    return `it begins with the scheme ${image.slice(0, image.indexOf('://') + 3)}`;
  }
  const at = image.indexOf('@');
  const digest = at < 0 ? undefined : image.slice(at + 1);
  const named = at < 0 ? image : image.slice(0, at);
  const slash = named.lastIndexOf('/');
  const colon = named.indexOf(':', slash + 1);
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  const repository = withoutRegistry(colon < 0 ? named : named.slice(0, colon));
  if (/[A-Z]/.test(repository)) {
    return `its repository '${repository}' contains capital letters`;
  }
  if (!REPOSITORY.test(repository)) {
    return `'${repository}' is not a valid repository`;
  }
  if (tag !== undefined && !TAG.test(tag)) {
    return tag === '' ? 'nothing follows the colon' : `'${tag}' is not a valid tag`;
  }
  return digest === undefined || DIGEST.test(digest) ? undefined : `'${digest}' is not a valid digest`;
}

/** Whether an image stands for one that a later step fills in: `${IMAGE}`, `{{ .Values.image }}`, `IMAGE_NAME`, `gcr.io/PROJECT_ID/web`, `PATH/TO/YOUR/image`, `ko://example.com/cmd/app`. */
export function isImagePlaceholder(image: string): boolean {
  return PLACEHOLDER.test(image);
}

function withoutRegistry(name: string): string {
  const slash = name.indexOf('/');
  return slash > 0 && REGISTRY.test(name.slice(0, slash)) ? name.slice(slash + 1) : name;
}
