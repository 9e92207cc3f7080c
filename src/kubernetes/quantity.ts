import { remembering } from '../data/remember';

/** The decimal suffixes, each a thousand times the one before; the first is 10^-9. */
const DECIMAL_SUFFIXES: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

/** The binary suffixes, each 1024 times the one before; the first is 1. */
const BINARY_SUFFIXES: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Sign, whole digits, fraction, and an exponent or a suffix; at least one digit. */
const SHAPE = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+)|([KMGTPE]i|[numkMGTPE])?)$/;

/** How many decimal places are kept: Kubernetes rounds anything finer than a nano. */
const DECIMAL_PLACES = 9;

const ONE = 10n ** BigInt(DECIMAL_PLACES);
const MILLI = ONE / 1000n;

/** The largest quantity with a binary suffix: Kubernetes silently caps larger ones. */
const BINARY_MAXIMUM = (2n ** 63n - 1n) * ONE;

/** The largest power of ten that is accepted, that of the largest number in JSON: a string of nine characters must not fill the memory. */
const LARGEST_EXPONENT = 308;

/** Describes a valid quantity, for messages. */
export const QUANTITY_HINT = `a number with one of the suffixes ${[...DECIMAL_SUFFIXES, ...BINARY_SUFFIXES].filter(suffix => suffix !== '').join(', ')} or with none, such as 250m or 64Mi`;

/** How a quantity was written, which is how it is printed: `64M`, `64Mi` or `64e6`. */
type Notation = 'decimal' | 'binary' | 'exponent';

/**
 * An amount of a resource as Kubernetes writes it: `250m`, `64Mi`, `1e3`.
 *
 * Exact where a number is not, and printed in the canonical form of the API server: no fraction, the largest suffix that loses nothing.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export class Quantity {
  /** Zero; a sum that starts with it keeps the notation of what is added. */
  public static readonly ZERO = new Quantity(0n, 'decimal');

  /** Parses a quantity; throws and names the value if it is not one. */
  public static parse(value: unknown): Quantity {
    const quantity = Quantity.tryParse(value);
    if (!quantity) {
      throw new Error(`${showValue(value)} is not a quantity: write ${QUANTITY_HINT}`);
    }
    return quantity;
  }

  /** Parses a quantity; returns undefined if it is not one. `null` is zero, as in the API server. */
  public static tryParse(value: unknown): Quantity | undefined {
    if (value === null) {
      return Quantity.ZERO;
    }
    if (typeof value !== 'string' && typeof value !== 'number') {
      return undefined;
    }
    return read(String(value));
  }

  public constructor(private readonly nano: bigint, private readonly notation: Notation) {}

  /** Whether it is zero. */
  public get isZero(): boolean {
    return this.nano === 0n;
  }

  /** Whether it is more than zero. */
  public get isPositive(): boolean {
    return this.nano > 0n;
  }

  /** Whether it is less than zero, which no resource can be. */
  public get isNegative(): boolean {
    return this.nano < 0n;
  }

  /** The sum, in the notation of this quantity unless this one is zero. */
  public plus(other: Quantity): Quantity {
    return new Quantity(this.nano + other.nano, this.isZero ? other.notation : this.notation);
  }

  /** The larger of two; this one when they are equal. */
  public max(other: Quantity): Quantity {
    return other.compare(this) > 0 ? other : this;
  }

  /** Returns a negative number if it is less than the other, a positive number if it is more, and 0 if they are equal. */
  public compare(other: Quantity): number {
    return this.nano < other.nano ? -1 : Number(this.nano > other.nano);
  }

  /** Rounds to milli units, away from zero, as the API server does for resources. */
  public roundUpToMilli(): Quantity {
    return new Quantity(divideAwayFromZero(this.nano, MILLI) * MILLI, this.notation);
  }

  /** The canonical text, as Kubernetes prints it. */
  public toString(): string {
    const whole = this.nano / ONE;
    const isBinary = this.notation === 'binary' && whole * ONE === this.nano && (whole >= 1024n || whole <= -1024n);
    return isBinary ? binaryText(whole) : decimalText(this.nano, this.notation === 'exponent');
  }
}

const read = remembering(text => {
  const match = SHAPE.exec(text.trim());
  return match ? fromParts(match[1] === '-', match[2], match[3] ?? '', match[4], match[5] ?? '') : undefined;
}, 2 ** 14);

/** Shows a value from a manifest in a message. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (typeof value === 'object' && value !== null) {
    return 'an object';
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function fromParts(isNegative: boolean, whole: string, fraction: string, exponentText: string | undefined, suffix: string): Quantity | undefined {
  const digits = whole + fraction;
  const mantissa = BigInt(digits);
  if (mantissa === 0n) {
    return new Quantity(0n, notationOf(exponentText, suffix));
  }
  const exponent = exponentText === undefined ? decimalExponent(suffix) : Number(exponentText);
  if (exponent > LARGEST_EXPONENT) {
    return undefined;
  }
  // A smaller exponent makes no difference: the amount is rounded to one nano anyway.
  const power = Math.max(exponent, -digits.length - DECIMAL_PLACES) - fraction.length + DECIMAL_PLACES;
  const units = mantissa * 1024n ** BigInt(Math.max(BINARY_SUFFIXES.indexOf(suffix), 0));
  const exact = power >= 0 ? units * 10n ** BigInt(power) : divideAwayFromZero(units, 10n ** BigInt(-power));
  return signed(exact, isNegative, notationOf(exponentText, suffix));
}

function signed(amount: bigint, isNegative: boolean, notation: Notation): Quantity {
  const capped = notation === 'binary' && amount > BINARY_MAXIMUM ? BINARY_MAXIMUM : amount;
  // Kubernetes drops the binary suffix of amounts below one, because it could not print them.
  return new Quantity(isNegative ? -capped : capped, notation === 'binary' && capped < ONE ? 'decimal' : notation);
}

function notationOf(exponentText: string | undefined, suffix: string): Notation {
  if (exponentText !== undefined) {
    return 'exponent';
  }
  return suffix.endsWith('i') ? 'binary' : 'decimal';
}

function decimalExponent(suffix: string): number {
  return DECIMAL_SUFFIXES.includes(suffix) ? DECIMAL_SUFFIXES.indexOf(suffix) * 3 - DECIMAL_PLACES : 0;
}

function divideAwayFromZero(amount: bigint, by: bigint): bigint {
  const quotient = amount / by;
  if (quotient * by === amount) {
    return quotient;
  }
  return amount < 0n ? quotient - 1n : quotient + 1n;
}

function decimalText(nano: bigint, withExponent: boolean): string {
  if (nano === 0n) {
    return '0';
  }
  let number = nano;
  let thousands = 0;
  while (number % 1000n === 0n) {
    number /= 1000n;
    thousands += 1;
  }
  const exponent = thousands * 3 - DECIMAL_PLACES;
  if (exponent === 0) {
    return `${number}`;
  }
  // Above the last suffix only an exponent is left.
  return withExponent || thousands >= DECIMAL_SUFFIXES.length ? `${number}e${exponent}` : `${number}${DECIMAL_SUFFIXES[thousands]}`;
}

function binaryText(whole: bigint): string {
  let number = whole;
  let power = 0;
  while (power < BINARY_SUFFIXES.length - 1 && number % 1024n === 0n) {
    number /= 1024n;
    power += 1;
  }
  return `${number}${BINARY_SUFFIXES[power]}`;
}
