import { inTypeScript } from '../../../src/data/language';
import { CONSUL } from '../../../src/knowledge/meshes/consul';
import { DAPR } from '../../../src/knowledge/meshes/dapr';
import { KUMA } from '../../../src/knowledge/meshes/kuma';
import { MeshFacts, meshVersion } from '../../../src/knowledge/meshes/mesh-facts';
import { MESHES } from '../../../src/knowledge/meshes/mesh-list';
import { OPENTELEMETRY_OPERATOR, VAULT_INJECTOR } from '../../../src/knowledge/meshes/other-injectors';

function injected(facts: MeshFacts, version: string, native: boolean, more: { cni?: boolean; drainSeconds?: number } = {}) {
  return facts.injected({ version: meshVersion(facts, version, native, inTypeScript), native, cni: false, ...more });
}

function named(name: string): MeshFacts {
  return MESHES.find(facts => facts.name === name)!;
}

describe('where each injector puts what', () => {
  test.each([
    ['Linkerd', '2.20', true, false, ['linkerd-init first', 'linkerd-proxy first']],
    ['Linkerd', '2.20', true, true, ['linkerd-network-validator first', 'linkerd-proxy first']],
    ['Linkerd', '2.20', false, false, ['linkerd-init last', 'linkerd-proxy main-first']],
    ['Linkerd', '2.20', false, true, ['linkerd-network-validator last', 'linkerd-proxy main-first']],
    ['Istio', '1.29', true, false, ['istio-init first', 'istio-proxy first']],
    ['Istio', '1.29', true, true, ['istio-validation first', 'istio-proxy first']],
    ['Istio', '1.29', false, false, ['istio-init last', 'istio-proxy main']],
    ['Istio', '1.29', false, true, ['istio-validation first', 'istio-proxy main']],
    ['Kuma', '2.14', true, false, ['kuma-init first', 'kuma-sidecar first']],
    ['Kuma', '2.14', true, true, ['kuma-validation first', 'kuma-sidecar first']],
    ['Kuma', '2.6', false, false, ['kuma-init last', 'kuma-sidecar main-first']],
    ['Consul', '1.9', true, false, ['consul-connect-inject-init last', 'consul-dataplane last']],
    ['Consul', '1.9', false, false, ['consul-connect-inject-init last', 'consul-dataplane main-first']],
    ['Dapr', '1.18', true, false, ['daprd last']],
    ['Dapr', '1.17', false, false, ['daprd main']],
  ])('%s %s, native: %s, CNI: %s', (mesh, version, native, cni, expected) => {
    expect(injected(named(mesh), version, native, { cni }).map(one => `${one.container.name} ${one.place}`)).toEqual(expected);
  });

  test('only a native proxy is restarted always', () => {
    for (const facts of MESHES) {
      const newest = facts.known.filter(run => !run.edge).slice(-1)[0].to;
      const policies = [true, false].map(native => injected(facts, newest, native).map(one => one.container.restartPolicy).slice(-1)[0]);
      expect([facts.name, ...policies]).toEqual([facts.name, 'Always', undefined]);
    }
  });
});

describe('how long a proxy may run after its stop signal', () => {
  test.each([
    ['Linkerd', '2.20', true, undefined, 120],
    ['Linkerd', '2.20', true, 5, 5],
    ['Linkerd', '2.20', false, undefined, 120],
    ['Istio', '1.29', true, undefined, 0],
    ['Istio', '1.21', true, undefined, 0],
    ['Istio', '1.20', true, undefined, 5],
    ['Istio', '1.29', false, undefined, 5],
    ['Kuma', '2.14', true, undefined, 0],
    ['Kuma', '2.14', false, undefined, 30],
    ['Consul', '1.9', true, undefined, 30],
    ['Consul', '1.9', true, 0, 0],
    ['Dapr', '1.18', true, undefined, 5],
    ['Dapr', '1.18', true, 12, 12],
  ])('%s %s, native: %s, told %s: %s s', (mesh, version, native, drainSeconds, expected) => {
    expect(injected(named(mesh), version, native, { drainSeconds }).map(one => one.shutdownSeconds).slice(-1)).toEqual([expected]);
  });
});

describe('the gate of a native proxy', () => {
  test.each([
    ['Kuma', '2.13', { httpGet: { path: '/ready', port: 9901 }, initialDelaySeconds: 1, periodSeconds: 5, failureThreshold: 12, timeoutSeconds: 3 }],
    ['Kuma', '2.14', { httpGet: { path: '/ready', port: 9902 }, initialDelaySeconds: 1, periodSeconds: 5, failureThreshold: 12, timeoutSeconds: 3 }],
    [
      'Consul', '1.9',
      { exec: { command: ['/usr/local/bin/consul-dataplane', '-check-proxy-health'] }, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 10, timeoutSeconds: 5 },
    ],
    ['Dapr', '1.18', undefined],
    ['Istio', '1.20', { httpGet: { path: '/healthz/ready', port: 15021 }, periodSeconds: 1, failureThreshold: 600, timeoutSeconds: 3 }],
    ['Istio', '1.19', undefined],
  ])('%s %s', (mesh, version, expected) => {
    expect(injected(named(mesh), version, true).slice(-1)[0].container.startupProbe).toEqual(expected);
  });

  test('Kuma, Consul and Dapr without a native proxy have none', () => {
    expect([injected(KUMA, '2.14', false), injected(CONSUL, '1.9', false), injected(DAPR, '1.18', false)]
      .map(list => list.slice(-1)[0].container.startupProbe)).toEqual([undefined, undefined, undefined]);
  });
});

test.each([
  ['Kuma', '2.14', true, { preStop: { exec: { command: ['killall', '-USR2', 'kuma-dp'] } } }],
  ['Kuma', '2.14', false, undefined],
  ['Istio', '1.21', true, { preStop: { exec: { command: ['pilot-agent', 'request', '--debug-port=15020', 'POST', 'drain'] } } }],
  ['Istio', '1.20', true, undefined],
  ['Consul', '1.9', true, undefined],
  ['Dapr', '1.18', true, undefined],
])('hooks of the proxy of %s %s, native: %s', (mesh, version, native, expected) => {
  expect(injected(named(mesh), version, native).slice(-1)[0].container.lifecycle).toEqual(expected);
});

test('the users of the containers that Kuma and Consul add', () => {
  const users = (facts: MeshFacts, version: string, cni: boolean) => injected(facts, version, true, { cni })
    .map(one => one.container.securityContext.runAsUser);

  expect(users(KUMA, '2.14', false)).toEqual([0, 5678]);
  expect(users(KUMA, '2.14', true)).toEqual([5678, 5678]);
  expect(users(CONSUL, '2.0', false)).toEqual([0, 5995]);
  expect(users(CONSUL, '2.0', true)).toEqual([5996, 5995]);
});

test('every container that an injector adds has a reserved name', () => {
  for (const facts of MESHES) {
    const version = facts.known.filter(run => !run.edge).slice(-1)[0].to;
    const names = [true, false].flatMap(cni => injected(facts, version, true, { cni }).map(one => one.container.name));
    expect(facts.reserved.containerNames).toEqual(expect.arrayContaining(names));
  }
});

test('two injectors that are no mesh', () => {
  expect(OPENTELEMETRY_OPERATOR.adds).toEqual([{ name: 'otc-container', place: 'last', native: true }]);
  expect(VAULT_INJECTOR.adds.map(one => `${one.name} ${one.place}`)).toEqual(['vault-agent-init last', 'vault-agent main']);
  expect(VAULT_INJECTOR.adds.some(one => one.native)).toBe(false);
});
