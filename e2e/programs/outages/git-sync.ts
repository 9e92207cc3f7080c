import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Duration } from 'cdk8s';
import { Measured, Scenario } from './scenario';
import { Sink } from './sink';
import { Stage } from './stage';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { Binary } from '../binaries';

const PORT = 9418;
const PATIENCE = 30;
const FILE = 'docs/page.txt';

/** A repository with one file, and a Git server for it in the network of the sidecar. */
class Repository {
  public readonly folder = mkdtempSync(join(tmpdir(), 'git-'));

  public constructor() {
    chmodSync(this.folder, 0o755);
    this.git('init', '--quiet', '--initial-branch=main', 'content');
    this.commit('first');
  }

  public commit(text: string): void {
    execFileSync('mkdir', ['-p', join(this.folder, 'content', 'docs'), join(this.folder, 'content', 'src')]);
    [FILE, 'src/code.txt'].forEach(file => writeFileSync(join(this.folder, 'content', file), text));
    this.git('-C', 'content', 'add', '.');
    this.git('-C', 'content', '-c', 'user.name=Shop', '-c', 'user.email=shop@acme.example', 'commit', '--quiet', '-m', text);
  }

  public serve(stage: Stage): void {
    stage.beside('git', ['-c', 'safe.directory=*', 'daemon', '--export-all', `--base-path=${this.folder}`, '--listen=127.0.0.1', `--port=${PORT}`]);
  }

  private git(...args: string[]): void {
    execFileSync('git', args, { cwd: this.folder, stdio: 'ignore' });
  }
}

type Act = (stage: Stage, repository: Repository) => Promise<Measured>;
type Props = Partial<catalog.GitSyncProps>;

export const GIT_SYNC_SCENARIOS: readonly Scenario[] = [
  scenario('the Git server is up: the files are there when the app starts', {}, async (stage, repository) => {
    repository.serve(stage);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
  scenario('the Git server comes up 10 s after the sidecar', {}, async (stage, repository) => {
    await sleep(10_000);
    repository.serve(stage);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
  scenario('a commit arrives with a period of 1 s, only in the directory that is asked for', {
    period: Duration.seconds(1), sparseCheckout: ['/docs/'], submodules: catalog.GitSubmodules.OFF, syncTimeout: Duration.seconds(5),
  }, async (stage, repository) => {
    repository.serve(stage);
    await stage.open(PATIENCE);
    repository.commit('second');
    const seconds = await until(10, 'the commit', async () => await textOf(stage) === 'second');
    if (existsSync(stage.pod.path('/git/root/current/src/code.txt'))) {
      throw new Error('it checked out more than the directory');
    }
    return { seconds, ...await stage.stop() };
  }),
  scenario('the Git server hangs for 20 s at the start, with a timeout of 3 s', { syncTimeout: Duration.seconds(3) }, async (stage, repository) => {
    const sink = new Sink(stage.pod.id, PORT, 'http');
    await sink.set('hang');
    await sleep(20_000);
    sink.close();
    await sleep(500);
    repository.serve(stage);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
  scenario('the Git server hangs when the stop signal comes', { period: Duration.seconds(1) }, async stage => {
    const sink = new Sink(stage.pod.id, PORT, 'http');
    try {
      await sink.set('hang');
      await sleep(3000);
      return await stage.stop();
    } finally {
      sink.close();
    }
  }),
];

function scenario(name: string, props: Props, act: Act): Scenario {
  return { preset: 'GitSync', program: 'git-sync', name, run: (binary, path) => play(binary, path, props, act) };
}

async function play(binary: Binary, path: string, props: Props, act: Act): Promise<Measured> {
  const repository = new Repository();
  const stage = Stage.of(workload => new catalog.GitSync(workload, 'side', { repository: `git://127.0.0.1:${PORT}/content`, ...props }), binary, path);
  try {
    await stage.started();
    return { ...await act(stage, repository), shutdownSeconds: stage.shutdownSeconds };
  } finally {
    stage.remove();
    rmSync(repository.folder, { recursive: true });
  }
}

function textOf(stage: Stage): Promise<string> {
  return stage.call('cat', stage.pod.path(`/git/root/current/${FILE}`));
}

async function expectText(stage: Stage, text: string): Promise<void> {
  const found = await textOf(stage);
  if (found !== text) {
    throw new Error(`'${FILE}' is '${found}', not '${text}'`);
  }
}
