import * as fs from 'fs';
import { recordedFile } from '../../knowledge/meshes/recorded';
import { run } from '../run';

const RECORDED: { readonly [name: string]: any } = JSON.parse(fs.readFileSync(recordedFile('pods.json'), 'utf8'));

/** What each injector leaves on a pod, and the images of its containers: the records only have what decides about a pod's life. */
const LEFT: { readonly [mesh: string]: { readonly metadata: object; readonly image: string } } = {
  linkerd: { metadata: { annotations: { 'linkerd.io/inject': 'enabled', 'linkerd.io/proxy-version': 'edge-26.8.3' } }, image: 'cr.l5d.io/linkerd/proxy:edge-26.8.3' },
  istio: { metadata: { labels: { 'sidecar.istio.io/inject': 'true' }, annotations: { 'sidecar.istio.io/status': '{}' } }, image: 'docker.io/istio/proxyv2:1.29.1' },
  kuma: { metadata: { labels: { 'kuma.io/sidecar-injection': 'enabled' }, annotations: { 'kuma.io/sidecar-injected': 'true' } }, image: 'docker.io/kumahq/kuma-dp:2.14.3' },
  consul: {
    metadata: { annotations: { 'consul.hashicorp.com/connect-inject': 'true', 'consul.hashicorp.com/connect-inject-status': 'injected' } },
    image: 'hashicorp/consul-dataplane:2.0.1',
  },
  dapr: { metadata: { labels: { 'dapr.io/sidecar-injected': 'true' }, annotations: { 'dapr.io/enabled': 'true' } }, image: 'docker.io/daprio/daprd:1.18.3' },
};

const OWN = ['helper', 'migrate', 'app'];

function podOf(name: string): object {
  const [mesh] = name.split('-');
  const { initContainers, containers, grace } = RECORDED[name];
  const whole = ({ runAsUser, runAsNonRoot, ports = [], drain: _, ...rest }: any) => ({
    image: OWN.includes(rest.name) ? `ghcr.io/acme/${rest.name}:1.0.0` : LEFT[mesh].image,
    ...rest,
    ports: ports.map((containerPort: number) => ({ containerPort })),
    securityContext: { runAsUser, runAsNonRoot },
  });
  const spec = { terminationGracePeriodSeconds: grace, initContainers: initContainers.map(whole), containers: containers.map(whole) };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'app', ...LEFT[mesh].metadata }, spec };
}

async function findings(name: string, ...options: string[]): Promise<any[]> {
  const { out, err } = await run(['check', '-', '--format', 'json', ...options], JSON.stringify(podOf(name)));
  expect(err).toBe('');
  return JSON.parse(out).findings;
}

function meshOption(name: string): string[] {
  const [, mesh, version, cni] = /^([a-z]+)-(.*)-(?:native|legacy)(-cni)?$/.exec(name)!;
  return ['--mesh', `${mesh}@${version}${cni ? '+cni' : ''}`];
}

/** The pods that really never start: a CNI plugin leads the gate of `helper` to a proxy that waits for it. */
const STUCK = ['linkerd-2.18-legacy-cni', 'linkerd-2.19-legacy-cni', 'linkerd-edge-26.8.3-legacy-cni'];

describe.each(Object.keys(RECORDED))('%s', name => {
  test('has no false error with --mesh, and none about what belongs to the mesh', async () => {
    const found = await findings(name, ...meshOption(name));

    expect(found.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(STUCK.includes(name) ? ['NS120'] : []);
    expect(found.filter(({ rule }) => rule === 'NS605')).toEqual([]);
  });
});

test('what runs before the proxy of Consul is told in its output too', async () => {
  expect((await findings('consul-2.0-native', '--mesh', 'consul@2.0')).map(({ rule }) => rule)).toContain('NS108');
});

test('a container of the user with the name of the proxy is still an error', async () => {
  const manifest = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'app' }, spec: { containers: [{ name: 'app' }, { name: 'daprd', image: 'ghcr.io/acme/other:1.0.0' }] } };

  const { out } = await run(['check', '-', '--format', 'json', '--mesh', 'dapr@1.18'], JSON.stringify(manifest));

  expect(JSON.parse(out).findings.map(({ rule }: any) => rule)).toContain('NS605');
});

test('a recorded deadlock of Istio is told and shown, with and without --mesh', async () => {
  const file = recordedFile('istio-1.29.1-job-legacy-DEADLOCK.yaml');

  for (const options of [[], ['--mesh', 'istio@1.29']]) {
    const checked = await run(['check', file, '--format', 'json', ...options]);
    expect(JSON.parse(checked.out).findings.map(({ rule }: any) => rule)).toContain('NS106');
    expect((await run(['explain', file, ...options])).out).toContain('the pod is stuck');
  }
});
