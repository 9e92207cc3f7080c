import { isAtLeast, isMajorOnly, parsePatch, parseVersion } from './since';
import { remembering } from '../../data/remember';

/** How a container runs its program, as far as facts about the program depend on it. */
export interface RunSource {
  readonly image: string;
  /** The command and its arguments; the words of a shell script, where a shell starts the program. */
  readonly words: readonly string[];
  /** The container sets its own `command`, so the image's is not used. */
  readonly hasCommand: boolean;
  /** A shell starts the program, so that nothing can be added to its arguments. */
  readonly inScript: boolean;
  /** The values that the container gives to its variables; undefined for one whose value comes from elsewhere. */
  readonly variables: ReadonlyMap<string, string | undefined>;
  /** Whether it may have other variables, too, from Secrets or ConfigMaps that are not part of the input. */
  readonly mayHaveMoreVariables?: boolean;
  /** The texts of the ConfigMaps that it mounts, where they are part of the input. */
  readonly files: () => readonly string[];
  /** The names of the ConfigMaps that it mounts, where they are not part of the input. */
  readonly unseenConfigMaps?: () => readonly string[];
  /** Whether it mounts anything, from which it may read its settings. */
  readonly hasMounts: boolean;
  /** The ports that it declares. */
  readonly ports: readonly number[];
  /** A port that no other container in the pod is known to use: the given one, or one close to it. */
  readonly freePort: (wanted: number) => number;
}

/** A flag as it stands among the words. */
export interface FoundFlag {
  /** The word as it stands. */
  readonly word: string;
  /** Its value; empty for a flag that stands alone. */
  readonly value: string;
  /** Its value is the next word. */
  readonly inNextWord: boolean;
}

const OFF = /^(false|0|f|no|off)$/i;
const REFERENCE = /\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g;

/** How a container runs its program: its version, its flags, its variables. */
export class ProgramRun {
  /** The image's tag; empty when it has none. */
  public readonly tag: string;
  /** The image without tag and digest. */
  public readonly repository: string;
  /** Which variant of the image it is can be seen: it has no digest alone, and no template fills in its tag. */
  public readonly isVariantSeen: boolean;
  private readonly version?: readonly [number, number];

  public constructor(public readonly source: RunSource) {
    const { repository, tag } = splitImage(source.image);
    this.repository = repository;
    this.tag = tag;
    this.isVariantSeen = !tag.includes(UNKNOWN) && (tag !== '' || !source.image.includes('@'));
    this.version = parseVersion(tag);
  }

  /** Whether the version is at least the given one; undefined when the tag does not tell. */
  public atLeast(major: number, minor: number, patch = 0): boolean | undefined {
    if (patch > 0 && this.version?.[0] === major && this.version[1] === minor) {
      const own = parsePatch(this.tag);
      return own === undefined ? undefined : own >= patch;
    }
    const isOpen = minor > 0 && this.version?.[0] === major && isMajorOnly(this.tag);
    return isOpen ? undefined : this.version && isAtLeast(this.version, [major, minor]);
  }

  /** Whether the container runs the program by that name: what its image runs by itself, or its flags alone, count as that. */
  public runs(binary: RegExp | undefined): boolean {
    const [first] = this.source.words;
    return binary === undefined || first === undefined || first.startsWith('-')
      || this.source.words.some(word => binary.test(word.slice(word.lastIndexOf('/') + 1)));
  }

  /** Whether a word stands among the command and its arguments. */
  public hasWord(word: string): boolean {
    return this.source.words.includes(word);
  }

  /** A flag, in any of its forms: `--name=value`, `-name value`, `--name`. */
  public find(...names: readonly string[]): FoundFlag | undefined {
    for (let index = 0; index < this.source.words.length; index++) {
      const word = this.source.words[index];
      const name = word.startsWith('-') ? names.find(one => isFlag(word, one)) : undefined;
      if (name !== undefined) {
        const equals = word.search(/[= ]/);
        const next = this.source.words[index + 1];
        const inNextWord = equals < 0 && next !== undefined && !next.startsWith('-');
        return { word, value: this.resolved(equals < 0 ? (inNextWord ? next : '') : word.slice(equals + 1)), inNextWord };
      }
    }
    return undefined;
  }

