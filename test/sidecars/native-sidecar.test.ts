import { Duration, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, synthPod } from './support';
import { NativeSidecar, StartupGate } from '../../src';

function specOf(props: Parameters<typeof addSidecar>[2]): any {
  const chart = chartIn();
  addSidecar(deploymentIn(chart), 'cache', props);
  return synthPod(chart).container('cache').spec;
}

test('a whole manifest', () => {
  const app = Testing.app();
  const web = deploymentIn(chartIn(app));

  new NativeSidecar(web, 'cache', {
    image: 'docker.io/library/memcached:1.6.45-alpine',
    user: 11211,
    startup: StartupGate.tcpSocket(11211),
    shutdown: Duration.seconds(2),
  });

  expect(app.synthYaml()).toMatchSnapshot();
});

describe('unless it is told otherwise, a sidecar', () => {
  test('is called like its construct, is given 5 s to stop, and declares no port', () => {
    const cache = addSidecar(deploymentIn(chartIn()));

    expect(cache.name).toBe('cache');
    expect(cache.shutdown.toSeconds()).toBe(5);
    expect(cache.ports).toEqual([]);
  });

  test('obeys the restricted Pod Security Standard, with a numeric user', () => {
    expect(specOf({}).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      privileged: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  test('asks for little, and not for what cdk8s-plus would ask for', () => {
    expect(specOf({}).resources).toEqual({ requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '128Mi' } });
  });

  test('pulls its image once, has no other probe than its gate, and no hook', () => {
    const spec = specOf({ ports: [{ number: 11211 }] });

    expect(spec.imagePullPolicy).toBe('IfNotPresent');
    expect(Object.keys(spec).sort()).toEqual(
      ['image', 'imagePullPolicy', 'name', 'ports', 'resources', 'restartPolicy', 'securityContext', 'startupProbe']);
  });
});

describe('what is given', () => {
  test('replaces the resources as a whole', () => {
    expect(specOf({ resources: { memory: { limit: Size.mebibytes(32) } } }).resources).toEqual({ limits: { memory: '32Mi' } });
    expect(specOf({ resources: {} }).resources).toBeUndefined();
  });

  test('replaces single fields of the security context; what other languages send as null does not', () => {
    const absent = null as unknown as undefined;

    const { securityContext } = specOf({ user: 11211, securityContext: { readOnlyRootFilesystem: false, group: absent, ensureNonRoot: absent } });

    expect(securityContext).toMatchObject({ runAsUser: 11211, readOnlyRootFilesystem: false, runAsNonRoot: true, allowPrivilegeEscalation: false });
    expect(securityContext).not.toHaveProperty('runAsGroup');
  });

  test('is written into the container', () => {
    const chart = chartIn();
    const settings = new kplus.ConfigMap(chart, 'settings', { data: { level: 'info' } });
    addSidecar(deploymentIn(chart), 'cache', {
      name: 'memcached',
      command: ['memcached'],
      args: ['-m', '64'],
      workingDir: '/var/cache',
      imagePullPolicy: kplus.ImagePullPolicy.ALWAYS,
      envVariables: { LEVEL: kplus.EnvValue.fromConfigMap(settings, 'level') },
      envFrom: [kplus.Env.fromConfigMap(settings, 'CACHE_')],
      readiness: kplus.Probe.fromTcpSocket({ port: 11211 }),
      liveness: kplus.Probe.fromCommand(['true']),
    });

    expect(synthPod(chart).container('memcached').spec).toMatchObject({
      command: ['memcached'],
      args: ['-m', '64'],
      workingDir: '/var/cache',
      imagePullPolicy: 'Always',
      env: [{ name: 'LEVEL', valueFrom: { configMapKeyRef: { key: 'level', name: 'shop-settings' } } }],
      envFrom: [{ configMapRef: { name: 'shop-settings' }, prefix: 'CACHE_' }],
      readinessProbe: { tcpSocket: { port: 11211 } },
      livenessProbe: { exec: { command: ['true'] } },
    });
  });
});

describe('the order of keys in the output', () => {
  const unsorted = (value: any): string[] => {
    if (typeof value !== 'object' || value === null) {
      return [];
    }
    const keys = Object.keys(value);
    const here = Array.isArray(value) || keys.join() === [...keys].sort().join() ? [] : [keys.join()];
    return [...here, ...Object.values(value).flatMap(unsorted)];
  };

  /** A workload to which something is added at every place. */
  function everythingIn(chart: ReturnType<typeof chartIn>) {
    const containers = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', workingDir: '/srv' }];
    const web = new kplus.k8s.KubeDeployment(chart, 'web', {
      spec: { selector: { matchLabels: { app: 'web' } }, template: { spec: { tolerations: [], containers } } },
    });
    const cache = addSidecar(web, 'cache', { startup: StartupGate.none('the app tries again') });
    cache.shareEmptyDir('files', { path: '/files', container: 'web', containerPath: '/srv/files' });
    cache.mountExisting('files', '/more', { subPath: 'more' });
    cache.addOverlay({ lifecycle: { stopSignal: 'SIGINT' }, env: [{ value: 'info', name: 'LEVEL' }] });
  }

  test('is that of the alphabet, as cdk8s writes it', () => {
    const chart = chartIn();
    everythingIn(chart);

    const [manifest] = Testing.synth(chart);

    expect(unsorted(manifest)).toEqual([]);
  });

  test('is left as it is when CDK8S_DISABLE_SORT says so', () => {
    process.env.CDK8S_DISABLE_SORT = '1';
    try {
      const chart = chartIn();
      everythingIn(chart);

      const [manifest] = Testing.synth(chart);

      const { template } = manifest.spec;
      expect(Object.keys(template)).toEqual(['spec', 'metadata']);
      expect(template.spec.initContainers[0].env).toEqual([{ value: 'info', name: 'LEVEL' }]);
      expect(Object.keys(template.spec.initContainers[0].env[0])).toEqual(['value', 'name']);
    } finally {
      delete process.env.CDK8S_DISABLE_SORT;
    }
  });
});

describe('kubectl means the app', () => {
  const ANNOTATION = 'kubectl.kubernetes.io/default-container';

  test('when a sidecar is there', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart));

    expect(synthPod(chart).metadata.annotations).toEqual({ [ANNOTATION]: 'web' });
  });

  test('unless the user names another container', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { podMetadata: { annotations: { [ANNOTATION]: 'worker' } } });
    addSidecar(web);

    expect(synthPod(chart).metadata.annotations).toEqual({ [ANNOTATION]: 'worker' });
  });
});
