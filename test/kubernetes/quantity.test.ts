import * as fc from 'fast-check';
import { Quantity, showValue } from '../../src/kubernetes/quantity';
import { forAll } from '../for-all';

const text = (value: unknown) => Quantity.parse(value).toString();

describe('a quantity is printed as Kubernetes prints it', () => {
  test.each([
    // whole numbers and fractions
    ['0', '0'], ['000', '0'], ['1', '1'], ['+1', '1'], ['-1', '-1'], ['007', '7'], ['.5', '500m'], ['1.', '1'], ['0.1', '100m'], ['1.5', '1500m'], ['-1.5', '-1500m'],
    // every decimal suffix
    ['5n', '5n'], ['5u', '5u'], ['250m', '250m'], ['1500m', '1500m'], ['1000m', '1'], ['5k', '5k'], ['64M', '64M'], ['5G', '5G'], ['5T', '5T'], ['5P', '5P'], ['5E', '5E'],
    ['1000k', '1M'], ['0.5G', '500M'], ['12345', '12345'], ['12000', '12k'], ['1.2345', '1234500u'],
    // every binary suffix
    ['5Ki', '5Ki'], ['64Mi', '64Mi'], ['5Gi', '5Gi'], ['5Ti', '5Ti'], ['5Pi', '5Pi'], ['5Ei', '5Ei'],
    ['1024Ki', '1Mi'], ['1.5Gi', '1536Mi'], ['-64Mi', '-64Mi'], ['0Mi', '0'],
    // a binary suffix is given up where it would lose something or say nothing
    ['0.5Ki', '512'], ['0.0001Ki', '102400u'], ['1.0001Ki', '1024102400u'],
    // exponents
    ['1e3', '1e3'], ['1E3', '1e3'], ['12e-1', '1200e-3'], ['1e0', '1'], ['1e+6', '1e6'], ['5e4', '50e3'], ['0e999999999', '0'],
    // beyond the last suffix
    ['1000E', '1e21'], ['18446744073709551616', '18446744073709551616'],
    // white space around it, as the API server allows it
    [' 64Mi ', '64Mi'],
  ])('%s → %s', (written, printed) => {
    expect(text(written)).toBe(printed);
  });

  test.each([[1, '1'], [0.25, '250m'], [0.1, '100m'], [1e9, '1G'], [1e21, '1e21'], [1e-7, '100e-9'], [-2, '-2'], [null, '0']])('%s, not a string → %s', (written, printed) => {
    expect(text(written)).toBe(printed);
  });

  test.each([['0.9n', '1n'], ['1.1n', '2n'], ['-0.1n', '-1n'], ['1e-10', '1e-9'], ['1e-999999999', '1e-9']])('what is finer than a nano is rounded away from zero: %s → %s', (written, printed) => {
    expect(text(written)).toBe(printed);
  });

  test('a binary quantity is capped at the largest number of 64 bits', () => {
    expect(text('8Ei')).toBe('9223372036854775807');
    expect(text('-100Ei')).toBe('-9223372036854775807');
  });

  test('a sum above the last binary suffix keeps it', () => {
    const sum = new Array(4095).fill(Quantity.parse('1Ei')).reduce((total, part) => total.plus(part), Quantity.parse('1Ei'));

    expect(sum.toString()).toBe('4096Ei');
  });
});

describe('a sum', () => {
  test.each([
    ['64Mi', '192Mi', '256Mi'],
    ['250m', '250m', '500m'],
    ['750m', '250m', '1'],
    ['1Gi', '512Mi', '1536Mi'],
    ['64Mi', '64M', '128036Ki'],
    ['64M', '64Mi', '131108864'],
    ['1Ki', '1000', '2024'],
    ['24Ki', '1024', '25Ki'],
    ['24', '1Ki', '1048'],
    ['1e3', '1k', '2e3'],
    ['1k', '1e3', '2k'],
    ['0', '64Mi', '64Mi'],
    ['64Mi', '0', '64Mi'],
    ['0.1', '0.2', '300m'],
    ['1', '-1', '0'],
  ])('is written like its first part unless that is zero: %s + %s = %s', (first, second, sum) => {
    expect(Quantity.parse(first).plus(Quantity.parse(second)).toString()).toBe(sum);
  });
});

