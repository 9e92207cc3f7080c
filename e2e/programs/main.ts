import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BINARIES, Binary, find, UNKNOWN, versionOf, whyNotRunnable } from './binaries';
import { playOutages } from './outages/play';
import { Pod } from './pod';
import { synthesized } from './synthesized';
import { Exhibit, gallery } from '../../generate/catalog/gallery';
import { openedGallery } from '../../generate/catalog/opened';

const USAGE = `usage: npm run test:programs -- [--only NAME]... [--record]
Starts the programs of the catalog, where their binaries are here, with exactly the command, arguments, environment and files that the presets write: as process 1
of namespaces of its own, as the preset's user, without capabilities, on a read-only root. Waits for the gate at an address that is not the loopback's, sends the
stop signal, and compares with what the preset promises. Presets that are 'opened' have metrics, TLS and raw configuration too. Then it takes their backends away, lets
them hang and brings them back, kills the programs and starts them again, and counts what is lost: about ten minutes. Needs Linux, root, and unshare, setpriv, nsenter, ip,
ss, curl, git and bash; for PgBouncer also PostgreSQL.
  --only NAME  only presets whose name contains NAME
  --record     writes what was measured to test/fixtures/catalog/programs.json and outages.json; what was not run stays as it is
PROGRAMS_PATH names folders where binaries are looked up before PATH.
Exit code 1 if a promise is broken, 2 if it cannot run here.`;

const FIXTURE = join(__dirname, '..', '..', 'test', 'fixtures', 'catalog', 'programs.json');
const TOOLS = ['unshare', 'setpriv', 'nsenter', 'ip', 'curl', 'openssl'];
/** Where programs serve metrics, unless at /metrics. */
const METRICS_PATHS: { readonly [program: string]: string } = { Envoy: '/stats/prometheus', nginx: '/stub_status' };

interface Run {
  readonly version: string;
  readonly gateSeconds?: number;
  readonly stopSeconds?: number;
  readonly exitCode?: number;
  /** What did not go as the preset says; empty if it held. */
  readonly broken: readonly string[];
  readonly log: string;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, record: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const obstacle = whyNotHere();
  if (obstacle) {
    console.error(`The programs cannot be run here: ${obstacle}.`);
    return 2;
  }
  const runs = new Map<Binary, Run>();
  const failures: string[] = [];
  print('preset', 'version', 'gate s', 'stop s', 'code', 'verdict');
  for (const exhibit of [...gallery(), ...openedGallery()].filter(({ preset }) => !values.only || values.only.some(part => preset.includes(part)))) {
    const binary = BINARIES.find(({ program }) => program === exhibit.program.name);
    const path = binary && find(binary.file);
    const version = path ? versionOf(path, binary.version) : '';
    const reason = whyNotRun(exhibit.program.name, binary, path, version);
    if (!binary || !path || reason) {
      print(exhibit.preset, version, '', '', '', reason ?? '');
      continue;
    }
    if (binary.onlyOutages) {
      print(exhibit.preset, version, '', '', '', 'see below: it needs a server that the test brings');
      continue;
    }
    const run = await play(exhibit, binary, path, version);
    print(exhibit.preset, version, seconds(run.gateSeconds), seconds(run.stopSeconds), run.exitCode?.toString() ?? '', verdict(run));
    if (run.broken.length > 0) {
      failures.push(`\n${exhibit.preset} wrote:\n${run.log.trimEnd().split('\n').slice(-15).join('\n')}`);
    }
    // Of two presets of one program the first is recorded, unless the second broke.
    if (!runs.has(binary) || run.broken.length > 0) {
      runs.set(binary, run);
    }
  }
  failures.push(...await playOutages(values.only ?? [], values.record === true));
  failures.forEach(failure => console.log(failure));
  if (values.record && failures.length === 0) {
    record(runs);
  }
  return failures.length > 0 ? 1 : 0;
}

function whyNotHere(): string | undefined {
  if (process.platform !== 'linux') {
    return 'it takes the namespaces of Linux';
  }
  if (process.getuid?.() !== 0) {
    return 'only root may make the namespaces and mounts';
  }
  const missing = TOOLS.filter(tool => !find(tool));
  return missing.length > 0 ? `${missing.join(', ')} not found` : undefined;
}

