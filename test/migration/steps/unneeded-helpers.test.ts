import { PodModel } from '../../../src/kubernetes/pod';
import { Recognition } from '../../../src/recognition/recognition';
import { folders, mounting, running } from '../../recognition/pods';
import { APP, manualOf, planOf } from '../plans';

const EXPORTER = { name: 'metrics', image: 'oliver006/redis_exporter:v1.62.0' };
const RELOADER = { name: 'reload', image: 'jimmidyson/configmap-reload:v0.9.0', args: ['--volume-dir=/etc/c', '--webhook-url=http://localhost:8080/-/reload'] };

function told(...given: Parameters<typeof planOf>): string {
  const { edits, manual } = planOf(...given);
  return [...edits, ...manual].map(({ why }) => why).join('\n');
}

test('a helper that the app does not need is said to do what it does', () => {
  const text = told(running([APP, EXPORTER, RELOADER]));

  expect(text).toContain("'metrics' observes the app");
  expect(text).toContain("'reload' tells the app of changed configuration");
});

test('one that moves on request is not said to be needed, and no startup probe is asked for', () => {
  const text = told(running([APP, EXPORTER, RELOADER]), { includeOptional: true });

  expect(text).toContain("'metrics' observes the app (its image is Prometheus exporter), and moves because you pass --include optional");
  expect(text).toContain("'reload' tells the app of changed configuration (its image is ");
  expect(text).not.toContain('must be up before the app');
  expect(text).not.toContain('gets no startup probe');
});

test('once the continuous twin has moved, only its init container is left to remove', () => {
  const image = 'registry.k8s.io/git-sync/git-sync:v4.4.0';
  const args = ['--repo=https://git.acme.io/site', '--root=/git'];
  const once = mounting({ '/git': 'site' }, { name: 'clone', image, args: [...args, '--one-time'] });
  const sync = mounting({ '/git': 'site' }, { name: 'sync', image, args });
  const first = planOf(running([mounting({ '/site:ro': 'site' }, APP), sync], { inits: [once], volumes: folders('site') }));
  const second = planOf(new Recognition(PodModel.fromManifest(first.result)));
  const removal = "init container 'clone' (--one-time) and 'sync' run the same program, once and then continuously: remove 'clone', because the app waits until the startupProbe of 'sync' passes";

  // The step stays until somebody takes it.
  expect([first, second].map(plan => manualOf(plan, 'NS509'))).toEqual([[removal], [removal]]);
});

test('a helper that a preStop hook of the app calls is not said to be needless', () => {
  const manager = {
    name: 'drain',
    image: 'ghcr.io/projectcontour/contour:v1.30.0',
    command: ['contour'],
    args: ['envoy', 'shutdown-manager', '--serve-port=8090'],
    livenessProbe: { httpGet: { path: '/healthz', port: 8090 } },
  };
  const envoy = (port: number) => ({
    name: 'envoy', image: 'envoyproxy/envoy:v1.31.0', ports: [{ containerPort: 8080 }], lifecycle: { preStop: { httpGet: { path: '/shutdown', port } } },
  });

  expect(told(running([manager, envoy(8090)]))).toContain("and the preStop hook of 'envoy' calls it. It can stay an ordinary container if it runs until that hook ends");
  expect(told(running([{ ...manager, args: ['envoy', 'shutdown-manager'], livenessProbe: undefined }, envoy(8090)]))).toContain("the preStop hook of 'envoy' calls it");
  expect(told(running([manager, envoy(8080)]))).toContain('which does not need it');
});

describe('a proxy of which nothing shows the way', () => {
  const pod = running([{ ...APP, ports: [{ containerPort: 8080 }] }, { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0' }]);

  test('is not said to receive the traffic of the app', () => {
    expect(manualOf(planOf(pod), 'NS201')).toEqual([
      "nothing shows whether 'envoy' (its image is Envoy) receives the app's traffic or carries what the app sends. If the app sends through 'envoy', it should be a native sidecar: "
      + 'pass --include optional to move it; otherwise it can stay an ordinary container. Its configuration, or a setting of the app with its address, in the input, or an entry under '
      + "'sidecars' in the configuration would make it clear",
    ]);
    expect(planOf(pod).verdict).toBe('advice');
  });

  test('moves on request', () => {
    const text = told(pod, { includeOptional: true });

    expect(planOf(pod, { includeOptional: true }).moved).toEqual(['envoy']);
    expect(text).toContain("the app may send through 'envoy' (its image is Envoy), which moves because you pass --include optional");
    expect(text).toContain("the app now stops before 'envoy', which may still forward requests to it");
    expect(text).not.toContain('nothing shows whether');
  });
});
