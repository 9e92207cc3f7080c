import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { containerOf, inJob, onDeployment } from './stage';
import { catalog } from '../../src';
import { CloudSqlProxyProps } from '../../src/catalog';
import { chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from '../sidecars/support';

const INSTANCE = 'acme:europe-west1:orders';
const proxy = (props: Partial<CloudSqlProxyProps>) => (workload: any) => new catalog.CloudSqlProxy(workload, 'db', { instance: INSTANCE, ...props });

describe('what a user adds to a preset', () => {
  test('is in its container, after what the preset writes', () => {
    const plain = containerOf(onDeployment(proxy({})), 'db');
    const secret = kplus.Secret.fromSecretName(chartIn(), 'secret', 'quota');
    const added = containerOf(onDeployment(proxy({
      extraArgs: ['--debug-logs', '--quota-project=acme', '--token=$(DB_TOKEN)'],
      envVariables: { DB_TOKEN: kplus.EnvValue.fromSecretValue({ secret, key: 'token' }) },
      envFrom: [kplus.Env.fromSecret(secret)],
    })), 'db');

    expect(added).toEqual({
      ...plain,
      args: [...plain.args, '--debug-logs', '--quota-project=acme', '--token=$(DB_TOKEN)'],
      env: [{ name: 'DB_TOKEN', valueFrom: { secretKeyRef: { name: 'quota', key: 'token' } } }],
      envFrom: [{ secretRef: { name: 'quota' } }],
    });
  });

  test('is added to what the preset has of the same kind', () => {
    const staged = inJob(workload => new catalog.AfterMainUploader(workload, 'upload', {
      command: ['rclone', 'copy', '/artifacts', 'store:results'],
      shutdown: Duration.seconds(45),
      credentials: kplus.Secret.fromSecretName(workload, 'secret', 'store'),
      envVariables: { RCLONE_CONFIG_STORE_TYPE: kplus.EnvValue.fromValue('s3') },
      envFrom: [kplus.Env.fromConfigMap(kplus.ConfigMap.fromConfigMapName(workload, 'map', 'store-settings'))],
    }));

    expect(containerOf(staged, 'upload').env).toEqual([{ name: 'HOME', value: '/tmp' }, { name: 'RCLONE_CONFIG_STORE_TYPE', value: 's3' }]);
    expect(containerOf(staged, 'upload').envFrom).toEqual([{ secretRef: { name: 'store' } }, { configMapRef: { name: 'store-settings' } }]);
  });

  test('can be a volume that the app mounts too', () => {
    const chart = chartIn();
    const volume = kplus.Volume.fromConfigMap(chart, 'volume', kplus.ConfigMap.fromConfigMapName(chart, 'map', 'ca'), { name: 'ca' });
    const workload = deploymentIn(chart, { volumes: [volume] });
    workload.containers[0].mount('/etc/ca', volume);

    new catalog.RedisCache(workload, 'cache', { volumeMounts: [{ path: '/etc/redis', volume, readOnly: true }] });

    expect(synthPod(chart).container('cache').spec.volumeMounts).toEqual([{ name: 'ca', mountPath: '/etc/redis', readOnly: true }]);
    expect(Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template.spec.volumes).toEqual([{ name: 'ca', configMap: { name: 'ca' } }]);
  });

  test('can be a volume of the pod by its name', () => {
    const chart = chartIn();
    const workload = kubeDeploymentIn(chart, { volumes: [{ name: 'ca', configMap: { name: 'ca' } }] });

    new catalog.RedisCache(workload, 'cache', { existingVolumes: [{ volume: 'ca', path: '/etc/redis', readOnly: true, subPath: 'redis' }] });

    expect(synthPod(chart).container('cache').spec.volumeMounts).toEqual([{ name: 'ca', mountPath: '/etc/redis', readOnly: true, subPath: 'redis' }]);
  });

  test('cannot be a volume at a path that the preset mounts', () => {
    const chart = chartIn();
    const volume = kplus.Volume.fromEmptyDir(chart, 'volume', 'scratch');

    new catalog.Nginx(deploymentIn(chart), 'front', { appPort: 8080, volumeMounts: [{ path: '/tmp', volume }] });

    expect(refusals(chart)).toEqual([expect.stringContaining("'front' mounts volumes 'scratch' and 'front-tmp' at /tmp")]);
  });
});

describe('it refuses', () => {
  test.each<[string, Partial<CloudSqlProxyProps>, string]>([
    ['a flag that the preset writes', { extraArgs: ['--debug-logs', '--health-check=false'] },
      "'extraArgs' of 'db' has '--health-check', which the sidecar decides: remove it"],
    ['it with one dash', { extraArgs: ['-health-check'] }, "'extraArgs' of 'db' has '-health-check', which the sidecar decides: remove it"],
    ['a secret in plain text', { extraArgs: ['--token=ya29.secret'] },
      "'extraArgs' of 'db' would write the secret of '--token' into the manifest: add the variable TOKEN from a Secret to 'envVariables', and set the flag to '$(TOKEN)'"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(proxy(props))).toThrow(new Error(message));
  });

  test('a variable that the preset sets, with both values', () => {
    const sync = (value: string) => (workload: any) => new catalog.GitSync(workload, 'sync', {
      repository: 'https://github.com/acme/content.git', envVariables: { GITSYNC_INIT_PERIOD: kplus.EnvValue.fromValue(value) },
    });

    expect(() => onDeployment(sync('5s'))).toThrow(new Error(
      "'envVariables' of 'sync' sets GITSYNC_INIT_PERIOD with the value '5s', but the sidecar has it with the value '1s': remove it"));
    expect(containerOf(onDeployment(sync('1s')), 'sync').env).toEqual([{ name: 'GITSYNC_INIT_PERIOD', value: '1s' }]);
  });

  test('a secret in the argument after its flag', () => {
    expect(() => onDeployment(workload => new catalog.RedisCache(workload, 'cache', { extraArgs: ['--masterauth', 'hunter2'] }))).toThrow(
      "would write the secret of '--masterauth' into the manifest");
  });
});
