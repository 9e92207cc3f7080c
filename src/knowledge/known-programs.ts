import { APP_IMAGES } from './programs/app-images';
import { ImageFacts, KnownProgram } from './programs/program';
import { KNOWN_PROGRAMS } from './programs/program-list';
import { ProgramRun, splitImage } from './programs/program-run';

/** The image without its tag and digest. */
export function repositoryOf(image: string): string {
  return splitImage(image).repository;
}

/** The same few images come back in many pods, so what was found is kept; so many of them at most. */
const MOST_REMEMBERED = 1000;
const remembered = new Map<string, KnownProgram | undefined>();

/** The program behind an image, whatever part it plays; undefined when the image is not known. */
export function programOfImage(image: unknown): KnownProgram | undefined {
  if (typeof image !== 'string') {
    return undefined;
  }
  if (remembered.has(image)) {
    return remembered.get(image);
  }
  const { repository, tag } = splitImage(image);
  const program = KNOWN_PROGRAMS.find(known => known.repositories.test(repository) && (known.tags === undefined || known.tags.test(tag)));
  if (remembered.size >= MOST_REMEMBERED) {
    remembered.clear();
  }
  remembered.set(image, program);
  return program;
}

/** What is known of an image that is not a program for others, but what it needs itself; undefined when that is not known either. */
export function appImageOf(image: unknown): ImageFacts | undefined {
  return typeof image === 'string' ? APP_IMAGES.find(({ repositories }) => repositories.test(repositoryOf(image))) : undefined;
}

/** The program that a tag names, in a repository that holds many: `ci:ci_git-sync_v4.3.0`. */
export function programOfTag(image: string): KnownProgram | undefined {
  const { tag } = splitImage(image);
  if (!tag.includes('_') || !/[a-z]/i.test(tag)) {
    return undefined;
  }
  const names = tag.split('_').map(part => part.replace(/-v?\d+(\.\d+)*$/, ''));
  return KNOWN_PROGRAMS.find(known => known.tags === undefined && names.some(name => name.length > 2 && known.repositories.test(name)));
}

/**
 * The program that a command runs.
 *
 * @param words the command without what only starts it, such as `tini --`
 */
export function programOfCommand(words: readonly string[]): KnownProgram | undefined {
  const [first = '', ...rest] = words;
  const name = first.slice(first.lastIndexOf('/') + 1);
  if (name === '' || first.includes(' ')) {
    return undefined;
  }
  const text = [name, ...rest.filter(word => !word.startsWith('-')).slice(0, 1)].join(' ');
  return KNOWN_PROGRAMS.find(known => known.command?.test(text))
    ?? KNOWN_PROGRAMS.find(known => known.command === undefined && known.onlySidecar && known.repositories.test(name.replace(/_/g, '-')));
}

/** Whether an image is one that sends on the files that an app writes, and reads no more once it is told to stop. */
export function isShipper(image: unknown): boolean {
  const program = programOfImage(image);
  return program?.direction === 'shipper' && program.onlySidecar;
}

const DISTROLESS = /(^|\/)distroless\//;

/** Whether a container's image is known to have neither a shell nor the usual tools. */
export function hasNoShell(program: KnownProgram | undefined, run: ProgramRun): boolean {
  const { shellLess } = program ?? {};
  if (shellLess instanceof RegExp) {
    return run.isVariantSeen && shellLess.test(run.tag);
  }
  return shellLess ? shellLess(run) : DISTROLESS.test(run.repository) && run.isVariantSeen && !/debug/.test(run.tag);
}
