import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { KubernetesVersion } from '../src';
import { Cluster, Versions } from './cluster';
import { isAboutTime, sideBySide } from './compare';
import { exitWith } from './exit-with';
import { play, Played } from './play';
import { RollingUpdate, rollingUpdate } from './rolling-update';
import { Scene } from './scenario';
import { SCENES } from './scenes';
import { printTrace } from './trace';

const USAGE = `usage: npm run e2e -- [--only NAME]... [--record] [--parallel N] [--list]
  --only NAME   plays only scenes whose name contains NAME
  --record      writes the traces to test/fixtures/traces/VERSION/
  --parallel N  plays so many scenes at once, 6 unless said
  --list        lists the scenes and their promises`;

const ROLLING = 'rolling-update';
const ROLLING_PROMISE = 'a Deployment is rolled out under load without a failed request, and with an ordinary container as its proxy it is not';

const FIXTURES = join(__dirname, '..', 'test', 'fixtures');

/** A scene's verdict: whether promise and prediction held. */
type Verdict = 'held' | 'broken' | 'error';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, record: { type: 'boolean' }, parallel: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const isChosen = (name: string) => !values.only || values.only.some(part => name.includes(part));
  const chosen = SCENES.filter(scene => isChosen(scene.name));
  if (values.help || values.list || (chosen.length === 0 && !isChosen(ROLLING))) {
    const list = [...SCENES, { name: ROLLING, promise: ROLLING_PROMISE }].map(scene => `${scene.name.padEnd(34)} ${scene.promise}`);
    console.log(values.list ? list.join('\n') : USAGE);
    return values.help || values.list ? 0 : 2;
  }
  return Cluster.use(async (cluster, versions) => {
    const began = Date.now();
    const recording = values.record ?? false;
    const { minor } = KubernetesVersion.of(versions.kubernetes);
    const accepted = chosen.filter(scene => (scene.since ?? 0) <= minor);
    console.log(`Kubernetes ${versions.kubernetes} on ${versions.runtime}, ${accepted.length + (isChosen(ROLLING) ? 1 : 0)} scenes`);
    const verdicts = await playAll(cluster, versions, accepted, Number(values.parallel ?? 6), recording);
    // Alone, because it counts failures of requests and a busy node makes some of its own.
    verdicts.push(...(isChosen(ROLLING) ? [await playRollingUpdate(cluster, versions, recording)] : []));
    const count = (verdict: Verdict) => verdicts.filter(candidate => candidate === verdict).length;
    console.log(`\n${count('held')} held, ${count('broken')} broken, ${count('error')} could not be played, in ${Math.round((Date.now() - began) / 1000)} s`);
    return count('held') === verdicts.length ? 0 : 1;
  });
}

async function playAll(cluster: Cluster, versions: Versions, scenes: readonly Scene[], parallel: number, recording: boolean): Promise<Verdict[]> {
  const waiting = [...scenes];
  const verdicts: Verdict[] = [];
  const worker = async () => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      try {
        const played = await playOnTime(cluster, versions, scene);
        verdicts.push(report(scene, played));
        if (recording && played.doubts.length === 0) {
          keep(join('traces', versions.kubernetes, `${scene.name}.json`), printTrace(played.trace));
        }
      } catch (error) {
        verdicts.push('error');
        console.log(`error   ${scene.name}: ${messageOf(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return verdicts;
}

/** A node that is busy with other scenes may be late; what differs in nothing but time is played once more, and then counts. */
async function playOnTime(cluster: Cluster, versions: Versions, scene: Scene): Promise<Played> {
  const first = await play(cluster, versions, scene);
  const { differences } = first.comparison;
  if (differences.length === 0 || !differences.every(isAboutTime) || first.broken.length + first.doubts.length > 0) {
    return first;
  }
  console.log(`late    ${scene.name} is played again: ${differences[0]}`);
  return play(cluster, versions, scene);
}

function report(scene: Scene, { comparison, broken, doubts }: Played): Verdict {
  const verdict = broken.length + comparison.differences.length + doubts.length === 0 ? 'held' : 'broken';
  console.log(`${verdict.padEnd(7)} ${scene.name}: ${scene.promise}`);
  broken.forEach(sentence => console.log(`          promise broken: ${sentence}`));
  doubts.forEach(sentence => console.log(`          not to be trusted: ${sentence}`));
  comparison.differences.forEach(sentence => console.log(`          the simulator is wrong: ${sentence}`));
  if (verdict === 'broken') {
    sideBySide(comparison).forEach(line => console.log(`            ${line}`));
  }
  return verdict;
}

async function playRollingUpdate(cluster: Cluster, versions: Versions, recording: boolean): Promise<Verdict> {
  try {
    const result = await rollingUpdate(cluster, versions);
    const failures = ({ inbound, outbound }: RollingUpdate['native']) => inbound.failures + outbound.failures;
    const verdict = failures(result.native) === 0 && failures(result.ordinary) > 0 ? 'held' : 'broken';
    console.log(`${verdict.padEnd(7)} ${ROLLING}: ${ROLLING_PROMISE}`);
    for (const pattern of ['native', 'ordinary'] as const) {
      const { inbound, outbound } = result[pattern];
      console.log(`          ${pattern.padEnd(8)} inbound ${inbound.failures} of ${inbound.requests} failed, outbound ${outbound.failures} of ${outbound.requests} failed`);
    }
    if (recording) {
      keep(join('rolling-update', `${versions.kubernetes}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
    }
    return verdict;
  } catch (error) {
    console.log(`error   ${ROLLING}: ${messageOf(error)}`);
    return 'error';
  }
}

function keep(path: string, text: string): void {
  mkdirSync(dirname(join(FIXTURES, path)), { recursive: true });
  writeFileSync(join(FIXTURES, path), text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

exitWith(main());
