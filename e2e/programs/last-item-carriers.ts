import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as kplus from 'cdk8s-plus-28';
import { find } from './binaries';
import { Contents, makeImage } from './images';
import { NativeSidecar } from '../../src';
import * as catalog from '../../src/catalog';
import { Cluster, until } from '../cluster';

/** What a sidecar talks to, as a container of a pod of its own. */
export interface Backend {
  readonly container: any;
  readonly objects?: readonly object[];
  /** The port that tells what arrived. */
  readonly countPort?: number;
  readonly prepare?: (cluster: Cluster, namespace: string) => Promise<unknown>;
  /** The items that the app has while it runs, and that a Job had. */
  readonly seenWhileRunning?: (cluster: Cluster, namespace: string) => Promise<string[]>;
  readonly seenInJob?: (cluster: Cluster, namespace: string, job: string) => Promise<string[]>;
}

/** A preset that carries items from the app or to it, with an app in a shell. */
export interface Carrier {
  readonly preset: string;
  readonly program: string;
  readonly make: (workload: kplus.Workload, address: string) => NativeSidecar;
  /** What the app does until it is told to stop. It has `item-000001` while it runs, and `item-000002` at the end. */
  readonly serving: string;
  /** What the Job does, in 0.2 s, with `item-000003`. */
  readonly working: string;
  readonly image?: () => Partial<Contents>;
  readonly server: (sinkImage: string, port: number, countPort: number, load: string) => Backend;
}

const LOOP = 'while :; do sleep 0.1; done';

/** An app that does something at its start and when it is told to stop. */
function app(act: (item: string) => string): Pick<Carrier, 'serving' | 'working'> {
  return { serving: `trap '${act('item-000002')}; exit 0' TERM; ${act('item-000001')}; ${LOOP}`, working: `${act('item-000003')}; sleep 0.2` };
}

const span = (item: string) => `{\\"resourceSpans\\":[{\\"scopeSpans\\":[{\\"spans\\":[{\\"name\\":\\"${item}\\",\\"traceId\\":\\"${'1'.repeat(32)}\\",\\"spanId\\":\\"${'1'.repeat(16)}\\"}]}]}]}`;

const sink = (protocol: string): Carrier['server'] => (image, port, countPort) => ({
  container: { image, command: ['node', '/sink.mjs', String(port), protocol, String(countPort)], readinessProbe: { tcpSocket: { port: countPort }, periodSeconds: 1 } },
  countPort,
});

/** The app writes what it got into its log. */
const LOGS: Pick<Backend, 'seenWhileRunning' | 'seenInJob'> = {
  seenWhileRunning: (cluster, namespace) => itemsIn(cluster, namespace, 'web', 'web'),
  seenInJob: async (cluster, namespace, job) => itemsIn(cluster, namespace, await podOfJob(cluster, namespace, job), 'export'),
};

const VAULT_TOKEN = 'made-up-token';

