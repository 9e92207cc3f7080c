import { Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, refusals, synthPod } from './support';
import { NativeSidecarProps, PodLifecycle } from '../../src';

function sidecarOf(image: string, props: Partial<NativeSidecarProps> = {}) {
  const chart = chartIn();
  const web = deploymentIn(chart);
  const sidecar = addSidecar(web, 'helper', { image, ...props });
  return { chart, web, sidecar };
}

/** The user of a sidecar, the folders that it can write, and the rules that are about its image. */
function synthesized(image: string, props: Partial<NativeSidecarProps> = {}) {
  const { chart, web } = sidecarOf(image, props);
  const pod = synthPod(chart);
  const { securityContext, volumeMounts = [] } = pod.container('helper')!.spec;
  const about = PodLifecycle.of(web).findings.map(({ rule }) => rule).filter(rule => ['NS107', 'NS116', 'NS117', 'NS118'].includes(rule));
  return {
    user: securityContext.runAsUser,
    folders: volumeMounts.map((mount: any) => mount.mountPath),
    isReadOnly: securityContext.readOnlyRootFilesystem,
    about,
  };
}

describe('the defaults do not break a known image: NativeSidecar gets its user and the folders that it writes', () => {
  test.each<[string, number, string[]]>([
    ['nginx:1.28', 101, ['/var/cache/nginx', '/var/run']],
    ['nginxinc/nginx-unprivileged:1.28', 101, ['/tmp']],
    ['postgres:17', 999, ['/var/lib/postgresql', '/var/run/postgresql', '/tmp']],
    ['postgres:17-alpine', 70, ['/var/lib/postgresql', '/var/run/postgresql', '/tmp']],
    ['mysql:8.4', 999, ['/var/lib/mysql', '/var/run/mysqld', '/tmp']],
    ['rabbitmq:4.1-alpine', 100, ['/var/lib/rabbitmq']],
    ['docker.elastic.co/beats/filebeat:9.5.2', 1000, ['/usr/share/filebeat/data', '/usr/share/filebeat/logs']],
    ['fluent/fluentd:v1.17-debian-1', 999, ['/fluentd/log']],
    ['timberio/vector:0.57.0-alpine', 65532, ['/var/lib/vector']],
    ['grafana/alloy:v1.18.1', 473, ['/var/lib/alloy/data']],
    ['haproxy:3.2', 99, []],
    ['redis:8.2', 999, ['/data']],
    ['memcached:1.6.45', 11211, []],
    ['envoyproxy/envoy:v1.39.0', 101, []],
    ['otel/opentelemetry-collector:0.159.0', 10001, []],
    ['registry.k8s.io/git-sync/git-sync:v4.7.1', 65533, ['/tmp']],
    ['mirror.example.com/library/redis:8.2', 999, ['/data']],
    ['telegraf:1.37', 65532, []],
    ['busybox:1.37', 65532, []],
    ['curlimages/curl:8.16.0', 65532, []],
    ['ghcr.io/acme/cache:1.6.45', 65532, []],
  ])('%s as user %d, with %j', (image, user, folders) => {
    expect(synthesized(image)).toEqual({ user, folders, isReadOnly: true, about: [] });
  });

  test('an image that writes to its own files gets a writable root', () => {
    expect(synthesized('gcr.io/datadoghq/agent:7.82.2')).toEqual({ user: 100, folders: [], isReadOnly: false, about: [] });
  });

  test('the volumes are in the pod', () => {
    const { chart } = sidecarOf('nginx:1.28');

    expect(synthPod(chart).spec.volumes).toEqual([{ emptyDir: {}, name: 'helper-var-cache-nginx' }, { emptyDir: {}, name: 'helper-var-run' }]);
    expect(refusals(chart)).toEqual([]);
  });
});

describe('what the user sets stays', () => {
  test('a user', () => {
    expect(synthesized('redis:8.2', { user: 1000 }).user).toBe(1000);
    expect(synthesized('redis:8.2', { securityContext: { user: 1000 } }).user).toBe(1000);
  });

  test('a volume at a folder, above it or below it', () => {
    const { chart, sidecar } = sidecarOf('postgres:17');
    sidecar.container.mount('/var/lib/postgresql/data', kplus.Volume.fromEmptyDir(chart, 'data', 'data'));
    sidecar.container.mount('/run', kplus.Volume.fromEmptyDir(chart, 'run', 'run'));

    expect(synthPod(chart).container('helper')!.spec.volumeMounts.map((mount: any) => mount.mountPath)).toEqual(['/var/lib/postgresql/data', '/run', '/tmp']);
  });

  test('a writable root, which needs no volumes', () => {
    expect(synthesized('nginx:1.28', { securityContext: { readOnlyRootFilesystem: false } }).folders).toEqual([]);
  });
});

describe('what cannot be given by default is reported', () => {
  test.each<[string, Partial<NativeSidecarProps>, string]>([
    ['docker:28-dind', {}, 'NS117'],
    ['qmcgaw/gluetun:v3.40', {}, 'NS117'],
    ['nginx:1.28', { user: 0, securityContext: { ensureNonRoot: false } }, 'NS117'],
    ['gcr.io/datadoghq/agent:7.82.2', { securityContext: { readOnlyRootFilesystem: true } }, 'NS116'],
    ['nginx:1.28', { ports: [{ number: 80 }] }, 'NS118'],
  ])('%s with %j: %s', (image, props, rule) => {
    expect(synthesized(image, props).about).toEqual([rule]);
  });
});

test('a second synth adds nothing', () => {
  const { chart } = sidecarOf('nginx:1.28');

  expect(Testing.synth(chart)).toEqual(Testing.synth(chart));
});
