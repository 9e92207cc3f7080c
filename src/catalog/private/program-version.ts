import { refusal } from '../../caller/refusal';
import { sameJson } from '../../data/json';
import { wording } from '../../data/wording';
import { Program } from '../../knowledge/programs/program';
import { splitImage } from '../../knowledge/programs/program-run';
import { isAtLeast, parseVersion, Since } from '../../knowledge/programs/since';
import { PresetProps } from '../preset-props';

/**
 * Refuses a version that the image does not have: `version` describes the image, and does not choose it.
 *
 * The tag of an image that somebody else builds may count something else, so only the tag of the program's own image can contradict.
 */
export function checkVersion(subject: string, program: Program, { image, version }: PresetProps): void {
  if ((version ?? undefined) === undefined) {
    return;
  }
  const given = wording`'version' of ${subject} is ${version}, but`;
  if ((image ?? undefined) === undefined) {
    throw refusal`${given} the image is the default one, ${program.image}: set 'image', for example ${imageOf(program, version!)}, or remove 'version'`;
  }
  const shown = isOwnImage(program, image!) ? parseVersion(splitImage(image!).tag) : undefined;
  const meant = parseVersion(version!);
  if (shown && meant && !sameJson([...shown], [...meant])) {
    throw refusal`${given} the image '${image}' has ${program.name} ${shown.join('.')}: remove 'version', or set another 'image', for example ${imageOf(program, version!)}`;
  }
}

/** Whether an image is the one that the project of the program publishes, or a mirror of it. */
function isOwnImage(program: Program, image: string): boolean {
  const [, ...path] = splitImage(program.image).repository.split('/');
  const { repository } = splitImage(image);
  return `/${repository.includes('/') ? repository : `library/${repository}`}`.endsWith(`/${path.join('/')}`);
}

/** The default image in another version, with as many numbers as its tags have. */
function imageOf(program: Program, version: string): string {
  const { repository, tag } = splitImage(program.image);
  const count = /[\d.]+/.exec(tag)![0].split('.').length;
  const numbers = /\d+(\.\d+)*/.exec(version)?.[0].split('.') ?? [];
  const padded = [...numbers, ...Array<string>(Math.max(0, count - numbers.length)).fill('0')];
  return numbers.length === 0 ? program.image : `${repository}:${tag.replace(/[\d.]+/, padded.join('.'))}`;
}

/** Whether the program in the image understands something. Throws when nothing shows its version. */
export function understands(program: Program, props: PresetProps, { version }: Since): boolean {
  return isAtLeast(versionOf(program, props), version);
}

/** Refuses an image whose program does not understand what the preset writes. */
export function requireVersion(program: Program, props: PresetProps, since: Since): void {
  const version = versionOf(program, props);
  if (!isAtLeast(version, since.version)) {
    const orVersion = props.version ? '' : wording`, or set 'version' if the tag does not show the version of the program`;
    throw refusal`${imageText(program, props)} has ${program.name} ${version.join('.')}, but only ${since.version.join('.')} and newer versions understand ${since.what}: use a newer image${orVersion}`;
  }
}

function versionOf(program: Program, props: PresetProps): readonly [number, number] {
  const given = props.version ?? undefined;
  const version = parseVersion(given ?? splitImage(props.image ?? program.image).tag);
  if (version) {
    return version;
  }
  throw given === undefined
    ? refusal`${imageText(program, props)} does not show its version of ${program.name}, which its configuration depends on: set 'version', for example '${defaultVersion(program)}'`
    : refusal`'version' is '${given}', which is not a version of ${program.name}: set it, for example, to '${defaultVersion(program)}'`;
}

function defaultVersion(program: Program): string {
  return parseVersion(splitImage(program.image).tag)!.join('.');
}

function imageText(program: Program, props: PresetProps): string {
  return `the image '${props.image ?? program.image}'`;
}
