import { PodModel } from '../../../src/kubernetes/pod';
import { acknowledgmentOf, acknowledgmentsOf, markAcknowledged } from '../../../src/rules/engine/acknowledgment';
import { Finding, Severity } from '../../../src/rules/engine/finding';

const CONTAINERS = ['web', 'logs', 'cache'];
const ANNOTATION = 'acknowledge.cdk8s-sidecars/NS101';

const SPEC = { containers: CONTAINERS.map(name => ({ name, image: `ghcr.io/acme/${name}:1` })) };

/** The containers for which a reason counts; '' is the whole pod. */
function acknowledgedFor(reason: string): string[] {
  const pod = PodModel.fromManifest({ kind: 'Pod', metadata: { annotations: { [ANNOTATION]: reason } }, spec: SPEC });
  return ['', ...CONTAINERS].filter(container => acknowledgmentOf(pod, 'NS101', container || undefined) === reason);
}

test.each([
  ['nobody needs them', ['', 'web', 'logs', 'cache']],
  ['note: nobody needs them', ['', 'web', 'logs', 'cache']],
  ['we know; logs: it only tails', ['', 'web', 'logs', 'cache']],
  ['logs: it only tails', ['', 'logs']],
  ['logs: it only tails; it has no port; cache: the app retries', ['', 'logs', 'cache']],
])('the reason %j counts for %j', (reason, containers) => {
  expect(acknowledgedFor(reason)).toEqual(containers);
});

const CRON_JOB = (where: 'CronJob' | 'Job template' | 'pod template') => {
  const metadata = (own: typeof where) => own === where ? { annotations: { [ANNOTATION]: 'we agreed' } } : {};
  const template = { metadata: metadata('pod template'), spec: SPEC };
  return PodModel.fromManifest({ kind: 'CronJob', metadata: metadata('CronJob'), spec: { jobTemplate: { metadata: metadata('Job template'), spec: { template } } } });
};

test.each(['CronJob', 'Job template', 'pod template'] as const)('the annotation counts on the workload, on its pod template and between them: %s', where => {
  const finding: Finding = { rule: 'NS101', severity: Severity.WARNING, container: 'web', message: 'it has no startup probe', fix: 'add one' };

  expect(acknowledgmentOf(CRON_JOB(where), 'NS101', 'web')).toBe('we agreed');
  expect(markAcknowledged([finding, { ...finding, rule: 'NS102' }], CRON_JOB(where)).map(({ acknowledged }) => acknowledged)).toEqual(['we agreed', undefined]);
});

test('a reason on the pod template about one container leaves the others to the reason on the workload', () => {
  const pod = PodModel.fromManifest({
    kind: 'Deployment',
    metadata: { annotations: { [ANNOTATION]: 'logs: it only tails' } },
    spec: { template: { metadata: { annotations: { [ANNOTATION]: 'cache: the app retries' } }, spec: SPEC } },
  });

  expect(CONTAINERS.map(container => acknowledgmentOf(pod, 'NS101', container))).toEqual([undefined, 'logs: it only tails', 'cache: the app retries']);
});

test('the annotation of a Pod counts once', () => {
  const pod = PodModel.fromManifest({ kind: 'Pod', metadata: { annotations: { [ANNOTATION]: 'we agreed', team: 'shop' } }, spec: SPEC });

  expect(acknowledgmentsOf(pod)).toEqual([{ key: ANNOTATION, rule: 'NS101', reason: 'we agreed', path: ['metadata', 'annotations', ANNOTATION], isOfTemplate: true }]);
});
