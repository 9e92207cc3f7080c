import { execFile, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar } from '../../../src';
import { Binary } from '../binaries';
import { PodModel } from '../pod';
import { synthesized } from '../synthesized';

/** A preset that runs for real, and what was measured when it stopped. */
export class Stage {
  /** A preset beside an app that does nothing. */
  public static of(make: (workload: kplus.Workload) => NativeSidecar, binary: Binary, path: string): Stage {
    const chart = new Chart(Testing.app(), 'stage', { disableResourceNameHashes: true });
    const sidecar = make(new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] }));
    return new Stage(chart, sidecar, binary, path);
  }

  public readonly pod: PodModel;
  public readonly shutdownSeconds: number;
  private readonly helpers: (() => void)[] = [];

  public constructor(chart: Chart, sidecar: NativeSidecar, private readonly binary: Binary, path: string) {
    this.shutdownSeconds = sidecar.shutdown.toSeconds();
    this.pod = new PodModel(synthesized(chart, sidecar.name), binary, path);
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

  /** Runs a command in the network of the pod until the end. */
  public beside(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
    const child = spawn('nsenter', ['--target', this.pod.id, '--net', command, ...args], { stdio: 'ignore', env: { ...process.env, ...env } });
    this.helpers.push(() => child.kill('SIGKILL'));
  }

  /** Runs a command in the network of the pod; what it writes. Other stages go on meanwhile. */
  public call(command: string, ...args: string[]): Promise<string> {
    return new Promise(resolve => execFile('nsenter', ['--target', this.pod.id, '--net', command, ...args], (_error, stdout) => resolve(stdout)));
  }

  /** Sends the stop signal; the seconds until the end, at most a minute. */
  public async stop(meanwhile: () => Promise<unknown> = async () => undefined): Promise<{ readonly stopSeconds: number; readonly exitCode: number }> {
    if (!this.pod.isRunning) {
      throw new Error(`it ended by itself with ${await this.pod.ended}`);
    }
    const began = Date.now();
    this.pod.signal(this.binary.signal ?? 'SIGTERM');
    const [exitCode, stopSeconds] = await Promise.all([this.pod.ended, this.pod.ended.then(() => seconds(began)), meanwhile()]);
    return { stopSeconds, exitCode };
  }

  /** Ends what is left; what the program wrote. */
  public remove(): string {
    this.helpers.forEach(end => end());
    return this.pod.remove();
  }
}

export function seconds(since: number): number {
  return (Date.now() - since) / 1000;
}
