import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { folders, mounting, running } from '../../recognition/pods';
import { sidecar } from '../../simulator/pods';
import { APP, containerOf, DB, editsOf, manualOf, planOf, specOf } from '../plans';

const hook = (...command: string[]) => ({ lifecycle: { preStop: { exec: { command } } } });

test('a sleep by which a sidecar outlived the app goes', () => {
  const plan = planOf(running([APP, { ...DB, ...hook('sleep', '20') }]));

  expect(containerOf(plan, 'db').lifecycle).toBeUndefined();
  expect(plan.removed).toEqual(["preStop hook of 'db'"]);
});

test('a hook that does something else too is left to a person', () => {
  const plan = planOf(running([APP, { ...DB, ...hook('sh', '-c', 'sleep 20; /flush') }]));

  expect(containerOf(plan, 'db').lifecycle).toBeDefined();
  expect(manualOf(plan, 'NS515')[0]).toContain('remove the sleep');
});

test('the sleep of an app that stays is its own', () => {
  expect(containerOf(planOf(running([{ ...APP, ...hook('sleep', '5') }, DB])), 'app').lifecycle).toEqual(hook('sleep', '5').lifecycle);
});

test('a hook that stops a native sidecar first goes', () => {
  const native = sidecar('db', { image: DB.image, args: ['--quitquitquit', 'a:b:c'], ...hook('sh', '-c', 'curl -X POST localhost:9091/quitquitquit') });
  const plan = planOf(running([APP], { inits: [native] }));

  expect(editsOf(plan, 'NS303')).toEqual(['remove spec.template.spec.initContainers[0].lifecycle.preStop']);
});

test('the kubelet sleeps instead of a program that was copied into the pod', () => {
  const install = mounting({ '/tools': 'tools' }, { name: 'install', image: 'busybox:1.36', command: ['cp', '/bin/sleep', '/tools/sleep'] });
  const app = mounting({ '/tools': 'tools' }, { ...APP, ...hook('/tools/sleep', '10') });
  const migrated = (version: string) => planOf(running([app], { inits: [install], volumes: folders('tools') }), { kubernetes: KubernetesVersion.of(version) });

  expect(containerOf(migrated('1.30'), 'app').lifecycle).toEqual({ preStop: { sleep: { seconds: 10 } } });
  expect(specOf(migrated('1.30'))).not.toHaveProperty('initContainers');
  expect(migrated('1.29')).toMatchObject({ verdict: 'advice', edits: [] });
});
