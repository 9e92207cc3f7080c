import { batch } from '../../recognition/pods';
import { planOf } from '../plans';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const client = { name: 'client', image: 'acme/client:1', command: ['/kubexit/kubexit', './client'], env: env({ KUBEXIT_NAME: 'client', KUBEXIT_BIRTH_DEPS: 'server' }) };
const server = { name: 'server', image: 'acme/server:1', command: ['/kubexit/kubexit', './server'], env: env({ KUBEXIT_NAME: 'server', KUBEXIT_DEATH_DEPS: 'client' }) };

test('what kubexit used outside of the pod is named', () => {
  const settings = { kind: 'ConfigMap', metadata: { name: 'settings' }, data: { KUBEXIT_VERBOSE_LEVEL: '2', REGION: 'eu' } };
  const binding = { kind: 'RoleBinding', metadata: { name: 'pods' }, roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'ServiceAccount', name: 'default' }] };
  const plan = planOf(batch([{ ...client, envFrom: [{ configMapRef: { name: 'settings' } }] }, server], { beside: [settings, binding] }));

  expect(plan.manual.filter(({ rule }) => rule === 'NS502').map(({ why }) => why)).toEqual([
    "'client', 'server' no longer run kubexit: if nothing else uses them, remove KUBEXIT_VERBOSE_LEVEL in ConfigMap 'settings', RoleBinding 'pods'",
  ]);
});

describe('the birth dependency of kubexit', () => {
  test('becomes a startup probe where the readiness of the sidecar can serve as one', () => {
    const plan = planOf(batch([client, { ...server, readinessProbe: { tcpSocket: { port: 8080 } } }]));
    const [moved] = (plan.result as any).spec.template.spec.initContainers;

    expect(moved).toMatchObject({ name: 'server', restartPolicy: 'Always', command: ['./server'], startupProbe: { tcpSocket: { port: 8080 } } });
  });

  test('does not go without a word where no probe is known', () => {
    const plan = planOf(batch([client, server]));

    expect(JSON.stringify(plan.result)).not.toContain('BIRTH_DEPS');
    expect(plan.manual.map(({ why }) => why).join('\n')).toMatch(/'server' gets no startup probe, because .*: the app still starts in parallel with it/);
  });
});
