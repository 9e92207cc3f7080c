import { ApiObject, App, Chart, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { NativeSidecar, StartupGate } from '../../src';
import { withQuickYaml } from '../../src/sidecars/quick-yaml';
import { forAll } from '../for-all';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('yes', 'off', '0x1f', '1_000', '12:30:45', '.inf', '~', 'null', '', ' a', 'a: b', 'a #b', '- a', '%a', '---', '...', '<<', '=', '0o17', 'a\nb', 'a\r\nb', '\t'),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9._\/-]{4,12}$/),
);
const value = fc.letrec(tie => ({
  value: fc.oneof({ depthSize: 'medium' }, text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(text, tie('value'), { maxKeys: 4 }).map(map => ({ ...map })),
}));

/** The same as within a synth. */
function written(...docs: any[]): string {
  return withQuickYaml(() => Yaml.stringify(...docs));
}

test('writes what cdk8s writes', () => {
  forAll(fc.property(fc.array(value.map, { minLength: 1, maxLength: 3 }), docs => {
    expect(written(...docs)).toBe(Yaml.stringify(...docs));
  }), { numRuns: 2_000 });
});

test.each([
  ['an object in two places', () => { const shared = { a: 1 }; return { one: shared, two: [shared] }; }],
  ['an empty list in two places', () => { const shared: any[] = []; return { one: shared, two: shared }; }],
  ['a value that is not defined', () => ({ a: undefined, b: [undefined] })],
  ['a date', () => ({ a: new Date(0) })],
  ['an object that writes itself', () => ({ a: { b: 1, toJSON: () => 'text' } })],
  ['minus zero after zero', () => ({ a: 0, b: -0 })],
  ['a large number', () => ({ a: BigInt('9007199254740993') })],
  ['a key of 2,000 characters', () => ({ ['k'.repeat(2_000)]: { a: 1 } })],
  ['no document', () => undefined],
  ['a document that is text', () => 'text'],
])('leaves %s to cdk8s', (_what, make) => {
  expect(written(make(), { a: 1 })).toBe(Yaml.stringify(make(), { a: 1 }));
});

describe('in a synth', () => {
  const original = Yaml.stringify;
  afterEach(() => { Yaml.stringify = original; });

  function appWithSidecar(): App {
    const app = new App();
    const chart = new Chart(app, 'shop');
    const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
    new NativeSidecar(web, 'cache', { image: 'ghcr.io/acme/cache:1.0.0', startup: StartupGate.tcpSocket(11211) });
    new ApiObject(chart, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { 'app.conf': 'one\ntwo\n' } });
    return app;
  }

  test('gives the YAML of cdk8s', () => {
    const app = appWithSidecar();
    const objects = app.charts.flatMap(chart => chart.toJson());

    expect(app.synthYaml()).toBe(original.call(Yaml, ...objects));
  });

  test('leaves no trace, also if the synth fails', () => {
    const app = appWithSidecar();
    app.node.addValidation({ validate: () => ['no'] });

    expect(() => app.synthYaml()).toThrow('no');
    expect(Yaml.stringify).toBe(original);
  });

  test('uses a writer that the user put in the place of that of cdk8s', () => {
    Yaml.stringify = () => 'mine';

    expect(appWithSidecar().synthYaml()).toBe('mine');
  });
});
