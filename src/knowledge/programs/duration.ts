const DURATION = /^([\d.]+(ms|s|m|h))+$/;
const PART = /(?<![\d.])([\d.]+)(ms|s|m|h)/g;
const SECONDS: { readonly [unit: string]: number } = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Reads a duration as Go writes it, such as `1m30s`, in seconds; undefined when the text is none. */
export function goSeconds(text: string): number | undefined {
  if (!DURATION.test(text)) {
    return text === '0' ? 0 : undefined;
  }
  const seconds = [...text.matchAll(PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * SECONDS[unit], 0);
  return Number.isFinite(seconds) ? seconds : undefined;
}
