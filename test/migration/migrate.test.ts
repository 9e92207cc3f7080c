import { APP, containerOf, DB, manualOf, planOf, script, specOf } from './plans';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { planMigration } from '../../src/migration/migrate';
import { Recognition } from '../../src/recognition/recognition';
import { batch, running } from '../recognition/pods';
import { sidecar } from '../simulator/pods';

describe('the verdict', () => {
  test('migrated: something changes', () => {
    expect(planOf(running([APP, DB]))).toMatchObject({ verdict: 'migrated', moved: ['db'], minimumKubernetesVersion: '1.29' });
  });

  test('already-native: its sidecars need nothing', () => {
    const plan = planOf(running([APP], { inits: [sidecar('cache', { image: 'ghcr.io/acme/cache:1', startupProbe: { tcpSocket: { port: 1 } } })] }));

    expect(plan).toMatchObject({ verdict: 'already-native', edits: [], minimumKubernetesVersion: '1.29' });
  });

  test('advice: a person must decide', () => {
    const plan = planOf(running([APP, { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.7.1', args: ['--upstream=http://127.0.0.1:8080'] }]));

    expect([plan.verdict, plan.edits, plan.manual.length]).toEqual(['advice', [], 1]);
  });

  test('advice: one calls the other, and it cannot be told which is there for which', () => {
    const plan = planOf(running([{ ...APP, name: 'client', args: ['http://localhost:8080'] }, { name: 'check-sidecar', image: 'acme/check:1', ports: [{ containerPort: 8080 }] }]));

    expect([plan.verdict, plan.edits]).toEqual(['advice', []]);
    expect(plan.manual).toEqual([{
      rule: 'NS201',
      why: "'client' calls 'check-sidecar' (localhost:8080), and it is unclear which of them is the helper: if it is 'check-sidecar', make it a native sidecar by hand. A Service of 'client' or of 'check-sidecar' in the input, or an entry under 'sidecars' in the configuration would make it clear",
    }]);
  });

  test('nothing-to-do: there is no sidecar', () => {
    expect(planOf(running([APP]))).toMatchObject({ verdict: 'nothing-to-do', edits: [], manual: [] });
  });

  test('nothing-to-do: none of several is seen to serve another, whatever else they have in common', () => {
    expect(planOf(running([APP, { name: 'peer', image: 'ghcr.io/acme/peer:1' }]))).toMatchObject({
      verdict: 'nothing-to-do',
      note: "nothing shows that one of 'app', 'peer' must start before another and stop after it: to name a helper, list its image under 'sidecars' in the configuration",
    });
  });

  test('refused: a patch, of which nobody knows what it is laid over', () => {
    const patch = PodModel.fromManifest({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { spec: { containers: [{ name: 'db' }, { name: 'app' }] } } } });
    const plan = planMigration(new Recognition(patch), { kubernetes: KubernetesVersion.DEFAULT });

    expect(plan).toMatchObject({ verdict: 'refused', edits: [], moved: [] });
    expect(plan.manual[0].why).toContain('is a patch, not a complete manifest');
    expect(plan.result).toBe(patch.manifest);
  });

  test('refused: Knative would take no native sidecar', () => {
    const service = (...containers: object[]) => new Recognition(PodModel.fromManifest({
      apiVersion: 'serving.knative.dev/v1', kind: 'Service', metadata: { name: 'web' }, spec: { template: { spec: { containers } } },
    }));
    const plan = planOf(service(APP, DB));

    expect(plan).toMatchObject({ verdict: 'refused', edits: [], moved: [] });
    expect(plan.manual).toEqual([
      { rule: null, why: 'Service/web is run by Knative, which does not allow restartPolicy on init containers, so its sidecars stay ordinary containers' },
    ]);
    expect(planOf(service(APP)).verdict).toBe('nothing-to-do');
  });

  test('refused: another object creates the pod, and would not keep the change', () => {
    const owned = (reference: object, ...containers: object[]) => new Recognition(PodModel.fromManifest({
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-5f6d-abcde', ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5f6d', ...reference }] }, spec: { containers },
    }));

    expect(planOf(owned({ controller: true }, APP, DB))).toMatchObject({
      verdict: 'refused',
      edits: [],
      manual: [{ rule: null, why: 'Pod/web-5f6d-abcde is not changed, because ReplicaSet/web-5f6d creates it, and the change would not last: migrate ReplicaSet/web-5f6d, or the object that owns it' }],
    });
    expect([planOf(owned({ controller: true }, APP)).verdict, planOf(owned({}, APP, DB)).verdict]).toEqual(['nothing-to-do', 'migrated']);
  });
});

