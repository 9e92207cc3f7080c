import { checksFor } from '../../src/core/explain/kubectl';
import { migrateText } from '../../src/core/migrate/migrate-text';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../src/kubernetes/manifest';
import { PodModel } from '../../src/kubernetes/pod';
import { PodPlace, WorkloadKind, WorkloadKinds } from '../../src/kubernetes/workload-kinds';
import { isPartial } from '../../src/recognition/partial';
import { Surroundings } from '../../src/recognition/surroundings';

const PROXY = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: ['acme:europe-west1:orders'] };
const APP = { name: 'app', image: 'ghcr.io/acme/app:1.0.0' };

const PLACES = WorkloadKinds.KNOWN.rows.flatMap(row => row.pods.map(place => [`${row.kind} of ${row.groups[0] || 'the core'}, ${place.at || 'itself'}`, row, place] as const));

/** An object of a kind with one pod, at one of the places that the kind's row names. */
function objectOf({ kind, groups, mustHave }: WorkloadKind, place: PodPlace): any {
  const apiVersion = groups[0] === '' ? 'v1' : `${groups[0]}/v1`;
  const object: any = { apiVersion, kind, metadata: { name: 'demo' } };
  const pod = place.argo
    ? { name: 'step', container: { image: APP.image }, sidecars: [PROXY] }
    : { metadata: { labels: { app: 'demo' } }, spec: { restartPolicy: place.runsToCompletion ? 'Never' : 'Always', containers: [APP, PROXY] } };
  const steps = place.at.replace(/\[\*\]/g, '.[]').split('.').filter(step => step !== '');
  let here = object;
  steps.forEach((step, index) => {
    const key = step === '*' ? 'Any' : step === '[]' ? 0 : step;
    const value = index === steps.length - 1 ? pod : steps[index + 1] === '[]' ? [] : {};
    here[key] = value;
    here = value;
  });
  if (steps.length === 0) {
    Object.assign(object, pod, { metadata: { name: 'demo', labels: { app: 'demo' } } });
  }
  if (mustHave === 'selector') {
    object.spec.selector = { matchLabels: { app: 'demo' } };
  }
  return object;
}

test.each(PLACES)('%s: its pod is found where the row says, and lives as the row says', (_title, row, place) => {
  const { templates, problems } = findTemplates(objectOf(row, place));

  expect(problems).toEqual([]);
  expect(templates).toHaveLength(1);
  const pod = PodModel._of(templates[0]);
  expect(pod.title).toBe(`${row.kind}/demo`);
  expect(pod.job !== undefined).toBe(place.runsToCompletion === true);
  expect(pod.job?.backoffLimit).toBe(place.limits?.retries);
  expect(pod.mains.map(main => main.name)).toEqual([place.argo ? 'main' : 'app', 'db']);
});

test.each(PLACES)('%s: a deadline is read where the row says', (_title, row, place) => {
  const object = objectOf(row, place);
  const { path } = findTemplates(object).templates[0];
  if (place.limits) {
    const at = place.limits.at === 'beside' ? path.slice(0, -1) : place.limits.at.split('.');
    const holder = at.reduce((here: any, step) => here[step] ??= {}, object);
    holder.activeDeadlineSeconds = 600;
  }

  expect(PodModel.fromManifest(object).job?.activeDeadlineSeconds).toBe(place.limits ? 600 : undefined);
});

test.each(PLACES)('%s: the proxy is moved to the init containers of its own template, or refused with a reason', (_title, row, place) => {
  const text = `${JSON.stringify(objectOf(row, place), null, 2)}\n`;

  const migrated = migrateText('demo.json', text, { kubernetes: KubernetesVersion.of('1.33'), surroundings: Surroundings.NONE, programs: [] });

  const [{ plan }] = migrated.pods;
  if (place.argo || row.refusesNative) {
    expect(plan.verdict).toBe('refused');
    expect(plan.manual[0].why).toMatch(/^\w+\/demo is (run by Knative|an Argo template)/);
    expect(migrated.text).toBe(text);
  } else {
    expect(plan.moved).toEqual(['db']);
    expect(PodModel.fromManifest(JSON.parse(migrated.text)).sidecars.map(sidecar => sidecar.name)).toEqual(['db']);
  }
});

test.each(PLACES)('%s: kubectl finds a pod of it', (_title, row, place) => {
  const [first] = checksFor(PodModel.fromManifest(objectOf(row, place)));

  if (row.podLabel !== undefined) {
    expect(first.command).toContain(`-l ${row.podLabel}=demo`);
  } else if (!place.argo) {
    expect(first.command).toMatch(row.makesJobs ? /^JOB=/ : place.at === '' ? /^POD=demo$/ : /-l app=demo/);
  }
});

test.each(PLACES)('%s: it is whole, and a patch when nothing in it has an image', (_title, row, place) => {
  const object = objectOf(row, place);
  const patch = JSON.parse(JSON.stringify(object), (key, value) => key === 'image' ? undefined : value);

  expect(isPartial(object)).toBe(false);
  expect(isPartial(patch)).toBe(!place.argo);
});

test('a kind of Kubernetes is not mistaken for one of the same name of somebody else', () => {
  const job = { apiVersion: 'nomad.example.com/v1', kind: 'Job', metadata: { name: 'other' }, spec: {} };

  expect(findTemplates(job)).toEqual({ templates: [], problems: [] });
});

test('anything else with a pod at spec.template is a workload', () => {
  const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'demo' }, spec: { template: { spec: { containers: [APP] } } } };

  expect(PodModel.fromManifest(object).title).toBe('Thing/demo');
});

test('a replica whose operator sets the restart policy has that one', () => {
  const replicas = { Master: { restartPolicy: 'OnFailure', template: { spec: { containers: [APP] } } } };

  const pod = PodModel.fromManifest({ apiVersion: 'kubeflow.org/v1', kind: 'PyTorchJob', metadata: { name: 'demo' }, spec: { pytorchReplicaSpecs: replicas } });

  expect(pod.restartPolicy).toBe('OnFailure');
});

test('the script of an Argo template is read as what its shell runs, and stands where it is written', () => {
  const script = { image: APP.image, command: ['bash'], source: 'curl -X POST localhost:15020/quitquitquit' };
  const pod = PodModel.fromManifest({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', metadata: { name: 'demo' }, spec: { templates: [{ name: 'a', script }] } });

  expect(pod.mains[0].spec.args).toEqual(['-c', script.source]);
  expect(pod._pathTo(['containers', 0, 'args', 1])).toEqual(['spec', 'templates', 0, 'script', 'source']);
  expect(pod._pathTo(['containers', 0, 'image'])).toEqual(['spec', 'templates', 0, 'script', 'image']);
});