function whyNotRun(program: string, binary: Binary | undefined, path: string | undefined, version: string): string | undefined {
  if (!binary) {
    const test = recordings()[program]?.test;
    return test ? `not run here: ${test} runs its script` : 'not run here: no way is known to get it without its image';
  }
  return whyNotRunnable(binary, path, version);
}

async function play(exhibit: Exhibit, binary: Binary, path: string, version: string): Promise<Run> {
  const { shutdownSeconds } = exhibit.program;
  const sidecar = synthesized(exhibit.chart, exhibit.deployment.sidecar.name);
  const { failureThreshold, periodSeconds } = sidecar.container.startupProbe;
  const pod = new Pod(sidecar, binary, path);
  const broken: string[] = [];
  const measured: { gateSeconds?: number; stopSeconds?: number; exitCode?: number } = {};
  let log = '';
  try {
    while (!pod.isStarted && pod.isRunning) {
      await sleep(1);
    }
    const began = Date.now();
    const patience = failureThreshold * periodSeconds;
    while (!pod.isOpen() && pod.isRunning && since(began) < patience) {
      await sleep(10);
    }
    if (!pod.isRunning) {
      measured.exitCode = await pod.ended;
      broken.push('it ended before its gate opened');
    } else if (since(began) >= patience) {
      broken.push(`the gate did not open within ${patience} s`);
    } else {
      measured.gateSeconds = since(began);
      broken.push(...pod.excess());
      const { metricsPort } = exhibit.deployment.sidecar as { metricsPort?: number };
      if (metricsPort !== undefined && !pod.answers(metricsPort, METRICS_PATHS[exhibit.program.name] ?? '/metrics')) {
        broken.push(`it serves no metrics on port ${metricsPort}`);
      }

      const stopped = Date.now();
      pod.signal(binary.signal ?? 'SIGTERM');
      measured.exitCode = await Promise.race([pod.ended, sleep(shutdownSeconds * 1000, undefined, { ref: false })]);
      measured.stopSeconds = since(stopped);
      if (measured.exitCode === undefined) {
        broken.push(`it did not end within the ${shutdownSeconds} s of its preset`);
      } else if (measured.exitCode !== (binary.exitCode ?? 0)) {
        broken.push(`it should end with ${binary.exitCode ?? 0}`);
      }
    }
  } finally {
    log = pod.remove();
  }
  return { version, ...measured, broken, log };
}

function record(runs: ReadonlyMap<Binary, Run>): void {
  const recorded = recordings();
  for (const [{ program, signal = 'SIGTERM', idle }, { version, gateSeconds, stopSeconds, exitCode }] of runs) {
    if (version === UNKNOWN) {
      console.log(`${program} is not recorded, because its binary does not know its version`);
    } else {
      const whenIdle = idle ? { idle } : {};
      recorded[program] = { version, gateSeconds: rounded(gateSeconds!), signal, ...whenIdle, stopSeconds: rounded(stopSeconds!), exitCode };
    }
  }
  const lines = Object.entries(recorded).map(([program, run]) => `  ${JSON.stringify(program)}: ${oneLine(run as object)}`);
  writeFileSync(FIXTURE, `{\n${lines.join(',\n')}\n}\n`);
}

function recordings(): any {
  return JSON.parse(readFileSync(FIXTURE, 'utf8'));
}

function oneLine(run: object): string {
  return `{ ${Object.entries(run).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

function verdict({ broken }: Run): string {
  return broken.length === 0 ? 'held' : `broken: ${broken.join(', ')}`;
}

function print(...[preset, version, gate, stop, code, text]: string[]): void {
  console.log(`${preset.padEnd(22)} ${version.padEnd(8)} ${gate.padStart(6)} ${stop.padStart(6)} ${code.padStart(4)}  ${text}`);
}

function since(time: number): number {
  return (Date.now() - time) / 1000;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function seconds(value?: number): string {
  return value === undefined ? '' : value.toFixed(2);
}

// So that whatever runs is ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(130));
}

main().then(code => process.exit(code), error => {
  console.error(error);
  process.exit(1);
});
