import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { loadAll } from 'js-yaml';
import { Cluster } from './cluster';

const AT_ONCE = 4;

/** One object of a file. */
export interface Document {
  readonly file: string;
  readonly manifest: any;
  /** Why the file cannot be read. */
  readonly problem?: string;
}

/** What the API server said. */
export interface Answer {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  readonly why: string;
}

/** The manifests below a folder, or the file itself. */
export function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(entry => (entry.isDirectory() || ['.yaml', '.yml', '.json'].includes(extname(entry.name)) ? filesIn(join(path, entry.name)) : []));
}

/** The Kubernetes objects of a file; what is no such object, a scenario for example, is left out. */
export function documentsIn(file: string): Document[] {
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

/** Asks for every object, a few at once; with `isStrict`, a warning is a refusal. */
export async function askAll(cluster: Cluster, namespace: string, documents: readonly Document[], isStrict: boolean): Promise<Answer[]> {
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
