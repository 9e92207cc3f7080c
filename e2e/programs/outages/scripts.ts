import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Duration } from 'cdk8s';
import { Measured, Scenario } from './scenario';
import { Sink } from './sink';
import { Stage } from './stage';
import { Allowances, staged, Subject } from './staged';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { find } from '../binaries';

const PATIENCE = 30;
const FILE = '/var/log/app/app.log';
const STORE_PORT = 18090;

const TAIL: Subject = {
  preset: 'ShellSidecar, tail',
  program: 'BusyBox',
  make: workload => new catalog.ShellSidecar(workload, 'side', { program: catalog.ShellProgram.tail(FILE) }),
};

const LOOP: Subject = {
  preset: 'ShellSidecar, loop',
  program: 'BusyBox',
  make: workload => new catalog.ShellSidecar(workload, 'side', { program: catalog.ShellProgram.loop(['sh', '-c', 'echo run; sleep 60'], Duration.seconds(1)) }),
};

const UPLOADER: Subject = {
  preset: 'AfterMainUploader',
  program: 'rclone',
  make: workload => new catalog.AfterMainUploader(workload, 'side', {
    command: ['rclone', 'copy', '/artifacts', 'store:results'], shutdown: Duration.seconds(45),
  }),
  brings: {
    env: { RCLONE_CONFIG_STORE_TYPE: 'webdav', RCLONE_CONFIG_STORE_URL: `http://127.0.0.1:${STORE_PORT}`, RCLONE_CONFIG_STORE_VENDOR: 'other' },
  },
};

/** A store for files, which may come and go. */
class Store {
  public readonly folder = mkdtempSync(join(tmpdir(), 'store-'));

  public constructor(private readonly stage: Stage) {}

  public async start(): Promise<void> {
    this.stage.beside(find('rclone')!, ['serve', 'webdav', this.folder, '--addr', `127.0.0.1:${STORE_PORT}`], { HOME: this.folder });
    await this.stage.listening(STORE_PORT);
  }

  public get files(): number {
    try {
      return readdirSync(join(this.folder, 'results')).length;
    } catch {
      return 0;
    }
  }
}

export const SCRIPT_SCENARIOS: readonly Scenario[] = [
  tailing('the file comes 3 s after the sidecar', async (stage, write) => {
    await sleep(3000);
    write(10);
    return { seconds: await until(PATIENCE, 'the lines', () => printed(stage).length === 10), ...await stage.stop() };
  }),
  tailing('the app writes 10,000 lines directly before the stop signal', async (stage, write) => {
    write(10);
    await until(PATIENCE, 'the first lines', () => printed(stage).length === 10);
    write(10_000);
    return stage.stop();
  }),
  tailing('it crashes and is started again: it prints the file again', async (stage, write) => {
    write(100);
    await until(PATIENCE, 'the lines', () => printed(stage).length === 100);
    const seconds = await stage.crash();
    await until(PATIENCE, 'the lines again', () => printed(stage).length === 200);
    return { seconds, ...await stage.stop() };
  }),
  // By other programs, because this one watches several scenarios at once.
  tailing('the app writes 200 MB: alive within the memory limit', async (stage, write) => {
    await stage.call('sh', '-c', `head -c 200000000 /dev/zero | tr '\\0' x | fold -w 999 >> ${stage.pod.path(FILE)}; echo >> ${stage.pod.path(FILE)}`);
    write(10);
    await until(PATIENCE * 4, 'the last lines', async () => (await stage.call('tail', '-n', '10', stage.pod.logFile)).includes('item-9'));
    return stage.stop();
  }),
  staged(LOOP, 'its command hangs when the stop signal comes', async stage => {
    await until(PATIENCE, 'the command', () => stage.pod.log.includes('run'));
    return stage.stop();
  }),
  staged(LOOP, 'it crashes and is started again', async stage => {
    await until(PATIENCE, 'the command', () => stage.pod.log.includes('run'));
    await stage.crash();
    const seconds = await until(PATIENCE, 'the command again', () => stage.pod.log.split('run').length === 3);
    return { seconds, ...await stage.stop() };
  }),
  uploading('100 files, 100 MB: alive within the memory limit', 100, 1_000_000, async (stage, store) => {
    await store.start();
    return stage.stop();
  }),
  uploading('it crashes and is started again before the stop signal', 10, 1000, async (stage, store) => {
    await store.start();
    return { seconds: await stage.crash(), ...await stage.stop() };
  }),
  uploading('the store is away when the stop signal comes, and back after 10 s', 10, 1000, (stage, store) => stage.stop(() => sleep(10_000).then(() => store.start()))),
  uploading('the store hangs when the stop signal comes', 10, 1000, async stage => {
    const sink = new Sink(stage.pod.id, STORE_PORT, 'http');
    try {
      await sink.set('hang');
      return await stage.stop();
    } finally {
      sink.close();
    }
  }, { mayLose: true, mayOverrun: true }),
];

/** A scenario of a tail, which prints the numbered lines that the app writes. */
function tailing(name: string, act: (stage: Stage, write: (count: number) => void) => Promise<Measured>): Scenario {
  return staged(TAIL, name, async stage => {
    let sent = 0;
    const measured = await act(stage, count => {
      appendFileSync(stage.pod.path(FILE), Array.from({ length: count }, (_, index) => `item-${sent + index}\n`).join(''));
      sent += count;
    });
    return { sent, lost: sent - new Set(printed(stage)).size, ...measured };
  });
}

function printed(stage: Stage): string[] {
  return stage.pod.log.match(/^item-\d+$/gm) ?? [];
}

/** A scenario of an uploader, which finds so many files of so many bytes when the app has ended. */
function uploading(
  name: string, files: number, bytes: number, act: (stage: Stage, store: Store) => Promise<Measured>, allowances?: Allowances,
): Scenario {
  return staged(UPLOADER, name, async stage => {
    const store = new Store(stage);
    try {
      await stage.open(PATIENCE);
      mkdirSync(stage.pod.path('/artifacts'), { recursive: true });
      for (let file = 0; file < files; file++) {
        writeFileSync(stage.pod.path(`/artifacts/file-${file}`), Buffer.alloc(bytes, 'x'));
      }
      const measured = await act(stage, store);
      return { sent: files, lost: files - store.files, ...measured };
    } finally {
      stage.remove();
      rmSync(store.folder, { recursive: true, force: true });
    }
  }, allowances);
}
