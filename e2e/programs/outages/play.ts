import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_SCENARIOS } from './content';
import { PROXY_SCENARIOS } from './proxies';
import { brokenPromises, Measured, Scenario } from './scenario';
import { SHIPPER_SCENARIOS } from './shippers';
import { BINARIES, find, UNKNOWN, versionOf, whyNotRunnable } from '../binaries';

const FIXTURE = join(__dirname, '..', '..', '..', 'test', 'fixtures', 'catalog', 'outages.json');

/** Each pod has a network of its own, so that several run at once. */
const AT_ONCE = 4;

interface Recorded extends Measured {
  readonly preset: string;
  readonly program: string;
  readonly scenario: string;
  readonly version: string;
  readonly mayLose?: true;
}

/** Plays all scenarios whose preset contains one of the names; returns what went wrong. */
export async function playOutages(only: readonly string[], record: boolean): Promise<string[]> {
  const waiting = [...SHIPPER_SCENARIOS, ...CONTENT_SCENARIOS, ...PROXY_SCENARIOS]
    .filter(({ preset }) => only.length === 0 || only.some(part => preset.includes(part)));
  const order = waiting.map(keyOf);
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
    write(recorded.sort((a, b) => order.indexOf(keyOf(a)) - order.indexOf(keyOf(b))));
  }
  return failures;
}

async function playOne(scenario: Scenario, recorded: Recorded[], failures: string[]): Promise<void> {
  const binary = BINARIES.find(({ program }) => program === scenario.program)!;
  const path = find(binary.file);
  const version = path ? versionOf(path, binary.version) : UNKNOWN;
  const reason = whyNotRunnable(binary, path, version);
  if (!path || reason) {
    console.log(`${title(scenario)}: NOT RUN, ${reason}`);
    return;
  }
  try {
    const measured = await scenario.run(binary, path);
    const broken = brokenPromises(scenario, binary, measured);
    console.log(`${title(scenario)}: ${shown(measured)}${broken.length > 0 ? `; BROKEN: ${broken.join(', ')}` : ''}`);
    failures.push(...broken.map(text => `${title(scenario)}: ${text}`));
    const { preset, program, name, mayLose } = scenario;
    recorded.push({ preset, program, scenario: name, version, ...(mayLose ? { mayLose } : {}), ...rounded(measured) });
  } catch (error) {
    console.log(`${title(scenario)}: BROKEN: ${(error as Error).message}`);
    failures.push(`${title(scenario)}: ${(error as Error).message}`);
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

/** What was not run stays as it is recorded. */
function write(runs: readonly Recorded[]): void {
  const before: Recorded[] = existsSync(FIXTURE) ? JSON.parse(readFileSync(FIXTURE, 'utf8')) : [];
  const kept = before.filter(one => !runs.some(run => keyOf(run) === keyOf(one)));
  const lines = [...kept, ...runs].map(run => `  { ${Object.entries(run).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')} }`);
  writeFileSync(FIXTURE, `[\n${lines.join(',\n')}\n]\n`);
}

function keyOf(run: Scenario | Recorded): string {
  return `${run.preset}: ${'scenario' in run ? run.scenario : run.name}`;
}

function rounded(measured: Measured): Measured {
  return Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, Math.round(value * 10) / 10]));
}
