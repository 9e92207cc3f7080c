import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { until } from './until';
import { NativeSidecar } from '../../../src';
import { Binary } from '../binaries';
import { Pod } from '../pod';
import { synthesized } from '../synthesized';

/** How long something that the test starts may take. */
const PATIENCE_SECONDS = 30;
/** How long a program that takes longer than its preset says is watched. */
const OVERTIME_SECONDS = 5;
/** The exit code after SIGKILL, as a kubelet tells it. */
const KILLED = 137;

/** A preset that runs for real, and what was measured when it stopped. */
export class Stage {
  /** A preset beside an app that does nothing. */
  public static of(make: (workload: kplus.Workload) => NativeSidecar, binary: Binary, path: string): Stage {
    const chart = new Chart(Testing.app(), 'stage', { disableResourceNameHashes: true });
    const sidecar = make(new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] }));
    return new Stage(chart, sidecar, binary, path);
  }

  public readonly pod: Pod;
  public readonly shutdownSeconds: number;
  private readonly helpers: (() => void)[] = [];

  public constructor(chart: Chart, sidecar: NativeSidecar, private readonly binary: Binary, path: string) {
    this.shutdownSeconds = sidecar.shutdown.toSeconds();
    this.pod = new Pod(synthesized(chart, sidecar.name), binary, path);
  }

  public async started(): Promise<void> {
    while (!this.pod.isStarted && this.pod.isRunning) {
      await sleep(1);
    }
  }

  /** The seconds until the gate is open. */
  public async open(patience: number): Promise<number> {
    const began = Date.now();
    while (!this.pod.isOpen()) {
      if (!this.pod.isRunning || seconds(began) > patience) {
        throw new Error(this.pod.isRunning ? `the gate did not open within ${patience} s` : 'it ended before its gate opened');
      }
      await sleep(20);
    }
    return seconds(began);
  }

  /** Runs a command in the network of the pod until the end, or until the function that it returns is called. */
  public beside(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): () => void {
    const [enter, ...words] = [...this.pod.network, command, ...args];
    const child = spawn(enter, words, { stdio: 'ignore', env: { ...process.env, ...env } });
    const end = () => void child.kill('SIGKILL');
    this.helpers.push(end);
    return end;
  }

  /** Runs a script of this folder in the network of the pod, and waits until it listens on a port. */
  public async serve(script: string, port: number, ...args: string[]): Promise<() => void> {
    const end = this.beside(process.execPath, [join(__dirname, script), String(port), ...args]);
    await this.listening(port);
    return end;
  }

  /** Waits until somebody listens on a port. */
  public async listening(port: number): Promise<void> {
    await until(PATIENCE_SECONDS, `somebody to listen on port ${port}`, async () => (await this.call('ss', '-tln')).includes(`:${port} `));
  }

  /** Waits until so many clients are connected to a port. */
  public async connected(port: number, clients = 1): Promise<void> {
    const count = async () => (await this.call('ss', '-tnH', 'state', 'established', `dport = :${port}`)).trim().split('\n').filter(Boolean).length;
    await until(PATIENCE_SECONDS, `${clients} clients to be connected to port ${port}`, async () => await count() >= clients);
  }

  /** Kills the program and starts it again; the seconds until its gate is open. */
  public async crash(): Promise<number> {
    await this.pod.crash();
    await this.started();
    return this.open(PATIENCE_SECONDS);
  }

  /** Runs a command in the network of the pod; what it writes. Other stages go on meanwhile. */
  public call(command: string, ...args: string[]): Promise<string> {
    const [enter, ...words] = [...this.pod.network, command, ...args];
    return new Promise(resolve => execFile(enter, words, (_error, stdout) => resolve(stdout)));
  }

  /** Sends the stop signal; the seconds until the end. After the time that the preset reserves, it is killed, as by a kubelet. */
  public async stop(meanwhile: () => Promise<unknown> = async () => undefined): Promise<{ readonly stopSeconds: number; readonly exitCode: number }> {
    if (!this.pod.isRunning) {
      throw new Error(`it ended by itself with ${await this.pod.ended}`);
    }
    const began = Date.now();
    this.pod.signal(this.binary.signal ?? 'SIGTERM');
    const killed = this.killAfter(this.shutdownSeconds + OVERTIME_SECONDS);
    const [exitCode, stopSeconds] = await Promise.all([this.pod.ended, this.pod.ended.then(() => seconds(began)), meanwhile()]);
    const isKilled = await killed;
    return { stopSeconds, exitCode: isKilled ? KILLED : exitCode };
  }

  /** Ends what is left; what the program wrote. */
  public remove(): string {
    this.helpers.forEach(end => end());
    return this.pod.remove();
  }

  /** Kills the program if it takes too long; whether it did. */
  private async killAfter(limitSeconds: number): Promise<boolean> {
    const end = this.pod.ended.then(() => true);
    // Twice, because an end that this machine was too busy to notice is none that takes too long.
    const within = (time: number) => Promise.race([end, sleep(time * 1000, false, { ref: false })]);
    const hasEnded = await within(limitSeconds) || await within(0.1);
    if (!hasEnded) {
      this.pod.kill();
    }
    return !hasEnded;
  }
}

export function seconds(since: number): number {
  return (Date.now() - since) / 1000;
}
