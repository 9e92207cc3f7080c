import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { App } from 'cdk8s';
import { Cluster } from './cluster';
import { exitWith } from './exit-with';
import { Answer, askAll, Document, documentsIn, filesIn } from './server-dry-run';
import { gallery } from '../generate/catalog/gallery';

const USAGE = `usage: npm run e2e:catalog -- [--record]
Asks the API server of the cluster that E2E_CONTEXT names to accept every preset of the catalog, on a Deployment and in a Job beside a restricted app, without
keeping anything, in a namespace where the Pod Security Standard "restricted" is enforced. It is enforced on pods only, so each pod template is asked for as a
pod too. To show that it is enforced at all, a pod that violates it must be refused.
  --record  writes the answers to test/fixtures/catalog/VERSION.json
Exit code 1 if any is refused, or the bad pod is not.`;

const FIXTURES = join(__dirname, '..', 'test', 'fixtures', 'catalog');
const LEVEL = 'restricted';
const LABELS = { 'pod-security.kubernetes.io/enforce': LEVEL, 'pod-security.kubernetes.io/warn': LEVEL };

/** What was asked, for the table. */
const COLUMNS = ['deployment', 'job', 'configMap', 'podOfDeployment', 'podOfJob'] as const;
type Column = typeof COLUMNS[number];

/** One question, and where its answer belongs. */
interface Question extends Document {
  readonly preset: string;
  readonly column: Column;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { record: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { presets, questions } = writtenQuestions();
  const badPod = spoiled(questions.find(({ column }) => column === 'podOfDeployment')!);
  return Cluster.use(async (cluster, { kubernetes }) => {
    console.log(`Kubernetes ${kubernetes}, server-side dry run of ${questions.length} objects where pods must be ${LEVEL}\n`);
    const answers = await cluster.inNamespace('catalog', namespace => askAll(cluster, namespace, [...questions, badPod], true), LABELS);
    const bad = answers[questions.length];
    const rows = presets.map(preset => ({ preset, ...verdicts(questions, answers, preset) }));

    print(rows);
    const refused = questions.filter((_, index) => answers[index].verdict !== 'accepted');
    refused.forEach(question => console.log(`\nrefused: ${question.preset} ${question.column}\n  ${answers[questions.indexOf(question)].why}`));
    const isEnforced = bad.verdict === 'refused' && bad.why.includes(`violates PodSecurity "${LEVEL}`);
    console.log(`\n${questions.length - refused.length} accepted, ${refused.length} refused`);
    console.log(`the pod that must be refused: ${isEnforced ? 'refused' : 'NOT refused for what it violates'}\n  ${bad.why}`);

    if (values.record) {
      record(kubernetes, { kubernetes, presets: rows, badPod: { verdict: bad.verdict, why: reasonOf(bad.why) } });
    }
    return refused.length > 0 || !isEnforced ? 1 : 0;
  });
}

/** Writes the gallery as a user's app is written, and reads from the files what to ask. */
function writtenQuestions(): { readonly presets: string[]; readonly questions: Question[] } {
  const outdir = mkdtempSync(join(tmpdir(), 'catalog-'));
  try {
    const app = new App({ outdir });
    const presets = new Map(gallery(app).map(({ preset, chart }) => [chart.node.id, preset]));
    app.synth();
    const questions = filesIn(outdir).flatMap(documentsIn).flatMap(document => {
      const preset = presets.get(basename(document.file).split('.')[0])!;
      return questionsAbout(document).map(question => ({ ...question, preset }));
    });
    return { presets: [...presets.values()], questions };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function questionsAbout(document: Document): Omit<Question, 'preset'>[] {
  const { file, manifest } = document;
  switch (manifest.kind) {
    case 'ConfigMap': return [{ ...document, column: 'configMap' }];
    case 'Deployment': return [{ ...document, column: 'deployment' }, { file, manifest: podOf(manifest), column: 'podOfDeployment' }];
    case 'Job': return [{ ...document, column: 'job' }, { file, manifest: podOf(manifest), column: 'podOfJob' }];
    default: throw new Error(`${file} has a ${manifest.kind}, of which nothing is asked: add it to e2e/catalog.ts`);
  }
}

function podOf({ metadata, spec: { template } }: any): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: metadata.name }, spec: template.spec };
}

/** The same pod, but one sidecar may gain privileges. */
function spoiled({ file, manifest }: Question): Document {
  const [sidecar, ...others] = manifest.spec.initContainers;
  const securityContext = { ...sidecar.securityContext, allowPrivilegeEscalation: true };
  return { file, manifest: { ...manifest, spec: { ...manifest.spec, initContainers: [{ ...sidecar, securityContext }, ...others] } } };
}

/** What was said about a preset; of several objects in one column, all must be accepted. A preset may have no ConfigMap. */
function verdicts(questions: readonly Question[], answers: readonly Answer[], preset: string): { [column in Column]?: Answer['verdict'] } {
  return Object.fromEntries(COLUMNS.flatMap(column => {
    const asked = answers.filter((_, index) => questions[index]?.preset === preset && questions[index].column === column);
    return asked.length === 0 ? [] : [[column, asked.find(({ verdict }) => verdict !== 'accepted')?.verdict ?? 'accepted']];
  }));
}

function print(rows: readonly ({ readonly preset: string } & { readonly [column in Column]?: string })[]): void {
  const line = (first: string, cells: readonly string[]) => `${first.padEnd(19)}${cells.map(cell => cell.padEnd(17)).join('')}`.trimEnd();
  console.log(line('preset', COLUMNS));
  rows.forEach(row => console.log(line(row.preset, COLUMNS.map(column => row[column] ?? '-'))));
}

/** What it violates, without the words of kubectl before it. */
function reasonOf(why: string): string {
  return why.slice(why.indexOf('violates')).trim();
}

function record(version: string, answers: object): void {
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(join(FIXTURES, `${version}.json`), `${JSON.stringify(answers, undefined, 2)}\n`);
}

exitWith(main());
