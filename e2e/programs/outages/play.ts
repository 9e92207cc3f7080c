import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_SCENARIOS } from './caches';
import { CONTENT_SCENARIOS } from './content';
import { DATABASE_SCENARIOS } from './databases';
import { GOOGLE_SCENARIOS } from './google';
import { KUBE_RBAC_SCENARIOS } from './kube-rbac';
import { PASSAGE_SCENARIOS } from './passages';
import { PROXY_SCENARIOS } from './proxies';
import { brokenPromises, isLate, Measured, Scenario } from './scenario';
import { SCRIPT_SCENARIOS } from './scripts';
import { SHIPPER_RESTART_SCENARIOS } from './shipper-restarts';
import { SHIPPER_SCENARIOS } from './shippers';
import { CLUSTER_BINARIES, find, UNKNOWN, versionOf, whyNotRunnable } from '../binaries';

const FIXTURE = join(__dirname, '..', '..', '..', 'test', 'fixtures', 'catalog', 'outages.json');

/** Each pod has a network of its own, so that several run at once. */
const AT_ONCE = 4;

const SCENARIOS: readonly Scenario[] = [
  ...SHIPPER_SCENARIOS,
  ...SHIPPER_RESTART_SCENARIOS,
  ...CONTENT_SCENARIOS,
  ...PROXY_SCENARIOS,
  ...PASSAGE_SCENARIOS,
  ...KUBE_RBAC_SCENARIOS,
  ...CACHE_SCENARIOS,
  ...DATABASE_SCENARIOS,
  ...GOOGLE_SCENARIOS,
  ...SCRIPT_SCENARIOS,
];

/** How often a scenario is played whose end takes too long. */
const ATTEMPTS = 3;

interface Recorded extends Measured {
  readonly preset: string;
  readonly program: string;
  readonly scenario: string;
  readonly version: string;
  readonly mayLose?: true;
  readonly mayOverrun?: true;
}

/** Plays all scenarios whose preset contains one of the names; returns what went wrong. */
export async function playOutages(only: readonly string[], record: boolean): Promise<string[]> {
  const waiting = SCENARIOS
    .filter(({ preset }) => only.length === 0 || only.some(part => preset.includes(part)));
  if (waiting.length === 0) {
    return [];
  }
  console.log('\nIn trouble: what is lost, and how long the end takes');
  const [recorded, failures]: [Recorded[], string[]] = [[], []];
  const worker = async () => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      await playOne(scenario, recorded, failures);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (record && failures.length === 0) {
    write(recorded);
  }
  return failures;
}

async function playOne(scenario: Scenario, recorded: Recorded[], failures: string[]): Promise<void> {
  const binary = CLUSTER_BINARIES.find(({ program }) => program === scenario.program)!;
  const path = find(binary.file);
  const version = path ? versionOf(path, binary.version) : UNKNOWN;
  const reason = whyNotRunnable(binary, path, version);
  if (!path || reason) {
    console.log(`${title(scenario)}: NOT RUN, ${reason}`);
    return;
  }
  try {
    const measured = await inTime(scenario, () => scenario.run(binary, path));
    const broken = brokenPromises(scenario, binary, measured);
    console.log(`${title(scenario)}: ${shown(measured)}${broken.length > 0 ? `; BROKEN: ${broken.join(', ')}` : ''}`);
    failures.push(...broken.map(text => `${title(scenario)}: ${text}`));
    const { preset, program, name, mayLose, mayOverrun } = scenario;
    const allowances = { ...(mayLose ? { mayLose } : {}), ...(mayOverrun ? { mayOverrun } : {}) };
    recorded.push({ preset, program, scenario: name, version, ...allowances, ...rounded(measured) });
  } catch (error) {
    console.log(`${title(scenario)}: BROKEN: ${(error as Error).message}`);
    failures.push(`${title(scenario)}: ${(error as Error).message}`);
  }
}

/** Plays a scenario again whose end took too long, because a busy machine is late. */
async function inTime(scenario: Scenario, run: () => Promise<Measured>): Promise<Measured> {
  for (let attempt = 1; ; attempt++) {
    const measured = await run();
    if (!isLate(scenario, measured) || attempt === ATTEMPTS) {
      return measured;
    }
    console.log(`${title(scenario)}: ${shown(measured)}; too late, played again`);
  }
}

function title({ preset, name }: Scenario): string {
  return `${preset}: ${name}`;
}

function shown({ sent, lost, seconds, stopSeconds, exitCode }: Measured): string {
  return [
    ...(sent === undefined ? [] : [`lost ${lost} of ${sent}`]),
    ...(seconds === undefined ? [] : [`after ${seconds.toFixed(1)} s`]),
    ...(stopSeconds === undefined ? [] : [`end ${stopSeconds.toFixed(1)} s, exit code ${exitCode}`]),
  ].join('; ');
}

/** What was not run stays as it is recorded; what is no scenario any more goes. */
function write(runs: readonly Recorded[]): void {
  const order = new Map(SCENARIOS.map((scenario, index) => [keyOf(scenario), index]));
  const before: Recorded[] = existsSync(FIXTURE) ? JSON.parse(readFileSync(FIXTURE, 'utf8')) : [];
  const kept = before.filter(one => order.has(keyOf(one)) && !runs.some(run => keyOf(run) === keyOf(one)));
  const sorted = [...kept, ...runs].sort((a, b) => order.get(keyOf(a))! - order.get(keyOf(b))!);
  const lines = sorted.map(run => `  { ${Object.entries(run).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')} }`);
  writeFileSync(FIXTURE, `[\n${lines.join(',\n')}\n]\n`);
}

function keyOf(run: Scenario | Recorded): string {
  return `${run.preset}: ${'scenario' in run ? run.scenario : run.name}`;
}

function rounded(measured: Measured): Measured {
  return Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, Math.round(value * 10) / 10]));
}
