import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attemptAll } from './attempts';
import { brokenAdvice } from './judge';
import { ApplyRecord } from './record';
import { Cluster } from '../cluster';
import { exitWith } from '../exit-with';

const USAGE = `usage: npm run e2e:apply -- [--record]
Makes live objects of every kind in every way (kubectl apply, create, replace, server-side apply by several field managers) in the cluster that E2E_CONTEXT names,
applies the migrated manifest to each of them in every way, and looks at the result: is the sidecar in one list, in both, or was the change refused?
  --record  writes the answers to test/fixtures/apply/VERSION.json
Exit code 1 if the command that the report recommends for such an object does not work.`;

const FIXTURES = join(__dirname, '..', '..', 'test', 'fixtures', 'apply');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { record: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  return Cluster.use(async (cluster, { kubernetes }) => {
    const kubectl = JSON.parse(await cluster.kubectl(['version', '--client', '-o', 'json'])).clientVersion.gitVersion;
    console.log(`Kubernetes ${kubernetes}, kubectl ${kubectl}\n`);
    const { attempts, live } = await attemptAll(cluster, console.log);
    const record: ApplyRecord = { kubernetes, kubectl, attempts, live };
    if (values.record) {
      mkdirSync(FIXTURES, { recursive: true });
      writeFileSync(join(FIXTURES, `${kubernetes}.json`), textOf(record));
    }
    const broken = brokenAdvice(record);
    broken.forEach(({ kind, made, input, way, outcome }) => console.log(`BROKEN  ${kind}, made by ${made}: ${way} of the ${input}: ${outcome}`));
    console.log(`\n${attempts.length} attempts; what the report recommends ${broken.length === 0 ? 'works' : 'does not work'}`);
    return broken.length > 0 ? 1 : 0;
  });
}

/** One line for each attempt and each object. */
function textOf({ kubernetes, kubectl, attempts, live }: ApplyRecord): string {
  const lines = (items: readonly unknown[]) => items.map(item => `    ${JSON.stringify(item)}`).join(',\n');
  return `{\n  "kubernetes": "${kubernetes}",\n  "kubectl": "${kubectl}",\n  "attempts": [\n${lines(attempts)}\n  ],\n  "live": [\n${lines(live)}\n  ]\n}\n`;
}

exitWith(main());
