import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attemptAll } from './attempts';
import { Helm } from './helm';
import { brokenAdvice } from './judge';
import { ApplyRecord } from './record';
import { callsHelm, MADE } from './ways';
import { Cluster } from '../cluster';
import { exitWith } from '../exit-with';

const USAGE = `usage: npm run e2e:apply -- [--only kubectl|helm] [--record]
Makes live objects of every kind in every way (kubectl apply, create, replace, server-side apply by several field managers, Helm) in the cluster that E2E_CONTEXT names,
applies the migrated manifest to each of them in every way, and looks at the result: is the sidecar in one list, in both, or was the change refused?
  --only TOOL  only objects that kubectl made alone, or only objects of which Helm knows
  --record     writes the answers to test/fixtures/apply/VERSION.json; what was not tried stays as it is
PROGRAMS_PATH names the folder of e2e/apply/install-helm.
Exit code 1 if the command that the report recommends for such an object does not work.`;

const FIXTURES = join(__dirname, '..', '..', 'test', 'fixtures', 'apply');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, record: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help || !['kubectl', 'helm', undefined].includes(values.only)) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  return Cluster.use(async (cluster, { kubernetes }) => {
    const kubectl = JSON.parse(await cluster.kubectl(['version', '--client', '-o', 'json'])).clientVersion.gitVersion;
    const chosen = MADE.filter(made => values.only === undefined || (values.only === 'helm') === callsHelm(made));
    const helm = chosen.some(callsHelm) ? await Helm.find(cluster.context) : undefined;
    console.log(`Kubernetes ${kubernetes}, kubectl ${kubectl}${helm ? `, Helm ${helm.versions.join(' and ')}` : ''}\n`);
    const { attempts, live } = await attemptAll(cluster, helm, chosen, console.log);
    const record: ApplyRecord = { kubernetes, kubectl, helm: helm?.versions ?? [], attempts, live };
    if (values.record) {
      keep(record);
    }
    const broken = brokenAdvice(record);
    broken.forEach(({ kind, made, input, way, outcome }) => console.log(`BROKEN  ${kind}, made by ${made}: ${way} of the ${input}: ${outcome}`));
    console.log(`\n${attempts.length} attempts; what the report recommends ${broken.length === 0 ? 'works' : 'does not work'}`);
    return broken.length > 0 ? 1 : 0;
  });
}

/** Writes the record; what was not tried stays as it is. */
function keep(record: ApplyRecord): void {
  const file = join(FIXTURES, `${record.kubernetes}.json`);
  const before: ApplyRecord | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const merged = <T extends { readonly made: string }>(now: readonly T[], old: readonly T[] = []) =>
    MADE.flatMap(({ name }) => (now.some(({ made }) => made === name) ? now : old).filter(({ made }) => made === name));
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(file, textOf({
    ...record,
    helm: record.helm.length > 0 ? record.helm : before?.helm ?? [],
    attempts: merged(record.attempts, before?.attempts),
    live: merged(record.live, before?.live),
  }));
}

/** One line for each attempt and each object. */
function textOf({ kubernetes, kubectl, helm, attempts, live }: ApplyRecord): string {
  const lines = (items: readonly unknown[]) => items.map(item => `    ${JSON.stringify(item)}`).join(',\n');
  return `{\n  "kubernetes": "${kubernetes}",\n  "kubectl": "${kubectl}",\n  "helm": ${JSON.stringify(helm)},\n  "attempts": [\n${lines(attempts)}\n  ],\n  "live": [\n${lines(live)}\n  ]\n}\n`;
}

exitWith(main());
