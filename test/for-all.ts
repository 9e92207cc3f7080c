import * as fc from 'fast-check';

/** In CI the cases are the same every time, so that a change is judged by what it changes. Elsewhere they are new ones. */
const SEED = process.env.PROPERTY_SEED ?? (process.env.CI ? '20261117' : undefined);

/** `npm run test:properties` tries many more cases. */
const TIMES = Number(process.env.PROPERTY_TIMES ?? 1);

/** Asserts that a property holds for all cases that are tried. */
export function forAll<T>(property: fc.IProperty<T>, { numRuns = 100, ...parameters }: fc.Parameters<T> = {}): void {
  fc.assert(property, { ...SEED === undefined ? {} : { seed: Number(SEED) }, ...parameters, numRuns: numRuns * TIMES });
}
