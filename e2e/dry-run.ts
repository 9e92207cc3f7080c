import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadAll } from 'js-yaml';
import { Cluster } from './cluster';

const USAGE = `usage: npm run e2e:dry-run -- [--pod-security LEVEL] PATH...
Asks the API server of the cluster that E2E_CONTEXT names to accept every manifest in files and folders, without keeping it.
  --pod-security LEVEL  refuses what violates this Pod Security Standard, for example restricted
Exit code 1 if any is refused.`;

const AT_ONCE = 4;

/** One object of a file. */
interface Document {
  readonly file: string;
  readonly manifest: any;
  /** Why the file cannot be read. */
  readonly problem?: string;
}

/** What the API server said. */
interface Answer {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  readonly why: string;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { 'pod-security': { type: 'string' }, 'help': { type: 'boolean' } }, allowPositionals: true });
  if (values.help || positionals.length === 0) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const documents = positionals.flatMap(filesIn).flatMap(documentsIn);
  const cluster = await Cluster.connect();
  try {
    const { kubernetes } = await cluster.versions();
    const level = values['pod-security'];
    const labels: { [key: string]: string } = level ? { 'pod-security.kubernetes.io/warn': level } : {};
    console.log(`Kubernetes ${kubernetes}, server-side dry run of ${documents.length} objects`);
    const answers = await cluster.inNamespace('dry-run', namespace => askAll(cluster, namespace, documents, level !== undefined), labels);
    documents.forEach((document, index) => print(document, answers[index]));
    const count = (verdict: Answer['verdict']) => answers.filter(answer => answer.verdict === verdict).length;
    console.log(`\n${count('accepted')} accepted, ${count('refused')} refused, ${count('unknown')} of kinds that the cluster does not know`);
    return count('refused') > 0 ? 1 : 0;
  } finally {
    cluster.close();
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(entry => (entry.isDirectory() || ['.yaml', '.yml', '.json'].includes(extname(entry.name)) ? filesIn(join(path, entry.name)) : []));
}

/** The Kubernetes objects of a file; what is no such object, a scenario for example, is left out. */
function documentsIn(file: string): Document[] {
  const isObject = (value: any) => typeof value?.apiVersion === 'string' && typeof value?.kind === 'string';
  let values: unknown[];
  try {
    values = loadAll(readFileSync(file, 'utf8'));
  } catch (error) {
    return [{ file, manifest: {}, problem: error instanceof Error ? error.message : String(error) }];
  }
  return values
    .flatMap((value: any) => (isObject(value) && Array.isArray(value.items) ? value.items : [value]))
    .filter(isObject)
    .map(manifest => ({ file, manifest }));
}

async function askAll(cluster: Cluster, namespace: string, documents: readonly Document[], isStrict: boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    while (next < documents.length) {
      const index = next++;
      const { manifest, problem } = documents[index];
      answers[index] = problem ? { verdict: 'refused', why: problem } : await ask(cluster, namespace, manifest, isStrict);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

async function ask(cluster: Cluster, namespace: string, manifest: any, isStrict: boolean): Promise<Answer> {
  // The namespaces that manifests name are not there: everything is tried in ours.
  const { namespace: _, ...metadata } = manifest.metadata ?? {};
  try {
    // A standard is enforced on pods only; about the pods in workloads there are warnings.
    const options = ['--dry-run=server', ...(isStrict ? ['--warnings-as-errors'] : [])];
    await cluster.kubectl(['create', ...options, '-n', namespace, '-o', 'name', '-f', '-'], JSON.stringify({ ...manifest, metadata }));
    return { verdict: 'accepted', why: '' };
  } catch (error: any) {
    // kubectl's own log lines say nothing more.
    const why = String(error.stderr || error.message).split('\n').filter(line => !/^E\d{4} /.test(line)).join(' ').trim();
    return { verdict: /no matches for kind|ensure CRDs are installed/.test(why) ? 'unknown' : 'refused', why };
  }
}

function print({ file, manifest }: Document, { verdict, why }: Answer): void {
  const name = manifest.metadata?.name ?? manifest.metadata?.generateName ?? '(no name)';
  console.log(`${verdict.padEnd(8)} ${file} ${manifest.kind}/${name}${why ? `\n           ${why}` : ''}`);
}

main().then(code => process.exit(code), error => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(3);
});
