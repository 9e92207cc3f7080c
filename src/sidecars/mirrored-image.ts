import { textOf } from '../data/any-value';

/** The registry of an image that names none. */
const DEFAULT_REGISTRY = 'docker.io';

/** An image name in two parts. */
export interface ImageName {
  /** The host, for example `docker.io`. */
  readonly registry: string;
  /** The path with its tag and digest, for example `library/redis:8.2`. */
  readonly rest: string;
}

/** Reads an image name as container runtimes do: without a registry it is Docker Hub's, and a name without a slash is in `library`. */
export function parseImage(image: string): ImageName {
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(slash, 0));
  if (/[.:]/.test(first) || first === 'localhost') {
    return { registry: first === 'index.docker.io' ? DEFAULT_REGISTRY : first, rest: image.slice(slash + 1) };
  }
  return { registry: DEFAULT_REGISTRY, rest: slash === -1 ? `library/${image}` : image };
}

/** Refuses what is no registry with an optional path, as an image name begins. */
export function checkMirror(subject: string, mirror: string): string {
  const problem = problemOf(mirror);
  if (problem !== undefined) {
    throw new Error(`${subject} is '${textOf(mirror)}', which ${problem}: use a registry and an optional path, for example registry.example.com/mirror`);
  }
  return mirror;
}

function problemOf(mirror: unknown): string | undefined {
  if (typeof mirror !== 'string' || mirror === '') {
    return 'is empty';
  }
  if (mirror.includes('://')) {
    return 'is a URL';
  }
  if (mirror.endsWith('/')) {
    return 'ends with a slash';
  }
  const [host, ...path] = mirror.split('/');
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]*(:\d+)?$/.test(host) || !(/[.:]/.test(host) || host === 'localhost')) {
    return 'does not begin with the host of a registry';
  }
  return path.every(part => /^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part)) ? undefined : 'has a path that no image can have';
}
