import { MeshBound } from './mesh-version';

/** An annotation that does not do what its writer hopes. */
export interface IgnoredAnnotation {
  /** The annotation, or a form of it. */
  readonly key: string | RegExp;
  /** Only with such a value. */
  readonly applies?: (value: string) => boolean;
  /** Where it is ignored or harmful: everywhere, with a native proxy, or in a Job. */
  readonly where: 'always' | 'native' | 'job';
  /** Whether it breaks something; otherwise it only has no effect. */
  readonly harmful: boolean;
  /** It still does what it says, but there is a newer way to say it. */
  readonly deprecated?: boolean;
  /** Before this release only. */
  readonly before?: MeshBound;
  /** From this release on only. */
  readonly since?: MeshBound;
  /** Why, as a sentence that begins with what the annotation is or does. */
  readonly why: string;
  /** What to do. */
  readonly fix: string;
  /** The one setting in the value that this is about; the rest of the value stays. */
  readonly part?: SettingInValue;
}

/** A setting inside of an annotation's value. */
export interface SettingInValue {
  readonly name: string;
  /** The value without the setting, empty when nothing else is in it; undefined where that cannot be told. */
  readonly without: (value: string) => string | undefined;
}

/** How an ordinary proxy is told to hold the app back until it is ready. */
export interface StartupHold extends SettingInValue {
  readonly annotation: string;
  readonly isOn: (value: string) => boolean;
}

/** An annotation that serves an ordinary proxy and that a native one makes needless. */
export interface LeftoverAnnotation {
  readonly key: string;
  /** Only with such a value. */
  readonly applies?: (value: string) => boolean;
  /** It is right for an ordinary proxy. */
  readonly onlyNative?: true;
  /** Whether it harms a native proxy. */
  readonly harmsNative: boolean;
  /** What it does, as the rest of a sentence that begins with the annotation. */
  readonly does: string;
  /** What must go before it. */
  readonly after?: string;
}

/** A name that nothing reads. */
export function misspelled(key: string, right: string): IgnoredAnnotation {
  return { key, where: 'always', harmful: true, why: 'nothing reads this name', fix: `write ${right}` };
}

/** Whatever looks like a native switch below a prefix, where there is none. */
export function noNativeSwitch(prefix: RegExp, why: string): IgnoredAnnotation {
  return { key: new RegExp(`${prefix.source}.*native-?sidecar`, 'i'), where: 'always', harmful: true, why, fix: 'remove it' };
}

/** What has no effect on a native proxy. */
export function useless(key: string, why: string, since?: MeshBound): IgnoredAnnotation {
  return { key, where: 'native', harmful: false, why, fix: 'remove it', ...(since ? { since } : {}) };
}
