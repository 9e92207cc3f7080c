import { ContainerRole, PodModel, PodRestartPolicy } from '../../src/kubernetes/pod';
import { jobOf, podManifest, podOf, sidecar } from '../simulator/pods';

const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'app' }] } };

/** An object of some kind with a pod template where most kinds have it. */
function workload(kind: string, apiVersion = 'apps/v1', name = 'web'): any {
  return { apiVersion, kind, metadata: { name, namespace: 'shop' }, spec: { template: TEMPLATE } };
}

const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } };
const CRON_JOB = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'nightly' },
  spec: { schedule: '0 3 * * *', jobTemplate: { spec: { activeDeadlineSeconds: 600, backoffLimit: 2, template: TEMPLATE } } },
};

describe('where a pod is found', () => {
  test.each<[string, any, string]>([
    ['Pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' }, spec: TEMPLATE.spec }, 'spec'],
    ['PodTemplate', { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'web', namespace: 'shop' }, template: TEMPLATE }, 'template.spec'],
    ['Deployment', workload('Deployment'), 'spec.template.spec'],
    ['StatefulSet', workload('StatefulSet'), 'spec.template.spec'],
    ['DaemonSet', workload('DaemonSet'), 'spec.template.spec'],
    ['ReplicaSet', workload('ReplicaSet'), 'spec.template.spec'],
    ['ReplicationController', workload('ReplicationController', 'v1'), 'spec.template.spec'],
    ['Job', workload('Job', 'batch/v1'), 'spec.template.spec'],
    ['Rollout', workload('Rollout', 'argoproj.io/v1alpha1'), 'spec.template.spec'],
    ['CloneSet', workload('CloneSet', 'apps.kruise.io/v1alpha1'), 'spec.template.spec'],
    ['Service', workload('Service', 'serving.knative.dev/v1'), 'spec.template.spec'],
  ])('in a %s', (kind, manifest, path) => {
    const pod = PodModel.fromManifest(manifest);

    expect([pod.kind, pod.name, pod.namespace, pod.path]).toEqual([kind, 'web', 'shop', path]);
    expect(pod.containers.map(container => container.name)).toEqual(['app']);
  });

  test('in the Job template of a CronJob, with what the Job says', () => {
    const pod = PodModel.fromManifest(CRON_JOB);

    expect([pod.title, pod.path]).toEqual(['CronJob/nightly', 'spec.jobTemplate.spec.template.spec']);
    expect(pod.job).toEqual({ activeDeadlineSeconds: 600, backoffLimit: 2 });
  });

  test('in the items of lists, also of lists of one kind and of lists in lists', () => {
    const deployments = { apiVersion: 'apps/v1', kind: 'DeploymentList', items: [workload('Deployment', 'apps/v1', 'a'), workload('Deployment', 'apps/v1', 'b')] };
    const inner = { apiVersion: 'v1', kind: 'List', items: [SERVICE, workload('StatefulSet')] };

    const pods = PodModel.allIn({ apiVersion: 'v1', kind: 'List', items: [deployments, inner, CRON_JOB] });

    expect(pods.map(pod => pod.title)).toEqual(['Deployment/a', 'Deployment/b', 'StatefulSet/web', 'CronJob/nightly']);
  });

  test.each(['Deployment', 'Job'])('in a %s that leaves its kind to its list, as the API server does', kind => {
    const { kind: _kind, apiVersion: _apiVersion, ...item } = workload(kind);

    const [pod] = PodModel.allIn({ apiVersion: 'apps/v1', kind: `${kind}List`, items: [item] });

    expect([pod.title, pod.job === undefined]).toEqual([`${kind}/web`, kind !== 'Job']);
  });

  test('in a Knative service that leaves the name to Knative', () => {
    const service = { apiVersion: 'serving.knative.dev/v1', kind: 'Service', metadata: { name: 'web' }, spec: { template: { spec: { containers: [{ image: 'web:1' }] } } } };

    expect(PodModel.fromManifest(service).mains.map(main => main.name)).toEqual(['user-container']);
  });

  test('not in a Service, nor in a list of nothing', () => {
    expect(PodModel.allIn(SERVICE)).toEqual([]);
    expect(PodModel.allIn({ apiVersion: 'v1', kind: 'List', items: [] })).toEqual([]);
  });

  test('once in a list that holds itself', () => {
    const list: any = { apiVersion: 'v1', kind: 'List', items: [workload('Deployment')] };
    list.items.push(list);

    expect(PodModel.allIn(list).map(pod => pod.title)).toEqual(['Deployment/web']);
  });

  test('with metadata, spec and manifest as they stand there', () => {
    const manifest = workload('Deployment');

    const pod = PodModel.fromManifest(manifest);

    expect(pod.metadata).toEqual({ labels: { app: 'web' } });
    expect(pod.spec).toBe(TEMPLATE.spec);
    expect(pod.manifest).toBe(manifest);
  });

  test('under its generateName when it has no name', () => {
    const pod = PodModel.fromManifest({ ...podManifest([{ name: 'app' }]), metadata: { generateName: 'export-' } });

    expect([pod.name, pod.title]).toEqual([undefined, 'Pod/export-']);
  });

  test('without any name', () => {
    expect(PodModel.fromManifest({ kind: 'Pod', spec: TEMPLATE.spec }).title).toBe('Pod/(no name)');
  });
});

