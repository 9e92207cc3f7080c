import { Chart, Include, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as kplus34 from 'cdk8s-plus-34';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';

const WEB_YAML = 'test/fixtures/manifests/web-with-logs.yaml';

describe('a volume that the pod already has', () => {
  const withVolume = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
  const sources: [string, (chart: Chart) => Parameters<typeof addSidecar>[0]][] = [
    ['cdk8s-plus-28', chart => deploymentIn(chart, { containers: [withVolume], volumes: [kplus.Volume.fromEmptyDir(chart, 'logs', 'logs')] })],
    ['cdk8s-plus-34', chart => new kplus34.Deployment(chart, 'web', { containers: [withVolume], volumes: [kplus34.Volume.fromEmptyDir(chart, 'logs', 'logs')] })],
    ['cdk8s import', chart => kubeDeploymentIn(chart, { volumes: [{ name: 'logs', emptyDir: {} }] })],
    ['Include', chart => new Include(chart, 'legacy', { url: WEB_YAML })],
  ];

  test.each(sources)('is mounted by its name, on %s', (_name, make) => {
    const chart = chartIn();
    const tail = addSidecar(make(chart), 'tail');

    tail.mountExisting('logs', '/var/log/app', { readOnly: true, subPath: 'app' });

    const pod = synthPod(chart);
    expect(pod.container('tail').spec.volumeMounts).toEqual([{ name: 'logs', mountPath: '/var/log/app', readOnly: true, subPath: 'app' }]);
    expect(pod.spec.volumes).toEqual([{ name: 'logs', emptyDir: {} }]);
  });

  test('may be a claim of a StatefulSet', () => {
    const chart = chartIn();
    const spec = { containers: [{ name: 'db', image: 'docker.io/library/postgres:17.2' }] };
    const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }];
    const db = new kplus.k8s.KubeStatefulSet(chart, 'db', { spec: { serviceName: 'db', selector: {}, template: { spec }, volumeClaimTemplates } });

    addSidecar(db, 'backup').mountExisting('data', '/data');

    expect(synthPod(chart).container('backup').spec.volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
  });

  test('may be one that another sidecar brings', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'tail').mountExisting('spool', '/spool');
    addSidecar(web, 'writer', { volumeMounts: [{ path: '/out', volume: kplus.Volume.fromEmptyDir(chart, 'spool', 'spool') }] });

    expect(refusals(chart)).toEqual([]);
  });

  test('is mounted beside what the sidecar brings itself', () => {
    const chart = chartIn();
    const cache = addSidecar(kubeDeploymentIn(chart, { volumes: [{ name: 'logs', emptyDir: {} }] }));

    cache.mountExisting('logs', '/logs', { subPathExpr: '$(POD)', propagation: kplus.MountPropagation.HOST_TO_CONTAINER });
    cache.container.mount('/tmp', kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp'));

    expect(synthPod(chart).container('cache').spec.volumeMounts).toEqual([
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'logs', mountPath: '/logs', subPathExpr: '$(POD)', mountPropagation: 'HostToContainer' },
    ]);
  });
});

describe('a volume that a sidecar shares with the app', () => {
  test('is mounted in both', () => {
    const chart = chartIn();
    const agent = addSidecar(kubeDeploymentIn(chart), 'agent');

    agent.shareEmptyDir('sockets', { path: '/run/agent', container: 'web', containerPath: '/run/shared', readOnly: true });

    const pod = synthPod(chart);
    expect(pod.container('agent').spec.volumeMounts).toEqual([{ name: 'sockets', mountPath: '/run/agent' }]);
    expect(pod.container('web').spec.volumeMounts).toEqual([{ name: 'sockets', mountPath: '/run/shared', readOnly: true }]);
    expect(pod.spec.volumes).toEqual([{ name: 'sockets', emptyDir: {} }]);
  });

  test('may go to several containers, at the same path', () => {
    const chart = chartIn();
    const containers = ['web', 'worker'].map(name => ({ name, image: `ghcr.io/acme/${name}:1.0.0` }));
    const agent = addSidecar(kubeDeploymentIn(chart, { containers }), 'agent');
    const sockets = kplus.Volume.fromEmptyDir(chart, 'sockets', 'sockets');

    agent.shareVolume(sockets, { path: '/run/agent' });
    agent.shareVolume(sockets, { path: '/run/agent', container: 'worker' });

    const mount = [{ name: 'sockets', mountPath: '/run/agent' }];
    const pod = synthPod(chart);
    expect(['agent', 'web', 'worker'].map(name => pod.container(name).spec.volumeMounts)).toEqual([mount, mount, mount]);
  });

  test('may go to several containers by its name, too', () => {
    const chart = chartIn();
    const containers = ['web', 'worker'].map(name => ({ name, image: `ghcr.io/acme/${name}:1.0.0` }));
    const agent = addSidecar(kubeDeploymentIn(chart, { containers }), 'agent');

    const [first, second] = ['web', 'worker'].map(container => agent.shareEmptyDir('files', { path: '/files', container }));

    const mount = [{ name: 'files', mountPath: '/files' }];
    const pod = synthPod(chart);
    expect(second).toBe(first);
    expect(['agent', 'web', 'worker'].map(name => pod.container(name).spec.volumeMounts)).toEqual([mount, mount, mount]);
    expect(pod.spec.volumes).toEqual([{ name: 'files', emptyDir: {} }]);
  });

  test('is not mounted again where it is mounted already', () => {
    const chart = chartIn();
    const sockets = kplus.Volume.fromEmptyDir(chart, 'sockets', 'sockets');
    const web = deploymentIn(chart);
    web.containers[0].mount('/run/agent', sockets);

    addSidecar(web, 'agent').shareVolume(sockets, { path: '/run/agent' });

    const pod = synthPod(chart);
    expect(pod.container('web').spec.volumeMounts).toEqual([{ name: 'sockets', mountPath: '/run/agent' }]);
    expect(pod.spec.volumes).toEqual([{ name: 'sockets', emptyDir: {} }]);
  });
});