export const CARRIERS: readonly Carrier[] = [
  {
    preset: 'FluentBit',
    program: 'Fluent Bit',
    make: (workload, host) => new catalog.FluentBit(workload, 'side', { outputs: [{ plugin: 'http', options: { host, port: 18080, format: 'json_lines' } }] }),
    ...app(item => `echo ${item} >> /var/log/app/app.log`),
    server: sink('http'),
  },
  {
    preset: 'OtelCollector',
    program: 'OpenTelemetry Collector',
    make: (workload, host) => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpGrpc(`${host}:18080`, { insecure: true })] }),
    ...app(item => `wget -q -O - --header "Content-Type: application/json" --post-data "${span(item)}" http://127.0.0.1:4318/v1/traces`),
    server: sink('grpc'),
  },
  {
    preset: 'VaultAgent',
    program: 'Vault Agent',
    make: (workload, host) => new catalog.VaultAgent(workload, 'side', {
      address: `http://${host}:8200`,
      auth: catalog.VaultAuth.tokenFile(kplus.Secret.fromSecretName(workload, 'login', 'login')),
      templates: ['1', '2', '3'].map(n => catalog.VaultTemplate.field(`s${n}`, 'secret/data/shop', `s${n}`)),
    }),
    serving: `cat /vault/secrets/s1 /vault/secrets/s2; echo; trap 'exit 0' TERM; ${LOOP}`,
    working: 'cat /vault/secrets/s3; echo; sleep 0.2',
    image: () => ({ applets: ['test'], programs: { '/usr/bin/vault': find('vault')!, '/usr/bin/busybox': find('busybox')! } }),
    server: (_image, _port, _count, load) => {
      const image = 'registry.local/cdk8s-sidecars-last-vault-server:1';
      makeImage(image, { programs: { '/usr/bin/vault': find('vault')!, '/usr/bin/busybox': find('busybox')! }, applets: ['sh', 'wget', 'sleep'], config: { Env: ['PATH=/usr/bin'] } }, load);
      const data = JSON.stringify({ data: { s1: 'item-000001', s2: 'item-000002', s3: 'item-000003' } });
      const put = `until wget -q -O /dev/null --header 'X-Vault-Token: ${VAULT_TOKEN}' --header 'Content-Type: application/json' --post-data '${data}' http://127.0.0.1:8200/v1/secret/data/shop; do sleep 0.2; done`;
      const serve = `vault server -dev -dev-no-store-token -dev-root-token-id=${VAULT_TOKEN} -dev-listen-address=0.0.0.0:8200`;
      return {
        container: { image, command: ['sh', '-c', `(${put}; echo done) & exec ${serve}`], env: [{ name: 'HOME', value: '/tmp' }], readinessProbe: { tcpSocket: { port: 8200 }, periodSeconds: 1 } },
        objects: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' }, stringData: { token: VAULT_TOKEN } }],
        ...LOGS,
      };
    },
  },
  {
    preset: 'GitSync',
    program: 'git-sync',
    make: (workload, host) => new catalog.GitSync(workload, 'side', { repository: `git://${host}/content`, submodules: catalog.GitSubmodules.OFF }),
    serving: `cat /git/root/current/i1 /git/root/current/i2; trap 'exit 0' TERM; ${LOOP}`,
    working: 'cat /git/root/current/i3; sleep 0.2',
    image: () => ({ programs: { '/usr/bin/git-sync': find('git-sync')!, '/usr/bin/git': find('git')! } }),
    server: (_image, _port, _count, load) => {
      const image = 'registry.local/cdk8s-sidecars-last-git-server:1';
      makeGitServer(image, load);
      return {
        container: {
          image,
          command: ['git', '-c', 'safe.directory=*', 'daemon', '--export-all', '--base-path=/srv', '--reuseaddr'],
          env: [{ name: 'HOME', value: '/tmp' }],
          readinessProbe: { tcpSocket: { port: 9418 }, periodSeconds: 1 },
        },
        ...LOGS,
      };
    },
  },
];

/** A Git server with one repository, in which each item is a file. */
function makeGitServer(image: string, load: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'git-'));
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    git('init', '--quiet', '--initial-branch=main', 'content');
    ['1', '2', '3'].forEach(n => writeFileSync(join(folder, 'content', `i${n}`), `item-00000${n}\n`));
    git('-C', 'content', 'add', '.');
    git('-C', 'content', '-c', 'user.name=Shop', '-c', 'user.email=shop@acme.example', 'commit', '--quiet', '-m', 'items');
    const core = git('--exec-path').trim();
    const files = readdirSync(join(folder, 'content', '.git'), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter(entry => entry.isFile()).map(entry => relative(folder, join(entry.parentPath, entry.name)));
    const programs = { '/usr/bin/git': find('git')!, [`${core}/git-daemon`]: join(core, 'git-daemon'), [`${core}/git`]: find('git')! };
    makeImage(image, {
      programs: { ...programs, ...Object.fromEntries(files.map(file => [`/srv/${file}`, join(folder, file)])) },
      // Git takes a folder without it for no repository.
      files: { '/srv/content/.git/refs/tags/.keep': '' },
      config: { Env: ['PATH=/usr/bin'] },
    }, load);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function podOfJob(cluster: Cluster, namespace: string, job: string): Promise<string> {
  const { items } = await cluster.get(`/api/v1/namespaces/${namespace}/pods?labelSelector=job-name%3D${job}`);
  return items[0].metadata.name;
}

async function itemsIn(cluster: Cluster, namespace: string, pod: string, container: string): Promise<string[]> {
  let items: string[] = [];
  await until(10, `items in the log of '${pod}'`, async () => {
    const text: string = await cluster.get(`/api/v1/namespaces/${namespace}/pods/${pod}/log?container=${container}`, false);
    items = text.match(/item-\d{6}/g) ?? [];
    return items.length > 0;
  });
  return items;
}
