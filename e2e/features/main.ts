import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expectedOf } from './expected';
import { FeatureAnswer, FeatureRecord, Fate } from './record';
import { Sample, samplesFor } from './samples';
import { follow } from '../../src/data/json';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Cluster } from '../cluster';
import { exitWith } from '../exit-with';

const USAGE = `usage: npm run e2e:features -- [--record]
Asks the API server of the cluster that E2E_CONTEXT names what it does with every field of the table of features (src/kubernetes/features.ts), without keeping anything:
it keeps the field, drops it, or refuses the object. It is asked twice: as a client that ignores unknown fields, and as a strict one such as kubectl.
  --record  writes the answers to test/fixtures/features/VERSION.json
Exit code 1 if the table predicts another answer.`;

const FIXTURES = join(__dirname, '..', '..', 'test', 'fixtures', 'features');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { record: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  return Cluster.use(async (cluster, { kubernetes }) => {
    const version = KubernetesVersion.of(kubernetes);
    const asked = samplesFor(version);
    console.log(`Kubernetes ${kubernetes}, server-side dry run of ${asked.length} objects, each for a lenient and a strict client\n`);
    const fields = await cluster.inNamespace('features', namespace => askAll(cluster, namespace, asked));
    const wrong = asked.filter((sample, index) => {
      const [expected, answer] = [expectedOf(sample, version), fields[index]];
      const isRight = expected.lenient === answer.lenient && expected.strict === answer.strict;
      console.log(`${isRight ? 'as the table' : 'NOT THE TABLE'}  ${`${answer.lenient} / ${answer.strict}`.padEnd(18)} ${sample.feature}: ${sample.name}`);
      if (!isRight) {
        console.log(`  the table predicts ${expected.lenient} / ${expected.strict}${answer.why ? `\n  ${answer.why}` : ''}`);
      }
      return !isRight;
    });
    console.log(`\n${asked.length - wrong.length} of ${asked.length} as the table predicts`);
    if (values.record) {
      const record: FeatureRecord = { kubernetes, fields };
      mkdirSync(FIXTURES, { recursive: true });
      writeFileSync(join(FIXTURES, `${kubernetes}.json`), `${JSON.stringify(record, undefined, 2)}\n`);
    }
    return wrong.length > 0 ? 1 : 0;
  });
}

async function askAll(cluster: Cluster, namespace: string, asked: readonly Sample[]): Promise<FeatureAnswer[]> {
  const answers: FeatureAnswer[] = [];
  for (const sample of asked) {
    const [lenient, strict] = [await ask(cluster, namespace, sample, 'Ignore'), await ask(cluster, namespace, sample, 'Strict')];
    const why = lenient.why ?? strict.why;
    answers.push({ feature: sample.feature, field: sample.name, lenient: lenient.fate, strict: strict.fate, ...(why === undefined ? {} : { why }) });
  }
  return answers;
}

async function ask(cluster: Cluster, namespace: string, { manifest, at }: Sample, validation: 'Ignore' | 'Strict'): Promise<{ readonly fate: Fate; readonly why?: string }> {
  const path = manifest.kind === 'Job' ? `/apis/batch/v1/namespaces/${namespace}/jobs` : `/api/v1/namespaces/${namespace}/pods`;
  try {
    const stored = await cluster.send('POST', `${path}?dryRun=All&fieldValidation=${validation}`, manifest);
    // A default is not what was asked for.
    const isKept = JSON.stringify(follow(stored, at)) !== undefined && contains(follow(stored, at), follow(manifest, at));
    return { fate: isKept ? 'kept' : 'dropped' };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const reason = /: (?:400|403|422) (\{.*)/s.exec(text)?.[1];
    if (reason === undefined) {
      throw error;
    }
    return { fate: 'refused', why: /"message":"((?:[^"\\]|\\.)*)/.exec(reason)?.[1].replace(/\\"/g, '"') ?? reason };
  }
}

/** Whether everything that was asked for is there; the API server adds defaults. */
function contains(stored: unknown, given: unknown): boolean {
  return typeof given !== 'object' || given === null
    ? stored === given
    : Object.entries(given).every(([key, value]) => contains((stored as any)?.[key], value));
}

exitWith(main());
