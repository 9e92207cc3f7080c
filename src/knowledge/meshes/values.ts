/** Reads the value of a label or an annotation as one injector does: yes, no, or undefined where the injector falls back to its default. */
export type ReadBoolean = (value: string) => boolean | undefined;

const GO_TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const GO_FALSE: ReadonlySet<string> = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);
const TRUTHY: ReadonlySet<string> = new Set(['y', 'yes', 'true', 't', 'on', '1']);

/** As Go's `strconv.ParseBool`; other values are errors there. */
export const goBool: ReadBoolean = value => GO_TRUE.has(value) ? true : GO_FALSE.has(value) ? false : undefined;

/** Yes unless it is exactly `false`; an empty value says nothing. */
export const unlessFalse: ReadBoolean = value => value === '' ? undefined : value !== 'false';

/** Yes only if it is exactly `true`. */
export const onlyTrue: ReadBoolean = value => value === 'true';

/** Only exactly `true` and `false` say something. */
export const trueOrFalse: ReadBoolean = value => value === 'true' ? true : value === 'false' ? false : undefined;

/** As Dapr's `IsTruthy`: in any case of letters, and everything else is no. */
export const truthy: ReadBoolean = value => TRUTHY.has(value.trim().toLowerCase());

/** Whatever is written says yes, such as the name of a revision. */
export const anyValue: ReadBoolean = value => value !== '' || undefined;

/** Some words say yes, some no. */
export function words(yes: readonly string[], no: readonly string[]): ReadBoolean {
  return value => yes.includes(value) ? true : no.includes(value) ? false : undefined;
}

/** Some words say yes; an empty value says nothing, and every other one no. */
export function onlyWords(...yes: readonly string[]): ReadBoolean {
  return value => value === '' ? undefined : yes.includes(value);
}

/** How an injector reads and writes a duration. */
export interface DurationFormat {
  /** In seconds; undefined where the injector falls back to its default. */
  readonly read: (value: string) => number | undefined;
  readonly write: (seconds: number) => string;
}

const GO_UNITS: { readonly [unit: string]: number } = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 0.001, s: 1, m: 60, h: 3600 };
const GO_PART = /(?<![\d.])(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;
const GO_WHOLE = new RegExp(`^(?:${GO_PART.source})+$`);

/** As Go's `time.ParseDuration`: `5s`, `1m30s`, `1500ms`. */
export const GO_DURATION: DurationFormat = {
  read: value => value === '0' ? 0 : GO_WHOLE.test(value)
    ? [...value.matchAll(GO_PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * GO_UNITS[unit], 0)
    : undefined,
  write: seconds => Number.isInteger(seconds) ? `${seconds}s` : `${Math.round(seconds * 1000)}ms`,
};

/** A whole number of seconds; a negative one means the default. */
export const WHOLE_SECONDS: DurationFormat = {
  read: value => /^\d+$/.test(value) ? Number(value) : undefined,
  write: seconds => String(Math.ceil(seconds)),
};
