import { APP_IMAGES } from './programs/app-images';
import { ImageFacts, KnownProgram } from './programs/program';
import { KNOWN_PROGRAMS } from './programs/program-list';
import { ProgramRun, splitImage } from './programs/program-run';
import { remembering } from '../data/remember';

/** The image without its tag and digest. */
export function repositoryOf(image: string): string {
  return splitImage(image).repository;
}

/** How many characters of images and commands are remembered. */
const ROOM = 2 ** 17;

const programOfName = remembering((image): KnownProgram | undefined => {
  const { repository, tag } = splitImage(image);
  return KNOWN_PROGRAMS.find(known => known.repositories.test(repository) && (known.tags === undefined || known.tags.test(tag)));
}, ROOM);

/** The program behind an image, whatever part it plays; undefined when the image is not known. */
export function programOfImage(image: unknown): KnownProgram | undefined {
  return typeof image === 'string' ? programOfName(image) : undefined;
}

const appOfName = remembering(image => APP_IMAGES.find(({ repositories }) => repositories.test(repositoryOf(image))), ROOM);

/** What is known of an image that is not a program for others, but what it needs itself; undefined when that is not known either. */
export function appImageOf(image: unknown): ImageFacts | undefined {
  return typeof image === 'string' ? appOfName(image) : undefined;
}

/** The program that a tag names, in a repository that holds many: `ci:ci_git-sync_v4.3.0`. */
export function programOfTag(image: unknown): KnownProgram | undefined {
  const { tag } = splitImage(typeof image === 'string' ? image : '');
  const isList = tag.includes('_');
  if (!(isList || tag.includes('-')) || !/[a-z]/i.test(tag)) {
    return undefined;
  }
  const names = tag.split('_').map(part => part.replace(/-v?\d+(\.\d+)*$/, ''));
  // A tag such as `nginx` may also tell what an image is built on.
  const isMeant = (name: string, { onlySidecar }: KnownProgram) => isList ? name.length > 2 : onlySidecar && name.includes('-');
  return KNOWN_PROGRAMS.find(known => known.tags === undefined && names.some(name => isMeant(name, known) && known.repositories.test(name)));
}

/** The programs that a command of a name may run. */
interface NamedPrograms {
  /** Those that a command calls so. */
  readonly byCommand: readonly KnownProgram[];
  /** The one whose images are called so. */
  readonly byImage: KnownProgram | undefined;
}

const programsNamed = remembering((name): NamedPrograms => {
  const image = name.replace(/_/g, '-');
  return {
    byCommand: KNOWN_PROGRAMS.filter(({ command }) => command?.test(name)),
    byImage: KNOWN_PROGRAMS.find(known => known.command === undefined && known.onlySidecar && known.repositories.test(image)),
  };
}, ROOM);

/** Whether a command of that name may run a known program. */
export function mayBeProgram(name: string): boolean {
  const { byCommand, byImage } = programsNamed(name);
  return byCommand.length > 0 || byImage !== undefined;
}

/**
 * The program that a command runs.
 *
 * @param words the command without what only starts it, such as `tini --`
 */
export function programOfCommand(words: readonly string[]): KnownProgram | undefined {
  return programCalled(words) ?? programsNamed(nameIn(words)).byImage;
}

/** The same, but only by what commands call it, and not by what its images are called. */
export function programCalled(words: readonly string[]): KnownProgram | undefined {
  const { byCommand } = programsNamed(nameIn(words));
  if (byCommand.length === 0) {
    return undefined;
  }
  const argument = words.find((word, index) => index > 0 && !word.startsWith('-')) ?? '';
  return byCommand.find(({ subcommand }) => subcommand === undefined || subcommand.test(argument));
}

/** The name of the program that a command begins with; empty when it begins with no name. */
function nameIn([first = '']: readonly string[]): string {
  return first.includes(' ') ? '' : first.slice(first.lastIndexOf('/') + 1);
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