describe('the part that a container plays', () => {
  test('an init container is a sidecar only with restartPolicy Always', () => {
    const pod = podOf([{ name: 'app' }], [{ name: 'migrate' }, sidecar('proxy'), { name: 'retry', restartPolicy: 'OnFailure' }]);

    expect(pod.containers.map(({ name, role }) => [name, role])).toEqual([
      ['migrate', ContainerRole.INIT], ['proxy', ContainerRole.SIDECAR], ['retry', ContainerRole.INIT], ['app', ContainerRole.MAIN],
    ]);
  });

  test('a main container with restartPolicy Always stays a main container', () => {
    const pod = podOf([{ name: 'app', restartPolicy: 'Always' }]);

    expect([pod.mains.length, pod.sidecars.length]).toEqual([1, 0]);
  });

  test('mains and sidecars are told apart, each in the order of the manifest', () => {
    const pod = podOf([{ name: 'app' }, { name: 'worker' }], [sidecar('proxy'), { name: 'migrate' }, sidecar('logs')]);

    expect(pod.mains.map(main => main.name)).toEqual(['app', 'worker']);
    expect(pod.sidecars.map(one => one.name)).toEqual(['proxy', 'logs']);
  });
});

describe('what a pod leaves unsaid', () => {
  test('a server has 30 seconds to stop and is always restarted', () => {
    const pod = podOf([{ name: 'app' }]);

    expect([pod.gracePeriodSeconds, pod.restartPolicy, pod.job]).toEqual([30, PodRestartPolicy.ALWAYS, undefined]);
  });

  test('a Job is tried 6 times more and its pod is not restarted', () => {
    const pod = PodModel.fromManifest(workload('Job', 'batch/v1'));

    expect(pod.restartPolicy).toBe(PodRestartPolicy.NEVER);
    expect(pod.job).toEqual({ activeDeadlineSeconds: undefined, backoffLimit: 6 });
  });

  test('a Job with a limit for each index has none for the whole', () => {
    const pod = jobOf([{ name: 'work' }], [], {}, { completionMode: 'Indexed', backoffLimitPerIndex: 1 });

    expect(pod.job?.backoffLimit).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('what is said counts', () => {
    const pod = jobOf([{ name: 'work' }], [], { restartPolicy: 'OnFailure', terminationGracePeriodSeconds: 0 }, { activeDeadlineSeconds: 0, backoffLimit: 0 });

    expect([pod.gracePeriodSeconds, pod.restartPolicy]).toEqual([0, PodRestartPolicy.ON_FAILURE]);
    expect(pod.job).toEqual({ activeDeadlineSeconds: 0, backoffLimit: 0 });
  });

  test('what is no value of the API counts as unsaid', () => {
    const pod = podOf([{ name: 'app' }], [], { terminationGracePeriodSeconds: '60', restartPolicy: 'Sometimes', initContainers: null });

    expect([pod.gracePeriodSeconds, pod.restartPolicy, pod.containers.length]).toEqual([30, PodRestartPolicy.ALWAYS, 1]);
  });
});

describe('refused', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'a manifest must be an object with apiVersion and kind, but this is missing'],
    ['an empty document', null, 'a manifest must be an object with apiVersion and kind, but this is empty'],
    ['an empty list of manifests', [], 'a manifest must be an object with apiVersion and kind, but this is an empty list'],
    ['a list of manifests', [SERVICE], 'a manifest must be an object with apiVersion and kind, but this is a list'],
    ['YAML text', 'kind: Pod', 'a manifest must be an object with apiVersion and kind, but this is the string "kind: Pod"'],
    ['a kind without a pod', SERVICE, "Service 'web' contains no pod: pass a Pod or an object with a pod template"],
    ['an empty object', {}, 'an object without kind and name contains no pod: pass a Pod or an object with a pod template'],
    ['several pods where one is wanted', { kind: 'List', items: [workload('Deployment'), CRON_JOB] },
      'List without a name contains 2 pods, Deployment/web, CronJob/nightly: pass one of them'],
    ['a Pod without spec', { kind: 'Pod', metadata: { name: 'web' } }, "Pod 'web' has no pod: 'spec' is missing, but must be an object with containers"],
    ['a Job with an empty template', { kind: 'Job', metadata: { generateName: 'export-' }, spec: { template: null } },
      "Job 'export-' has no pod: 'spec.template.spec' is missing, but must be an object with containers"],
    ['a spec that is a number', { kind: 'PodTemplate', template: { spec: 7 } },
      "PodTemplate without a name has no pod: 'template.spec' is the number 7, but must be an object with containers"],
    ['a spec without containers', { kind: 'Pod', metadata: { name: 'web' }, spec: {} },
      "Pod 'web' has no containers: 'spec.containers' is missing, but a pod needs at least one container"],
    ['an empty list of containers', podManifest([]), "Pod 'web' has no containers: 'spec.containers' is an empty list, but a pod needs at least one container"],
    ['containers by name', { kind: 'Pod', metadata: { name: 'web' }, spec: { containers: { app: {} } } },
      "Pod 'web' has no containers: 'spec.containers' is an object, but a pod needs at least one container"],
    ['init containers that are no list', podManifest([{ name: 'app' }], [], { initContainers: 'proxy' }),
      "Pod 'web': 'spec.initContainers' is the string \"proxy\", but must be a list"],
    ['a container that is a string', podManifest(['app' as any]),
      "Pod 'web': 'spec.containers[0]' is the string \"app\", but a container must be an object with a name"],
    ['a container without a name', podManifest([{ name: 'app' }], [{ image: 'envoy' } as any]),
      "Pod 'web': the container at 'spec.initContainers[0]' has no name: add one"],
    ['a container whose name YAML takes for something else', podManifest([{ name: true as unknown as string }]),
      "Pod 'web': the name of the container at 'spec.containers[0]' is the boolean true, but must be a string: put it in quotes"],
    ['a container with an empty name', podManifest([{ name: 'app' }, { name: '' }]), "Pod 'web': the container at 'spec.containers[1]' has no name: add one"],
    ['two containers of one name', podManifest([{ name: 'app' }], [sidecar('app')]),
      "Pod 'web' has two containers called 'app', at 'spec.initContainers[0]' and 'spec.containers[0]': names must be unique across containers and initContainers, so rename one"],
  ])('%s', (_what, manifest, message) => {
    expect(() => PodModel.fromManifest(manifest)).toThrow(new Error(message));
  });

  test('every malformed pod of a list is named', () => {
    const list = { kind: 'List', items: [podManifest([]), workload('Deployment'), null] };

    expect(() => PodModel.allIn(list)).toThrow(new Error([
      "Pod 'web' has no containers: 'spec.containers' is an empty list, but a pod needs at least one container",
      'a manifest must be an object with apiVersion and kind, but this is empty',
    ].join('\n')));
  });

  test('a container that the pod does not have', () => {
    expect(() => podOf([{ name: 'app' }], [sidecar('proxy')]).container('prxoy')).toThrow(new Error("Pod/web has no container 'prxoy': it has 'proxy', 'app'"));
  });
});