  /** The value of a flag; undefined when it is not there. */
  public flag(...names: readonly string[]): string | undefined {
    return this.find(...names)?.value;
  }

  /** The value of a flag, or else of the equivalent variable; its name in brackets where its value comes from elsewhere. */
  public setting(flag: string | readonly string[], variable: string): string | undefined {
    const unseen = this.hasVariable(variable) ? `$(${variable})` : undefined;
    return this.flag(...(typeof flag === 'string' ? [flag] : flag)) ?? this.variable(variable) ?? unseen;
  }

  /** Whether a switch is on, by its flag or by its variable. */
  public isOn(flag: string, variable: string): boolean {
    const found = this.find(flag);
    const value = found ? (found.inNextWord ? '' : found.value) : this.variable(variable);
    return value !== undefined && !OFF.test(value);
  }

  /** The value of a variable; undefined when it is not set, or comes from elsewhere. */
  public variable(name: string): string | undefined {
    return this.source.variables.get(name);
  }

  /** Whether a variable is set, wherever its value comes from. */
  public hasVariable(name: string): boolean {
    return this.source.variables.has(name);
  }

  /** The first of its mounted files in which a pattern is found. */
  public fileWith(pattern: RegExp): string | undefined {
    return this.source.files().find(text => pattern.test(text));
  }

  /** Whether a pattern is found in its mounted files, and all of what it mounts from ConfigMaps is part of the input. */
  public sees(pattern: RegExp): boolean {
    return (this.source.unseenConfigMaps?.() ?? []).length === 0 && this.fileWith(pattern) !== undefined;
  }

  /** Why a setting is not found in its mounted files: they are not part of the input, or it is not in them, as a part of a sentence. */
  public whyNotFound(otherwise: string): string {
    const [name] = this.source.files().length === 0 ? this.source.unseenConfigMaps?.() ?? [] : [];
    return name === undefined ? otherwise : `its configuration is not in the input (pass the ConfigMap '${name}' too)`;
  }

  /** A kubelet puts the values of the container's own variables in the place of `$(NAME)`. */
  private resolved(text: string): string {
    return text.includes('$(') ? text.replace(REFERENCE, (whole, name) => this.variable(name) ?? whole) : text;
  }
}

function isFlag(word: string, name: string): boolean {
  const start = word.startsWith('--') ? 2 : 1;
  const end = word[start + name.length];
  // `--name value` as one word is a mistake that even manuals make: what is meant is clear.
  return word.startsWith(name, start) && (end === undefined || end === '=' || end === ' ');
}

/** Stands for what a template leaves open. No image's name can have it. */
const UNKNOWN = '?';
const PLACEHOLDER = /\$\{[^}]{0,200}\}|\$\([^)]{0,200}\)|\{\{.{0,200}?\}\}|<[^>]{0,200}>/g;

/** No registry takes longer names, templates included. */
const MAX_IMAGE = 4096;

/** The parts of an image's name. */
interface ImageParts {
  readonly repository: string;
  readonly tag: string;
}

/** The parts of an image's name. What a template leaves open counts as one unknown part. */
export const splitImage = remembering((image): ImageParts => {
  const short = image.slice(0, MAX_IMAGE);
  const plain = /[$<{]/.test(short) ? short.replace(PLACEHOLDER, UNKNOWN) : short;
  const digest = plain.indexOf('@');
  const name = digest < 0 ? plain : plain.slice(0, digest);
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') ? { repository: name.slice(0, colon), tag: name.slice(colon + 1) } : { repository: name, tag: '' };
}, 2 ** 17);
