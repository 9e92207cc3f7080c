import { Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, NativeSidecar } from '../../src';
import { addSidecar, chartIn, deploymentIn, synthPod } from '../sidecars/support';

const { fromValue } = kplus.EnvValue;
const { OtelExporter, OtelProcessor } = catalog;

type Mapping = { readonly [key: string]: any };
type Make = (web: kplus.Deployment, order: (mapping: Mapping) => Mapping) => unknown;

const asGiven = (mapping: Mapping) => mapping;
/** As another language may have it: with all keys in reverse order, at every depth. */
const reversed = (mapping: Mapping): Mapping => Object.fromEntries(Object.entries(mapping).reverse()
  .map(([key, value]) => [key, typeof value === 'object' && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype ? reversed(value) : value]));

function manifests(make: Make, order: typeof asGiven): string {
  const chart = chartIn();
  make(deploymentIn(chart), order);
  return JSON.stringify(Testing.synth(chart));
}

function configOf(make: (web: kplus.Deployment) => NativeSidecar): string {
  const chart = chartIn();
  make(deploymentIn(chart));
  return Object.values<string>(Testing.synth(chart).find(({ kind }) => kind === 'ConfigMap').data)[0];
}

const PLACES: { readonly [place: string]: Make } = {
  'the data of a ConfigMap': (web, order) => addSidecar(web).addConfigMap('config', { data: order({ b: '1', a: '2' }) }),
  'the variables of a sidecar': (web, order) => addSidecar(web, 'cache', { envVariables: order({ B: fromValue('1'), A: fromValue('2') }) }),
  'the variables of a preset': (web, order) => new catalog.CloudSqlProxy(web, 'db', { instance: 'acme:europe-west1:orders', envVariables: order({ B: fromValue('1'), A: fromValue('2') }) }),
  'the options of a Fluent Bit plugin': (web, order) => new catalog.FluentBit(web, 'logs', {
    inputs: [{ options: order({ mem_buf_limit: '5M', inotify_watcher: false }), processors: [{ plugin: 'content_modifier', options: order({ action: 'insert', key: 'team', value: 'shop' }) }] }],
    filters: [{ plugin: 'grep', options: order({ regex: 'level error', exclude: 'path /healthz' }) }],
    outputs: [{ plugin: 'loki', options: order({ port: 3100, host: 'loki' }) }],
  }),
  'the configuration of Fluent Bit': (web, order) => new catalog.FluentBit(web, 'logs', { outputs: [{ plugin: 'stdout' }], config: order({ service: { 'log_level': 'debug', 'hot_reload': 'on', 'dns.mode': 'TCP' } }) }),
  'the headers of an exporter': (web, order) => new catalog.OtelCollector(web, 'otel', {
    exporters: [OtelExporter.otlpGrpc('otel:4317', { headers: order({ 'x-team': 'shop', 'authorization': 'Bearer ${env:TOKEN}' }) })],
    processors: [OtelProcessor.resource(order({ team: 'shop', env: 'production' })), OtelProcessor.custom('attributes/more', order({ include: { services: ['web'], match_type: 'strict' }, actions: [] }))],
  }),
  'the configuration of a collector': (web, order) => new catalog.OtelCollector(web, 'otel', { exporters: [OtelExporter.debug()], config: order({ processors: { b: { y: 1, x: 2 }, a: {} } }) }),
  'the headers of nginx': (web, order) => new catalog.Nginx(web, 'proxy', { appPort: 8080, responseHeaders: order({ 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' }) }),
  'the directives of nginx': (web, order) => new catalog.Nginx(web, 'proxy', { appPort: 8080, config: order({ http: { keepalive_timeout: '75s', client_header_timeout: '5s' } }) }),
  'the directives of Redis': (web, order) => new catalog.RedisCache(web, 'cache', { config: order({ 'timeout': 30, 'lazyfree-lazy-eviction': 'yes' }) }),
};

test.each(Object.keys(PLACES))('the order of a mapping changes nothing in %s', place => {
  expect(manifests(PLACES[place], reversed)).toBe(manifests(PLACES[place], asGiven));
});

describe('an order that has a meaning stays', () => {
  test('variables come after those that they refer to, by name otherwise', () => {
    const chart = chartIn();
    addSidecar(deploymentIn(chart), 'cache', {
      envVariables: { ADDRESS: fromValue('$(HOST):$(PORT)'), PORT: fromValue('80'), HOST: fromValue('$(REGION).acme.example'), REGION: fromValue('eu'), COST: fromValue('$$(PORT)') },
    });

    expect(synthPod(chart).container('cache').spec.env.map(({ name }: { name: string }) => name)).toEqual(['REGION', 'HOST', 'PORT', 'ADDRESS', 'COST']);
  });

  test('variables that refer to each other are written by name', () => {
    const chart = chartIn();
    addSidecar(deploymentIn(chart), 'cache', { envVariables: { B: fromValue('$(A)'), A: fromValue('$(B)'), PATH: fromValue('$(PATH):/opt/bin') } });

    expect(synthPod(chart).container('cache').spec.env.map(({ name }: { name: string }) => name).sort()).toEqual(['A', 'B', 'PATH']);
  });

  test('of the rules of a Fluent Bit modify filter', () => {
    const options = { rename: 'msg message', add: 'team shop' };

    expect(configOf(web => new catalog.FluentBit(web, 'logs', { outputs: [{ plugin: 'stdout' }], filters: [{ plugin: 'modify', options }] }))).toMatch(/rename: .*\n\s*add: /);
  });

  test('of nginx directives that rely on others', () => {
    const http = { log_format: 'short "$request"', access_log: '/dev/stdout short' };

    expect(configOf(web => new catalog.Nginx(web, 'proxy', { appPort: 8080, config: { http } }))).toMatch(/log_format short .*\n\s*access_log \/dev\/stdout short/);
  });
});
