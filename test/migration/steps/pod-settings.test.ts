import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../../src/kubernetes/pod';
import { Recognition } from '../../../src/recognition/recognition';
import { batch, running, service } from '../../recognition/pods';
import { sidecar } from '../../simulator/pods';
import { APP, DB, editsOf, manualOf, planOf, script, specOf } from '../plans';

const KEY = 'kubectl.kubernetes.io/default-container';
const annotationsOf = (plan: ReturnType<typeof planOf>) => (plan.result as any).spec.template.metadata?.annotations;

describe('the default container', () => {
  test('is the app', () => {
    expect(annotationsOf(planOf(running([DB, APP])))).toEqual({ [KEY]: 'app' });
    expect(annotationsOf(planOf(batch([APP, DB])))).toEqual({ [KEY]: 'app' });
  });

  test('stays what the user said', () => {
    expect(annotationsOf(planOf(running([APP, DB], { annotations: { [KEY]: 'db' } })))).toEqual({ [KEY]: 'db' });
  });

  test('is not said where there are several apps, or where nothing was moved', () => {
    expect(annotationsOf(planOf(running([APP, { name: 'other', image: 'ghcr.io/acme/other:1' }, DB])))).toBeUndefined();
    expect(annotationsOf(planOf(running([APP])))).toBeUndefined();
  });
});

describe('the grace period', () => {
  const pod = (seconds: number | undefined, hook: number) => new Recognition(PodModel.fromManifest({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      ...(seconds === undefined ? {} : { terminationGracePeriodSeconds: seconds }),
      containers: [{ ...APP, lifecycle: { preStop: { sleep: { seconds: hook } } } }, DB],
    },
  }));

  test('is raised when what is said adds up to more', () => {
    const plan = planOf(pod(10, 30));

    expect(specOf(plan).terminationGracePeriodSeconds).toBeGreaterThan(30);
    expect(editsOf(plan, 'NS301')).toEqual(['set spec.terminationGracePeriodSeconds']);
  });

  test.each([
    ['--min-sigterm-delay=30s', 33, 'db shutdown 31 s'],
    ['--max-sigterm-delay=60s', 63, 'db shutdown 61 s'],
  ])('counts what a known program needs: %s', (flag, seconds, share) => {
    const plan = planOf(running([APP, { ...DB, args: [flag, 'acme:europe-west1:shop'] }]));

    expect(specOf(plan).terminationGracePeriodSeconds).toBe(seconds);
    expect(plan.edits.find(edit => edit.rule === 'NS301')?.why).toContain(share);
  });

  test('stays when it is enough, or when nobody says anything', () => {
    expect(specOf(planOf(pod(90, 30))).terminationGracePeriodSeconds).toBe(90);
    expect(specOf(planOf(running([APP, DB])))).not.toHaveProperty('terminationGracePeriodSeconds');
  });
});

test('who uses the port of a moved container by its name is told, below the version that finds it', () => {
  const containers = [APP, { name: 'queue', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: DB.args, ports: [{ name: 'sql', containerPort: 5432 }] }];
  const notes = (version: string) => manualOf(planOf(running(containers, { beside: [service('sql')] }), { kubernetes: KubernetesVersion.of(version), includeOptional: true }), 'NS607');

  expect(notes('1.32')).toEqual([expect.stringMatching(/^Service\/web refer to a port of 'queue' by name: before Kubernetes 1.33/)]);
  expect(notes('1.33')).toEqual([]);
});

test('without --mesh no annotation of a mesh is touched', () => {
  const annotations = { 'sidecar.istio.io/inject': 'true', 'proxy.istio.io/config': 'holdApplicationUntilProxyStarts: true' };
  const plan = planOf(running([script('until curl -fs localhost:15021/healthz/ready; do sleep 1; done\n/app/run')], { annotations }));

  expect([plan.edits, plan.verdict]).toEqual([[], 'advice']);
});

test('a sidecar that is native already is never moved again', () => {
  expect(planOf(running([APP], { inits: [sidecar('db', { image: DB.image, args: DB.args })] })).moved).toEqual([]);
});
