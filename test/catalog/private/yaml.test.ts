import * as fc from 'fast-check';
import * as yaml from 'js-yaml';
import { toYaml } from '../../../src/catalog/private/yaml';
import { forAll } from '../../for-all';

test('what is written is read again as the same, whatever it is', () => {
  const { config } = fc.letrec<{ config: unknown; scalar: unknown }>(tie => ({
    scalar: fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constantFrom('on', 'No', 'null', '~', '1e3', '0x1f', '- a', 'a: b', '')),
    config: fc.oneof({ depthSize: 'small' }, tie('scalar'), fc.array(tie('config')), fc.dictionary(fc.string(), tie('config'), { noNullPrototype: true })),
  }));
  const mapping = fc.dictionary(fc.string().filter(key => key !== '__proto__'), config, { noNullPrototype: true });

  forAll(fc.property(mapping, value => {
    fc.pre(!JSON.stringify(value).includes('__proto__'));
    expect(yaml.load(toYaml(value as any)) ?? {}).toEqual(value);
  }));
});

test('keys keep their order, plain words stay bare, and what is undefined is left out', () => {
  const text = toYaml({ b: 'info', a: undefined, list: [{ path: '/var/log/*.log', on: true }, ['x'], []], none: {}, word: 'off' });

  expect(text).toBe('b: info\nlist:\n  - path: "/var/log/*.log"\n    "on": true\n  - - x\n  - []\nnone: {}\nword: "off"\n');
});
