import { RepositoryCopy } from './copy';
import { followPage } from './follow-page';

/** Makes a change in a copy and checks that it has its effect; returns the only files that a person has to touch. */
export type Trial = (copy: RepositoryCopy) => readonly string[];

export const TRIALS: { readonly [name: string]: Trial } = {
  rule: copy => followPage(copy, 'docs/write-a-rule.md'),
  preset: copy => followPage(copy, 'docs/write-a-preset.md'),
  mesh: tryMesh,
  kind: tryKind,
  field: tryField,
  default: tryDefault,
};

/** A pod whose proxy keeps it from completing. */
const POD = { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'ghcr.io/acme/work:1.0.0' }, { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3' }] } };

/** A mesh: its facts and its row in the list, here those of the made-up mesh of the tests. */
function tryMesh(copy: RepositoryCopy): string[] {
  const [facts, list] = ['src/knowledge/meshes/madeup.ts', 'src/knowledge/meshes/mesh-list.ts'];
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template: { metadata: { labels: { 'madeup.example/join': 'yes' } }, ...POD } } };
  copy.write('dist/job.json', JSON.stringify(job));
  expectNot(command(copy, 'check dist/job.json'), 'NS402');

  copy.write(facts, copy.read('test/house/madeup-mesh.ts').replaceAll('../../src/knowledge/meshes/', './'));
  copy.addAfter(list, "import { LINKERD } from './linkerd';", "import { MADEUP } from './madeup';");
  copy.replace(list, '[LINKERD, ', '[MADEUP, LINKERD, ');

  expectIn(command(copy, 'check dist/job.json'), 'NS402');
  expectIn(command(copy, 'check dist/job.json --mesh madeup@1.1'), "Madeup adds 'madeup-proxy' to the Job");
  expectIn(command(copy, 'explain dist/job.json --mesh madeup@1.1'), 'madeup-proxy');
  return [facts, list];
}

/** A workload kind: one row, and check, explain and migrate all know where its pods are and that they end. */
function tryKind(copy: RepositoryCopy): string[] {
  const table = 'src/kubernetes/workload-kinds.ts';
  copy.write('dist/nightly.json', JSON.stringify({ apiVersion: 'acme.example/v1', kind: 'Nightly', metadata: { name: 'report' }, spec: { work: { pod: POD } } }));
  expectNot(command(copy, 'check dist/nightly.json'), 'NS401');

  copy.addAfter(table, 'const CUSTOM: readonly WorkloadKind[] = [', "  { kind: 'Nightly', groups: ['acme.example'], pods: [{ at: 'spec.work.pod', runsToCompletion: true }] },");

  expectIn(command(copy, 'check dist/nightly.json'), 'NS401');
  expectIn(command(copy, 'explain dist/nightly.json'), 'Nightly/report');
  expectIn(command(copy, 'migrate dist/nightly.json'), '"restartPolicy":"Always"');
  return [table];
}

/** A Kubernetes field: its feature with the path of the field, and NS602 judges it by the version. */
function tryField(copy: RepositoryCopy): string[] {
  const [names, table, samples] = ['src/kubernetes/kubernetes-feature.ts', 'src/kubernetes/features.ts', 'e2e/features/samples.ts'];
  const containers = [{ name: 'web', image: 'ghcr.io/acme/web:1.0.0', madeup: { level: 3 } }];
  copy.write('dist/pod.json', JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers } }));
  expectNot(command(copy, 'check dist/pod.json --kubernetes-version 1.34'), 'NS602');

  copy.addAfter(names, 'export enum KubernetesFeature {', "  /** `madeup.level` of a container. */\n  MADEUP_LEVEL = 'madeup-level',");
  copy.addAfter(table, 'export const FEATURES: ', "  [KubernetesFeature.MADEUP_LEVEL]: { gate: 'MadeupLevel', alpha: '1.34', onByDefault: '1.36', fields: [{ in: 'container', paths: ['madeup.level'], what: 'a madeup level', without: 'dropped' }] },");
  copy.addAfter(samples, 'const SURROUNDINGS: ', "  'madeup.level': { container: { madeup: { level: 3 } } },");

  expectIn(command(copy, 'check dist/pod.json --kubernetes-version 1.34'), "NS602 'web' has a madeup level");
  expectNot(command(copy, 'check dist/pod.json --kubernetes-version 1.36'), 'NS602');
  return [names, table, samples];
}

/** A default: its named constant, and the examples follow. */
function tryDefault(copy: RepositoryCopy): string[] {
  const file = 'src/workloads/job-lifecycle.ts';
  copy.replace(file, 'SIDECAR_JOB_BACKOFF_LIMIT = 3;', 'SIDECAR_JOB_BACKOFF_LIMIT = 4;');

  copy.run('npx projen examples:update');

  expectIn(copy.read('examples/job/output/orders.k8s.yaml'), 'backoffLimit: 4');
  expectIn(copy.read('examples/cron-job/output/sales.k8s.yaml'), 'backoffLimit: 4');
  return [file];
}

function command(copy: RepositoryCopy, words: string): string {
  return copy.run(`npm run --silent cli -- ${words}`, [0, 1]);
}

function expectIn(text: string, part: string): void {
  if (!text.includes(part)) {
    throw new Error(`expected '${part}' in\n${text}`);
  }
}

function expectNot(text: string, part: string): void {
  if (text.includes(part)) {
    throw new Error(`'${part}' is there before the change, so the trial shows nothing:\n${text}`);
  }
}
