import { readMesh } from '../../../src/core/mesh-option';
import { PodModel } from '../../../src/kubernetes/pod';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';
import { batch, running } from '../../recognition/pods';
import { sidecar } from '../../simulator/pods';
import { APP, containerOf, DB, editsOf, manualOf, planOf } from '../plans';

const QUEUE = { name: 'queue', image: 'ghcr.io/acme/queue-proxy:1.0.0' };
const USER = { ...APP, env: [{ name: 'QUEUE', value: 'localhost:5672' }] };

test('a known program gets its gate, and the flags that the gate needs in front of the others', () => {
  const { args, startupProbe } = containerOf(planOf(running([APP, DB])), 'db');

  expect(startupProbe).toMatchObject({ httpGet: { path: '/startup' }, periodSeconds: 1 });
  expect(args.slice(-2)).toEqual(DB.args);
  expect(args).toContain('--health-check');
});

test('an app that waits for the postStart hook of a sidecar does not start in parallel with it', () => {
  const queue = { ...QUEUE, ports: [{ containerPort: 5672 }] };
  const hooked = { ...queue, lifecycle: { postStart: { exec: { command: ['sh', '-c', 'until curl -sf localhost:5672; do sleep 1; done'] } } } };

  expect(manualOf(planOf(running([queue, USER])), 'NS101')[0]).toContain('the app still starts in parallel with it until you add');
  expect(manualOf(planOf(running([hooked, USER])), 'NS101')[0]).toContain('the app waits only for its postStart hook until you add');
});

test('flags that stand in the command stay there', () => {
  const { command, args } = containerOf(planOf(running([APP, { name: 'db', image: DB.image, command: ['/cloud-sql-proxy', 'a:b:c'] }])), 'db');

  expect([command.slice(0, 2), args]).toEqual([['/cloud-sql-proxy', 'a:b:c'], undefined]);
  expect(command).toContain('--health-check');
});

test('flags of the program go behind what starts it', () => {
  const { command } = containerOf(planOf(running([APP, { name: 'db', image: DB.image, command: ['/sbin/tini', '-s', '--', '/cloud-sql-proxy', '--port=5432', 'a:b:c'] }])), 'db');

  expect(command.slice(0, 5)).toEqual(['/sbin/tini', '-s', '--', '/cloud-sql-proxy', '--health-check']);
});

test('of a container with no arguments at all new ones are made', () => {
  const plan = planOf(running([APP, { name: 'db', image: DB.image, env: [{ name: 'CSQL_PROXY_INSTANCE_CONNECTION_NAME', value: 'a:b:c' }] }]));

  expect(containerOf(plan, 'db').startupProbe).toBeDefined();
});

test('a probe of its own serves as the gate of an unknown program', () => {
  const plan = planOf(batch([USER, { ...QUEUE, readinessProbe: { tcpSocket: { port: 5672 }, periodSeconds: 10 } }]));

  expect(containerOf(plan, 'queue').startupProbe).toMatchObject({ tcpSocket: { port: 5672 }, periodSeconds: 1 });
});

test('where no gate is known none is made up, and the report says why', () => {
  const plan = planOf(batch([USER, { ...QUEUE, ports: [{ containerPort: 5672 }] }]));

  expect([plan.moved, containerOf(plan, 'queue').startupProbe]).toEqual([['queue'], undefined]);
  expect(manualOf(plan, 'NS101')[0]).toContain("'queue' gets no startup probe, because its program is unknown");
});

test('nobody waits for a program that only never ends', () => {
  const plan = planOf(batch([APP, { name: 'tail', image: 'busybox:1.36', command: ['tail', '-F', '/var/log/a'] }]));

  expect([plan.moved, manualOf(plan, 'NS101')]).toEqual([['tail'], []]);
});

test('a native sidecar without its gate is repaired', () => {
  const plan = planOf(running([APP], { inits: [sidecar('db', { image: DB.image, args: DB.args })] }));

  expect([plan.verdict, plan.moved]).toEqual(['migrated', []]);
  expect(editsOf(plan, 'NS101')).toContain('set spec.template.spec.initContainers[0].startupProbe');
});

test('a sidecar whose probe the mesh would redirect gets none, and no other step asks for that probe', () => {
  const annotations = { 'sidecar.istio.io/inject': 'true' };
  const first = planOf(running([APP, DB], { annotations }));
  const second = planOf(new Recognition(PodModel.fromManifest(first.result)));

  expect([first.moved, containerOf(first, 'db').startupProbe]).toEqual([['db'], undefined]);
  expect(manualOf(first, 'NS106')).toEqual([expect.stringContaining("'db' gets no startup probe")]);
  expect(manualOf(first, 'NS101')).toEqual([]);
  expect([manualOf(second, 'NS106'), manualOf(second, 'NS101')]).toEqual([manualOf(first, 'NS106'), []]);
});

/** The same pod, in a Namespace of the same input. */
function inNamespace({ pod }: Recognition, labels: object): Recognition {
  return new Recognition(pod, new Surroundings([{ kind: 'Namespace', metadata: { name: 'default', labels } }]));
}

function onHost({ pod }: Recognition): Recognition {
  const manifest = structuredClone(pod.manifest) as any;
  manifest.spec.template.spec.hostNetwork = true;
  return new Recognition(PodModel.fromManifest(manifest));
}

test('the Namespace of the input tells as much as the pod itself', () => {
  const own = planOf(running([APP, DB], { annotations: { 'sidecar.istio.io/inject': 'true' } }));
  const enabled = planOf(inNamespace(running([APP, DB]), { 'istio-injection': 'enabled' }));

  expect([enabled.moved, containerOf(enabled, 'db').startupProbe]).toEqual([['db'], undefined]);
  expect(manualOf(enabled, 'NS106')).toEqual(manualOf(own, 'NS106'));
});

test.each([
  ['the Namespace opts out', running([APP, DB]), { 'istio-injection': 'disabled' }],
  ['the pod itself opts out', running([APP, DB], { annotations: { 'sidecar.istio.io/inject': 'false' } }), { 'istio-injection': 'enabled' }],
  ['the mesh passes by pods of the host network', onHost(running([APP, DB])), { 'istio-injection': 'enabled' }],
])('the gate is added where %s', (_, recognition, labels) => {
  expect(containerOf(planOf(inNamespace(recognition, labels)), 'db').startupProbe).toBeDefined();
});

test('a mesh that the user names makes its proxy native where the Namespace opts in', () => {
  const plan = planOf(inNamespace(running([APP, DB]), { 'istio-injection': 'enabled' }), { mesh: readMesh('istio@1.26') });

  expect(editsOf(plan, 'NS514')).toHaveLength(1);
  expect(containerOf(plan, 'db').startupProbe).toBeDefined();
});
