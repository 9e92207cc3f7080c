import { Duration } from 'cdk8s';
import { FixedPart, mergeConfig, RawConfig } from '../../../src/catalog/private/merge-config';

const TYPED = {
  extensions: { health_check: { endpoint: '0.0.0.0:13133' } },
  service: { extensions: ['health_check'], telemetry: { metrics: { level: 'none' } } },
};
const FIXED: readonly FixedPart[] = [
  [['extensions', 'health_check', 'endpoint'], "set 'healthPort'"],
  [['admin'], 'remove it'],
];

function merged(raw?: RawConfig) {
  return mergeConfig("'config' of 'otel'", TYPED, raw, FIXED);
}

test('mappings merge, scalars and lists replace, and null removes a key', () => {
  expect(merged({
    processors: { batch: {} },
    service: { extensions: ['health_check', 'pprof'], telemetry: { metrics: { level: 'detailed' }, logs: null }, pipelines: [{ a: null, b: 1 }] },
    extensions: { health_check: { endpoint: '0.0.0.0:13133', path: '/' } },
  })).toEqual({
    extensions: { health_check: { endpoint: '0.0.0.0:13133', path: '/' } },
    service: { extensions: ['health_check', 'pprof'], telemetry: { metrics: { level: 'detailed' } }, pipelines: [{ b: 1 }] },
    processors: { batch: {} },
  });
  expect(merged({ service: null })).toEqual({ extensions: TYPED.extensions });
  expect(merged({ service: 'none' })).toEqual({ extensions: TYPED.extensions, service: 'none' });
  expect(merged()).toBe(TYPED);
});

test('neither configuration changes', () => {
  const raw = { service: { telemetry: { logs: { level: 'debug' } } } };
  const result: any = merged(raw);
  result.service.telemetry.logs.level = 'info';

  expect(raw).toEqual({ service: { telemetry: { logs: { level: 'debug' } } } });
  expect(TYPED.service.telemetry).toEqual({ metrics: { level: 'none' } });
});

describe('where the program ignores the case of keys', () => {
  const anyCase = (raw: RawConfig) => mergeConfig("'config' of 'otel'", TYPED, raw, FIXED, true);

  test('a key in another case replaces that of the sidecar', () => {
    expect(anyCase({ Service: { TELEMETRY: { Other: 1 } } })).toEqual({
      ...TYPED, service: { ...TYPED.service, telemetry: { metrics: { level: 'none' }, Other: 1 } },
    });
  });

  test.each<RawConfig>([{ Extensions: { health_check: { Endpoint: 'localhost:1' } } }, { ADMIN: 1 }])('%j cannot change what the sidecar relies on', raw => {
    expect(() => anyCase(raw)).toThrow("'config' of 'otel' sets ");
    expect(() => merged(raw)).not.toThrow();
  });
});

test('a key that every object inherits is a key as any other', () => {
  expect(mergeConfig("'config' of 'otel'", {}, { constructor: { a: 1 }, toString: 'b' }, [])).toEqual({ constructor: { a: 1 }, toString: 'b' });
});

test.each<[string, RawConfig, string]>([
  ['changed', { extensions: { health_check: { endpoint: 'localhost:1' } } },
    "'config' of 'otel' sets extensions.health_check.endpoint to \"localhost:1\", but the sidecar relies on \"0.0.0.0:13133\": set 'healthPort'"],
  ['removed', { extensions: { health_check: null } },
    "'config' of 'otel' removes extensions.health_check.endpoint, but the sidecar relies on \"0.0.0.0:13133\": set 'healthPort'"],
  ['replaced with what is around it', { extensions: ['health_check'] },
    "'config' of 'otel' removes extensions.health_check.endpoint, but the sidecar relies on \"0.0.0.0:13133\": set 'healthPort'"],
  ['added', { admin: { port: 1 } }, "'config' of 'otel' sets admin to {\"port\":1}, but the sidecar decides it: remove it"],
])('a part that the sidecar relies on cannot be %s', (_, raw, message) => {
  expect(() => merged(raw)).toThrow(new Error(message));
});

test.each<[string, RawConfig, string]>([
  ['an object of a class', { batch: { timeout: Duration.seconds(5) } }, 'a Duration at batch.timeout'],
  ['a function', { batch: () => 1 }, 'a function at batch'],
  ['no number', { batch: { size: Number.NaN } }, 'NaN at batch.size'],
  ['nothing in a list', { list: [1, null] }, 'null at list.1'],
])('%s is refused, because it is no data', (_, raw, what) => {
  expect(() => merged(raw)).toThrow(new Error(`'config' of 'otel' has ${what}: use strings, numbers, booleans, lists and objects`));
});