test('volumes of the same name and definition are one volume, whoever brings them', () => {
  const chart = chartIn();
  const web = kubeDeploymentIn(chart, { volumes: [{ name: 'tmp', emptyDir: {} }] });

  ['cache', 'proxy'].forEach(id => addSidecar(web, id).container.mount('/tmp', kplus.Volume.fromEmptyDir(chart, `${id}-tmp`, 'tmp')));

  expect(synthPod(chart).spec.volumes).toEqual([{ name: 'tmp', emptyDir: {} }]);
});

test('also where the definition holds a list', () => {
  const chart = chartIn();
  const settings = kplus.ConfigMap.fromConfigMapName(chart, 'settings', 'settings');
  const brought = (id: string) => kplus.Volume.fromConfigMap(chart, id, settings, { name: 'settings', items: { level: { path: 'level' } } });
  const web = deploymentIn(chart);

  ['cache', 'proxy'].forEach(id => addSidecar(web, id).container.mount('/etc/settings', brought(id)));

  expect(synthPod(chart).spec.volumes).toEqual([{ name: 'settings', configMap: { name: 'settings', items: [{ key: 'level', path: 'level' }] } }]);
});

describe('ConfigMaps that sidecars bring', () => {
  test.each([
    ['cdk8s-plus', (chart: Chart) => deploymentIn(chart)],
    ['cdk8s import', (chart: Chart) => kubeDeploymentIn(chart)],
  ])('stand before the workload, on %s', (_name, make) => {
    const chart = chartIn();
    const web = make(chart);
    for (const id of ['proxy', 'cache']) {
      const sidecar = addSidecar(web, id);
      const settings = sidecar.addConfigMap('settings', { data: { owner: id } });
      sidecar.container.mount('/etc/settings', kplus.Volume.fromConfigMap(chart, `${id}-settings`, settings, { name: `${id}-settings` }));
    }

    const manifests = Testing.synth(chart);

    expect(manifests.map(manifest => [manifest.kind, manifest.data?.owner])).toEqual([
      ['ConfigMap', 'proxy'], ['ConfigMap', 'cache'], ['Deployment', undefined],
    ]);
    const mounted = synthPod(chart).spec.volumes.map((volume: any) => volume.configMap.name);
    expect(mounted).toEqual(manifests.slice(0, 2).map(manifest => manifest.metadata.name));
  });

  test('may be several of one sidecar', () => {
    const chart = chartIn();
    const cache = addSidecar(kubeDeploymentIn(chart));

    ['settings', 'certificates'].forEach(id => cache.addConfigMap(id));

    expect(Testing.synth(chart).map(manifest => manifest.kind)).toEqual(['ConfigMap', 'ConfigMap', 'Deployment']);
  });

  test('are in the namespace of the workload', () => {
    const chart = chartIn(undefined, 'shop', 'staging');
    const cache = addSidecar(deploymentIn(chart, { metadata: { namespace: 'shop' } }));

    cache.addConfigMap('settings');
    cache.addConfigMap('elsewhere', { metadata: { namespace: 'other' } });

    expect(Testing.synth(chart).map(manifest => manifest.metadata.namespace)).toEqual(['shop', 'other', 'shop']);
  });
});