test.each([
  ['argoproj.io/v1alpha1', 'Rollout', true],
  ['apps.openshift.io/v1', 'DeploymentConfig', false],
  ['apps/v1', 'Deployment', false],
])('who moves a sidecar in %s %s is told of its schema: %s', (apiVersion, kind, told) => {
  const pod = PodModel.fromManifest({ apiVersion, kind, metadata: { name: 'web' }, spec: { template: { spec: { containers: [APP, DB] } } } });

  expect(planOf(new Recognition(pod)).manual.some(({ why }) => why.includes(`${kind}/web is a custom resource`))).toBe(told);
});

test('the pod that was given is not changed', () => {
  const recognition = running([APP, DB]);
  const before = JSON.stringify(recognition.pod.manifest);
  planOf(recognition);

  expect(JSON.stringify(recognition.pod.manifest)).toBe(before);
});

test('a second migration finds nothing to do', () => {
  const once = planOf(batch([script('until nc -z localhost 5432; do sleep 1; done\n/app/run\ncurl -X POST localhost:9091/quitquitquit'), DB]));
  const twice = planOf(new Recognition(PodModel.fromManifest(once.result)));

  expect([once.removed.length, twice.verdict, twice.edits]).toEqual([2, 'already-native', []]);
});

test('a hook in which the kubelet sleeps needs a newer Kubernetes', () => {
  expect(planOf(running([{ ...APP, lifecycle: { preStop: { sleep: { seconds: 5 } } } }, DB])).minimumKubernetesVersion).toBe('1.30');
  expect(planOf(running([{ ...APP, env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'a', key: 'b' } } }] }, DB])).minimumKubernetesVersion).toBe('1.35');
  expect(planOf(running([{ ...APP, lifecycle: { stopSignal: 'SIGUSR1' } }, DB])).minimumKubernetesVersion).toBe('1.29');
});

test('what the pod asks its node for is told before and after, and left out where it cannot be read', () => {
  const requests = (cpu: string) => ({ resources: { requests: { cpu } } });

  expect(planOf(running([{ ...APP, ...requests('200m') }, { ...DB, ...requests('50m') }])).requests).toEqual({ before: { cpu: '250m' }, after: { cpu: '250m' } });
  expect(planOf(running([{ ...APP, ...requests('${CPU}') }, DB]))).not.toHaveProperty('requests');
});

test('everything in one pod: the sidecar is moved and gated, its workarounds go, the rest stays', () => {
  const plan = planOf(batch([
    script('until nc -z localhost 5432; do sleep 1; done\n/app/run --all\ncurl -X POST localhost:9091/quitquitquit', { resources: { limits: { memory: '1Gi' } } }),
    { ...DB, args: ['--quitquitquit', ...DB.args as string[]] },
  ]));

  expect(specOf(plan).containers).toEqual([{ ...APP, command: ['/bin/sh', '-c', '/app/run --all\n'], resources: { limits: { memory: '1Gi' } } }]);
  expect(containerOf(plan, 'db')).toMatchObject({ restartPolicy: 'Always', startupProbe: { httpGet: { path: '/startup' } } });
  expect(containerOf(plan, 'db').args).not.toContain('--quitquitquit');
  expect(manualOf(plan, 'NS503')).toEqual([]);
});
