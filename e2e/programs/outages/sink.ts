import { ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, Interface } from 'node:readline';

/** What a backend does with what is sent to it. */
export type SinkMode = 'accept' | 'refuse' | 'hang';

/** A backend in the network of a pod, whose mode can change. */
export class Sink {
  private readonly process: ChildProcess;
  private readonly lines: Interface;
  private orders: Promise<unknown> = Promise.resolve();

  /**
   * @param pid a process in the network
   * @param tls a key and its certificate, which both sides have
   */
  public constructor(pid: string, port: number, protocol: 'http' | 'grpc', tls?: readonly [key: string, certificate: string]) {
    const script = join(__dirname, 'sink.mjs');
    this.process = spawn('nsenter', ['--target', pid, '--net', process.execPath, script, String(port), protocol], {
      stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...(tls ? { SINK_KEY: tls[0], SINK_CERTIFICATE: tls[1] } : {}) },
    });
    this.lines = createInterface({ input: this.process.stdout! });
  }

  public set(to: SinkMode): Promise<unknown> {
    return this.order({ to });
  }

  /** How many different items arrived. */
  public count(): Promise<number> {
    return this.order({ count: true }) as Promise<number>;
  }

  /** Sends a request in the network of the pod; the status, or 0 if nobody answered. */
  public post(url: string, body: string): Promise<number> {
    return this.order({ url, body }) as Promise<number>;
  }

  public close(): void {
    this.process.kill('SIGKILL');
  }

  /** One order after another: the answers come in that order. */
  private order(order: object): Promise<unknown> {
    const done = this.orders.then(() => new Promise(resolve => {
      this.lines.once('line', line => resolve(JSON.parse(line)));
      this.process.stdin!.write(`${JSON.stringify(order)}\n`);
    }));
    this.orders = done;
    return done;
  }
}
