import { Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, refusals, synthPod } from './support';
import { KubernetesVersion, PodLifecycle, StartupGate } from '../../src';

const FILE = '/run/env/app.env';

function stage(version = '1.35') {
  const chart = chartIn(Testing.app());
  PodLifecycle.target(chart, KubernetesVersion.of(version));
  const web = deploymentIn(chart);
  return { chart, web, login: addSidecar(web, 'login', { startup: StartupGate.fileExists(FILE) }) };
}

test('the app gets a variable from a file that the sidecar writes into a folder of its own', () => {
  const { chart, login } = stage();
  login.addAppEnvFromFile('TOKEN', { file: FILE });
  login.addAppEnvFromFile('LOGIN', { file: FILE, key: 'USER' });

  const pod = synthPod(chart);

  expect(pod.mains[0].spec.env).toEqual([
    { name: 'TOKEN', valueFrom: { fileKeyRef: { key: 'TOKEN', path: 'app.env', volumeName: 'login-env' } } },
    { name: 'LOGIN', valueFrom: { fileKeyRef: { key: 'USER', path: 'app.env', volumeName: 'login-env' } } },
  ]);
  expect(pod.container('login').spec.volumeMounts).toEqual([{ mountPath: '/run/env', name: 'login-env' }]);
  expect(pod.spec.volumes).toEqual([{ name: 'login-env', emptyDir: {} }]);
});

test('a volume of the sidecar that holds the file is used', () => {
  const { chart, web, login } = stage();
  login.container.mount('/run', kplus.Volume.fromEmptyDir(web, 'run', 'run'));
  login.addAppEnvFromFile('TOKEN', { file: FILE });

  expect(synthPod(chart).mains[0].spec.env).toEqual([{ name: 'TOKEN', valueFrom: { fileKeyRef: { key: 'TOKEN', path: 'env/app.env', volumeName: 'run' } } }]);
});

test('a version that refuses such a variable stops synth', () => {
  const { chart, login } = stage('1.34');
  login.addAppEnvFromFile('TOKEN', { file: FILE });

  expect(refusals(chart)).toEqual([expect.stringContaining('target 1.35 or newer, or let the app read the file')]);
});

test('without a startup gate, the app might start too early', () => {
  const login = addSidecar(deploymentIn(chartIn()), 'login', { startup: StartupGate.none('nobody waits') });

  expect(() => login.addAppEnvFromFile('TOKEN', { file: FILE })).toThrow(
    "NS101 sidecar 'login' has no startup gate, so the app may start before /run/env/app.env is written, and the kubelet could not read TOKEN: "
    + "set 'startup', for example StartupGate.fileExists('/run/env/app.env')");
});

test.each(['app.env', '/app.env', '/run/'])("the file '%s' is refused", file => {
  expect(() => stage().login.addAppEnvFromFile('TOKEN', { file })).toThrow(
    `the file '${file}' of sidecar 'login' is not the path of a file in a folder: set an absolute path, for example '/run/env/app.env'`);
});

test('a variable that the app already has is refused', () => {
  const { chart, web, login } = stage();
  web.containers[0].env.addVariable('TOKEN', kplus.EnvValue.fromValue('none'));
  login.addAppEnvFromFile('TOKEN', { file: FILE });

  expect(refusals(chart)).toEqual([expect.stringContaining(
    '\'login\' sets TOKEN of \'web\' from {"fileKeyRef":{"key":"TOKEN","path":"app.env","volumeName":"login-env"}}, but \'web\' already has TOKEN with the value \'none\'')]);
});
