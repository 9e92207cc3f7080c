import { PodModel } from '../../../src/kubernetes/pod';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';
import { configMap, mounting } from '../../recognition/pods';
import { jobOf, TestContainer } from '../../simulator/pods';
import { APP, containerOf, DB, manualOf, planOf, script, specOf } from '../plans';

const WATCHER = { name: 'watcher', image: 'bash:5.2', command: ['bash', '-c', 'while pgrep -f /app/run; do sleep 1; done; pkill cloud-sql-proxy'] };

function sharing(containers: readonly TestContainer[], spec: object = {}, beside: readonly object[] = []): Recognition {
  const pod: PodModel = jobOf(containers, [], { shareProcessNamespace: true, ...spec });
  return new Recognition(pod, new Surroundings(beside));
}

test('a loop over the names of processes is one kill', () => {
  const other = { name: 'envoy', image: 'docker.io/envoyproxy/envoy:v1.30.1' };
  const plan = planOf(sharing([script('/app/run; for p in cloud-sql-proxy envoy; do pkill $p; done'), DB, other]));

  expect([plan.moved, containerOf(plan, 'app').command[2], specOf(plan).shareProcessNamespace]).toEqual([['db', 'envoy'], '/app/run', undefined]);
});

test('the flag goes with the kill that needed it', () => {
  const plan = planOf(sharing([script('/app/run; pkill cloud-sql-proxy'), DB]));

  expect([containerOf(plan, 'app').command[2], specOf(plan).shareProcessNamespace]).toEqual(['/app/run', undefined]);
});

test('a kill of others stays, and with it the flag', () => {
  const plan = planOf(sharing([script('/app/worker & /app/run; pkill cloud-sql-proxy; pkill -f worker; wait'), DB]));

  expect([containerOf(plan, 'app').command[2], specOf(plan).shareProcessNamespace]).toEqual(['/app/worker & /app/run; pkill -f worker; wait', true]);
});

test('a kill that names others, too, stays with a to-do', () => {
  const text = '/app/worker & /app/run; killall cloud-sql-proxy worker; wait';
  const plan = planOf(sharing([script(text), DB]));

  expect([plan.moved, containerOf(plan, 'app').command[2]]).toEqual([['db'], text]);
  expect(manualOf(plan, 'NS505')[0]).toBe("the kill through the shared process namespace of 'app' (killall cloud-sql-proxy worker) stays, because it may also end other processes: "
    + "edit it by hand, since the kubelet stops 'db' when the app has exited, so no container has to kill it");
});

test('a container that only waits and kills goes too', () => {
  const plan = planOf(sharing([{ ...APP, command: ['/app/run'] }, WATCHER, DB]));

  expect([specOf(plan).containers.map((one: any) => one.name), specOf(plan).shareProcessNamespace]).toEqual([['app'], undefined]);
  expect(plan.removed).toContain("container 'watcher'");
});

test('who killed may have been given a capability for it', () => {
  const app = { ...script('/app/run; pkill cloud-sql-proxy'), securityContext: { capabilities: { add: ['SYS_PTRACE'] } } };

  expect(specOf(planOf(sharing([app, DB]))).shareProcessNamespace).toBeUndefined();
});

test.each<[string, object]>([
  ['may trace', { image: 'ghcr.io/acme/profiler:1', securityContext: { capabilities: { add: ['SYS_PTRACE'] } } }],
  ['looks for processes', { image: 'ghcr.io/acme/reload:1', command: ['sh', '-c', 'kill -HUP $(pidof nginx)'] }],
])('the flag stays for somebody who %s', (_, other) => {
  const plan = planOf(sharing([script('/app/run; pkill cloud-sql-proxy'), DB, { name: 'other', ...other }]));

  expect([containerOf(plan, 'app').command[2], specOf(plan).shareProcessNamespace]).toEqual(['/app/run', true]);
  expect(manualOf(plan, 'NS505')).toEqual(["shareProcessNamespace stays, because 'other' may inspect the processes of other containers: remove the field if it does not"]);
});

test('the flag stays as long as the kill does', () => {
  const app = mounting({ '/run': 'run' }, { ...APP, command: ['sh', '/run/run.sh'] });
  const plan = planOf(sharing([app, DB], { volumes: [{ name: 'run', configMap: { name: 'run' } }] }, [configMap('run', { 'run.sh': '/app/run\npkill cloud-sql-proxy\n' })]));

  expect([plan.moved, specOf(plan).shareProcessNamespace]).toEqual([['db'], true]);
  expect(manualOf(plan, 'NS505')).toHaveLength(2);
});

test('a pod that shares its processes for something else keeps doing so', () => {
  expect(specOf(planOf(sharing([APP, DB]))).shareProcessNamespace).toBe(true);
});

test('sharing without a visible user probably served a kill in an image, which a person must remove', () => {
  const plan = planOf(sharing([APP, DB]));

  expect([plan.moved, specOf(plan).shareProcessNamespace]).toEqual([['db'], true]);
  expect(manualOf(plan, 'NS505')).toEqual(["shareProcessNamespace stays, but no container of the manifest uses it: it probably lets the work kill 'db' when it is done. "
    + 'The kubelet stops native sidecars then, and restarts one that is killed earlier: remove the kill and the field']);
});

test('sharing that another container visibly uses needs no step', () => {
  const tracer = { ...APP, name: 'tracer', securityContext: { capabilities: { add: ['SYS_PTRACE'] } } };

  expect(manualOf(planOf(sharing([APP, DB, tracer])), 'NS505')).toEqual([]);
});
