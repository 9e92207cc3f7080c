import { Program } from '../../knowledge/programs/program';
import { splitImage } from '../../knowledge/programs/program-run';
import { isAtLeast, parseVersion, Since } from '../../knowledge/programs/since';
import { PresetProps } from '../preset-props';

/** Whether the program in the image understands something. Throws when nothing shows its version. */
export function understands(program: Program, props: PresetProps, { version }: Since): boolean {
  return isAtLeast(versionOf(program, props), version);
}

/** Refuses an image whose program does not understand what the preset writes. */
export function requireVersion(program: Program, props: PresetProps, since: Since): void {
  const version = versionOf(program, props);
  if (!isAtLeast(version, since.version)) {
    throw new Error(`${imageText(program, props)} has ${program.name} ${version.join('.')}, but only ${since.version.join('.')} and newer versions understand ${since.what}: use a newer image`
      + (props.version ? '' : ', or set \'version\' if the tag does not show the version of the program'));
  }
}

function versionOf(program: Program, props: PresetProps): readonly [number, number] {
  const given = props.version ?? undefined;
  const version = parseVersion(given ?? splitImage(props.image ?? program.image).tag);
  if (version) {
    return version;
  }
  throw new Error(given === undefined
    ? `${imageText(program, props)} does not show its version of ${program.name}, which its configuration depends on: set 'version', for example '${defaultVersion(program)}'`
    : `'version' is '${given}', which is not a version of ${program.name}: set it, for example, to '${defaultVersion(program)}'`);
}

function defaultVersion(program: Program): string {
  return parseVersion(splitImage(program.image).tag)!.join('.');
}

function imageText(program: Program, props: PresetProps): string {
  return `the image '${props.image ?? program.image}'`;
}