describe('comparing', () => {
  test.each([['1Ki', '1k', 1], ['1024', '1Ki', 0], ['999m', '1', -1], ['-1', '0', -1], ['0', '0Mi', 0]])('%s and %s: %s', (first, second, order) => {
    expect(Quantity.parse(first).compare(Quantity.parse(second))).toBe(order);
  });

  test('the larger one is taken, and the first of equals', () => {
    expect(Quantity.parse('1Gi').max(Quantity.parse('1G')).toString()).toBe('1Gi');
    expect(Quantity.parse('1G').max(Quantity.parse('1Gi')).toString()).toBe('1Gi');
    expect(Quantity.parse('2048').max(Quantity.parse('2Ki')).toString()).toBe('2048');
  });

  test.each([['1u', '1m'], ['1500u', '2m'], ['-1500u', '-2m'], ['2m', '2m'], ['64Mi', '64Mi']])('the API server keeps nothing finer than a milli: %s → %s', (written, kept) => {
    expect(Quantity.parse(written).roundUpToMilli().toString()).toBe(kept);
  });
});

describe('what is no quantity', () => {
  test('is refused with the value and what to write', () => {
    expect(() => Quantity.parse('12 MB')).toThrow(new Error(
      '"12 MB" is not a quantity: write a number with one of the suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or with none, such as 250m or 64Mi'));
  });

  test.each([
    '', ' ', '.', '+', '-', 'Ki', 'm', 'e3', '1K', '64MB', '64mi', '64ki', '1.1.M', '1+1.0M', '.5i', '1i', '-3.01e-', '1e', '1e1.5', '1 M', '--1', '1_000', '0x10', '１',
    '1e309', '1e99999999999999999999', 'Infinity', 'NaN',
    NaN, Infinity, -Infinity, true, undefined, {}, [], ['1'],
  ])('%p', value => {
    expect(Quantity.tryParse(value)).toBeUndefined();
  });

  test.each([['a', '"a"'], [1, '1'], [NaN, 'NaN'], [true, 'true'], [null, 'null'], [[1], 'a list'], [{ a: 1 }, 'an object']])('a message shows %p as %s', (value, shown) => {
    expect(showValue(value)).toBe(shown);
  });
});

describe('for any quantity', () => {
  const suffix = fc.constantFrom('n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'e3', 'E-2', 'e-12');
  const digits = fc.nat({ max: 999_999 }).map(String);
  const quantity = fc.tuple(fc.constantFrom('', '-', '+'), digits, fc.option(digits, { nil: undefined }), suffix)
    .map(([sign, whole, fraction, unit]) => Quantity.parse(`${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${unit}`));

  test('what is printed is read as the same amount, and printed again as the same text', () => {
    forAll(fc.property(quantity, amount => {
      const again = Quantity.parse(amount.toString());

      expect(again.compare(amount)).toBe(0);
      expect(again.toString()).toBe(amount.toString());
    }));
  });

  test('the order of a sum does not change its amount', () => {
    forAll(fc.property(quantity, quantity, quantity, (a, b, c) => {
      expect(a.plus(b).compare(b.plus(a))).toBe(0);
      expect(a.plus(b).plus(c).compare(a.plus(b.plus(c)))).toBe(0);
    }));
  });

  test('the larger of two is one of them and not below either', () => {
    forAll(fc.property(quantity, quantity, (a, b) => {
      const larger = a.max(b);

      expect([a, b]).toContain(larger);
      expect(larger.compare(a)).toBeGreaterThanOrEqual(0);
      expect(larger.compare(b)).toBeGreaterThanOrEqual(0);
    }));
  });

  test('amounts are whole nanos: what bigints add up is what is added up', () => {
    const nanos = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

    forAll(fc.property(nanos, nanos, (a, b) => {
      expect(Quantity.parse(`${a}n`).plus(Quantity.parse(`${b}n`)).compare(Quantity.parse(`${a + b}n`))).toBe(0);
    }));
  });
});
