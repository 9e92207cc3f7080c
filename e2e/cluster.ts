import { ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How long a single call may take. */
const CALL_SECONDS = 60;

/** The longest answer of kubectl that is read, in bytes. */
const MOST_OUTPUT = 64_000_000;

/** What the cluster runs. */
export interface Versions {
  readonly kubernetes: string;
  readonly runtime: string;
}

/**
 * The cluster whose kube context is named in E2E_CONTEXT, and no other.
 *
 * One `kubectl proxy` carries all reads and watches, so that many scenarios can be watched at once without a process for each.
 */
export class Cluster {
  /** Connects, lets a command use the cluster, and closes the connection whatever happened; fails when E2E_CONTEXT is not set or does not answer. */
  public static async use<T>(work: (cluster: Cluster, versions: Versions) => Promise<T>): Promise<T> {
    const cluster = await Cluster.connect();
    try {
      await cluster.get('/readyz?exclude=shutdown', false);
      return await work(cluster, await cluster.versions());
    } finally {
      cluster.proxy.kill();
    }
  }

  private static async connect(): Promise<Cluster> {
    const context = process.env.E2E_CONTEXT;
    if (!context) {
      throw new Error('E2E_CONTEXT is not set: name the kube context of a cluster that may be used for tests, see e2e/README.md');
    }
    const proxy = spawn('kubectl', ['--context', context, 'proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise<string>((resolve, reject) => {
      proxy.once('exit', code => reject(new Error(`kubectl proxy for context '${context}' ended with ${code}`)));
      createInterface({ input: proxy.stdout }).once('line', line => resolve(`http://${line.split(' ').pop()}`));
    });
    const cluster = new Cluster(context, proxy, address);
    process.once('exit', () => proxy.kill());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cluster.cleanUp().finally(() => process.exit(130)));
    }
    return cluster;
  }

  private readonly namespaces = new Set<string>();

  private constructor(public readonly context: string, private readonly proxy: ChildProcess, private readonly address: string) {}

  /** Reads a path of the API. */
  public async get(path: string, json = true): Promise<any> {
    return this.send('GET', path, undefined, 'application/json', json);
  }

  /** Changes something by the API. */
  public async send(method: string, path: string, body?: unknown, type = 'application/json', json = true): Promise<any> {
    const response = await fetch(this.address + path, {
      method,
      headers: { 'content-type': type },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_SECONDS * 1000),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    }
    return json && text ? JSON.parse(text) : text;
  }

  /** Reads the lines of a response that does not end by itself, until it ends or the signal fires; a refusal yields nothing. */
  public async lines(path: string, signal: AbortSignal, each: (line: string) => void): Promise<void> {
    try {
      const response = await fetch(this.address + path, { signal });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return;
      }
      for await (const line of createInterface({ input: Readable.fromWeb(response.body as any) })) {
        each(line);
      }
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    }
  }

  /** Watches a collection until the signal fires. */
  public async watch(path: string, signal: AbortSignal, each: (type: string, object: any) => void): Promise<void> {
    while (!signal.aborted) {
      await this.lines(`${path}?watch=true&timeoutSeconds=900`, signal, line => {
        const { type, object } = JSON.parse(line);
        // An error is a Status, not one of the objects; the watch starts again.
        if (type !== 'ERROR') {
          each(type, object);
        }
      });
    }
  }

  /** Runs kubectl against this cluster. */
  public async kubectl(args: readonly string[], input?: string): Promise<string> {
    const child = run('kubectl', ['--context', this.context, ...args], { timeout: CALL_SECONDS * 1000, maxBuffer: MOST_OUTPUT });
    child.child.stdin?.end(input ?? '');
    return (await child).stdout;
  }

  /** @param lenient without validation: the API server drops unknown fields, which a server-side apply would refuse */
  public async apply(namespace: string, manifests: readonly object[], lenient = false): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: manifests };
    await this.kubectl(['apply', lenient ? '--validate=ignore' : '--server-side', '-n', namespace, '-f', '-'], JSON.stringify(list));
  }

  /** Makes a namespace, lets something happen in it, and takes it away whatever happened. */
  public async inNamespace<T>(name: string, work: (namespace: string) => Promise<T>, labels: { [key: string]: string } = {}): Promise<T> {
    const namespace = `e2e-${name}-${Date.now().toString(36)}`.toLowerCase();
    this.namespaces.add(namespace);
    await this.send('POST', '/api/v1/namespaces', {
      apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { 'cdk8s-sidecars/e2e': 'true', ...labels } },
    });
    try {
      await until(20, `the service account of ${namespace}`, () => this.exists(`/api/v1/namespaces/${namespace}/serviceaccounts/default`));
      return await work(namespace);
    } finally {
      await this.remove(namespace);
    }
  }

  private async versions(): Promise<Versions> {
    const nodes = await this.get('/api/v1/nodes');
    const info = nodes.items[0].status.nodeInfo;
    return { kubernetes: info.kubeletVersion.replace(/^v/, ''), runtime: info.containerRuntimeVersion };
  }

  private async cleanUp(): Promise<void> {
    await Promise.all([...this.namespaces].map(namespace => this.remove(namespace).catch(() => undefined)));
  }

  private async remove(namespace: string): Promise<void> {
    this.namespaces.delete(namespace);
    await this.send('DELETE', `/api/v1/namespaces/${namespace}`);
    // Pods of finished scenes need not end gracefully, and their namespace goes only with them.
    await this.send('DELETE', `/api/v1/namespaces/${namespace}/pods?gracePeriodSeconds=1`).catch(() => undefined);
  }

  private async exists(path: string): Promise<boolean> {
    return this.get(path).then(() => true, () => false);
  }
}

/** Waits until something is true; fails with what it waited for when that takes too long. */
export async function until(seconds: number, what: string, test: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await test())) {
    if (Date.now() > end) {
      throw new Error(`gave up waiting for ${what} after ${seconds} s`);
    }
    await pause(0.1);
  }
}

/** Waits. */
export async function pause(seconds: number): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, seconds * 1000));
}
