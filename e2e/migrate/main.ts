import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { judge, Judged, Judgment, Pair, pairsOf } from './judge';
import { main as command } from '../../src/cli/main';
import { Cluster } from '../cluster';
import { exitWith } from '../exit-with';
import { Answer, askAll, documentsIn, filesIn } from '../server-dry-run';

const USAGE = `usage: npm run e2e:migrate -- FOLDER [--record] [flags of migrate]...
Migrates every manifest of a folder, and asks the API server of the cluster that E2E_CONTEXT names to accept each object before and after, without keeping it.
Each object is tried in a namespace that is made first, whatever namespace it names.
  --record  writes the answers to test/fixtures/migrate-dry-run/VERSION.json
Exit code 1 if an object is accepted before and refused after; objects that the server takes neither before nor after are listed with the reason.`;

const RECORDS = join(__dirname, '..', '..', 'test', 'fixtures', 'migrate-dry-run');
const ORDER: readonly Judgment[] = ['not-judged', 'mended', 'broken'];

async function main(args: readonly string[]): Promise<number> {
  const [folder, ...rest] = args;
  if (folder === undefined || folder.startsWith('-')) {
    console.log(USAGE);
    return folder === '--help' ? 0 : 2;
  }
  const pairs = await migrated(folder, rest.filter(arg => arg !== '--record'));
  return Cluster.use(async (cluster, { kubernetes }) => {
    console.log(`Kubernetes ${kubernetes}, server-side dry run of ${pairs.length} objects, ${pairs.filter(pair => pair.isChanged).length} of them changed by the migration`);
    const judged = await cluster.inNamespace('migrate', namespace => askTwice(cluster, namespace, pairs));
    print(judged);
    if (rest.includes('--record')) {
      record(kubernetes, judged);
    }
    return judged.some(({ judgment }) => judgment === 'broken') ? 1 : 0;
  });
}

/** Migrates a folder with the command itself, into another one. */
async function migrated(folder: string, flags: readonly string[]): Promise<Pair[]> {
  const out = mkdtempSync(join(tmpdir(), 'migrated-'));
  try {
    const io = { out: () => {}, err: (text: string) => void process.stderr.write(text), stdin: async () => new Uint8Array() };
    const code = await command(['migrate', folder, '--out', out, '--format', 'json', ...flags], io);
    if (code !== 0 && code !== 3) {
      throw new Error(`the migration ended with ${code}`);
    }
    return filesIn(folder).flatMap(file => {
      const named = (documents: ReturnType<typeof documentsIn>) => documents.map(document => ({ ...document, file: relative(folder, file) }));
      return pairsOf(named(documentsIn(file)), named(documentsIn(join(out, relative(folder, file)))));
    });
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** What the migration did not change is asked about once. */
async function askTwice(cluster: Cluster, namespace: string, pairs: readonly Pair[]): Promise<Judged[]> {
  const before = await askAll(cluster, namespace, pairs.map(pair => pair.before), false);
  const changed = pairs.filter(pair => pair.isChanged);
  const answers = await askAll(cluster, namespace, changed.map(pair => pair.after), false);
  const after = new Map<Pair, Answer>(changed.map((pair, index) => [pair, answers[index]]));
  return pairs.map((pair, index) => judge(pair, before[index], after.get(pair) ?? before[index]));
}

function print(judged: readonly Judged[]): void {
  for (const judgment of ORDER) {
    for (const { pair, why } of judged.filter(one => one.judgment === judgment)) {
      console.log(`${judgment.padEnd(10)} ${pair.file} ${pair.title}\n             ${why.slice(0, 300)}`);
    }
  }
  const count = (judgment: Judgment, isChanged?: boolean) => judged
    .filter(one => one.judgment === judgment && (isChanged === undefined || one.pair.isChanged === isChanged)).length;
  console.log(`\naccepted before: ${count('kept') + count('broken')}, of these after: ${count('kept')} (${count('kept', true)} changed), refused after: ${count('broken')}; `
    + `refused before, accepted after: ${count('mended')}; not judged: ${count('not-judged')}`);
}

function record(kubernetes: string, judged: readonly Judged[]): void {
  const objects = judged.map(({ pair, judgment, why }) => ({
    file: pair.file, object: pair.title, changed: pair.isChanged, judgment, ...(why === '' ? {} : { why }),
  }));
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(join(RECORDS, `${kubernetes}.json`), `${JSON.stringify({ kubernetes, objects }, undefined, 2)}\n`);
}

exitWith(main(process.argv.slice(2)));
