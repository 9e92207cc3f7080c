import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Cron, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  catalog, Mesh, MeshedDaemonSet, MeshedDeployment, MeshedStatefulSet, NativeSidecar, PodLifecycle, SidecarCronJob, SidecarJob, StartupGate,
} from '../../src';
import { messageOf } from '../../src/data/error-message';
import { JOB_KINDS } from '../../src/workloads/job-lifecycle';
import { WORKLOAD_KINDS } from '../../src/workloads/workload-lifecycle';
import { chartIn, deploymentIn } from '../sidecars/support';

/** The properties without which the other properties are not checked. */
const PRESETS: { readonly [preset: string]: (workload: Construct) => object } = {
  AfterMainUploader: () => ({ command: ['rclone', 'sync'], shutdown: Duration.minutes(2) }),
  AlloyDbProxy: () => ({ instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders' }),
  CloudSqlProxy: () => ({ instance: 'acme:europe-west1:orders' }),
  Envoy: () => ({ appPort: 8080 }),
  FluentBit: () => ({ outputs: [{ plugin: 'stdout' }] }),
  GitSync: () => ({ repository: 'https://github.com/acme/content.git' }),
  KubeRbacProxy: () => ({ appPort: 8080 }),
  MemcachedCache: () => ({}),
  Nginx: () => ({ appPort: 8080 }),
  OAuth2Proxy: workload => ({ appPort: 8080, emailDomains: ['acme.com'], issuerUrl: 'https://login.acme.com', credentials: secretIn(workload) }),
  OtelCollector: () => ({ exporters: [catalog.OtelExporter.otlpGrpc('otel-gateway.observability:4317')] }),
  PgBouncer: workload => ({ serverHost: 'orders-db.shop.svc', users: secretIn(workload) }),
  RedisCache: () => ({}),
  ShellSidecar: () => ({ image: 'docker.io/library/busybox:1.37.0', program: catalog.ShellProgram.tail('/var/log/app/app.log') }),
  VaultAgent: () => ({
    address: 'https://vault.vault.svc:8200', auth: catalog.VaultAuth.kubernetes('shop'), templates: [catalog.VaultTemplate.field('password', 'kv/data/shop', 'password')],
  }),
};

const CONTAINERS = { containers: [{ image: 'ghcr.io/acme/web:1.4.2' }] };
const JOB = { ...CONTAINERS, activeDeadline: Duration.hours(1) };
const MESHED = { ...CONTAINERS, mesh: Mesh.linkerd({ version: '2.20' }) };
type Make = new (scope: Construct, id: string, props: any) => unknown;
const WORKLOADS: readonly [Make, object, object][] = [
  [SidecarJob, JOB, JOB_KINDS],
  [SidecarCronJob, { ...JOB, schedule: Cron.daily() }, JOB_KINDS],
  [MeshedDeployment, MESHED, WORKLOAD_KINDS],
  [MeshedStatefulSet, MESHED, WORKLOAD_KINDS],
  [MeshedDaemonSet, MESHED, WORKLOAD_KINDS],
];

const WRONG: any = () => 'no property is a function';

beforeEach(() => {
  process.env.JSII_AGENT = 'Python/3.12.1';
});

afterEach(() => {
  delete process.env.JSII_AGENT;
});

function secretIn(workload: Construct): kplus.ISecret {
  return kplus.Secret.fromSecretName(workload, 'secret', 'login');
}

function presetOf(name: string): Make {
  return (catalog as any)[name];
}

function messageFrom(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return messageOf(error);
  }
  throw new Error('nothing was refused');
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** What only TypeScript spells so: members in quotes, keys of objects, and static methods. */
function inTypeScript(message: string): string[] {
  return message.match(/'[a-z]+[A-Z]\w*(\(\))?'|[{,] [a-z]+[A-Z]\w*:|\b[A-Z]\w*\.[a-z]+[A-Z]\w*/g) ?? [];
}

/** The names that a preset lists when it meets a property that it does not have. */
function propertiesOf(name: string): string[] {
  const message = messageFrom(() => {
    const workload = deploymentIn(chartIn());
    new (presetOf(name))(workload, 'helper', { ...PRESETS[name](workload), Ω: 1 });
  });
  return /its properties are (.*)$/.exec(message)![1].split(', ');
}

test('every preset is here', () => {
  const presets = Object.entries(catalog).filter(([, value]: [string, any]) => value.prototype instanceof NativeSidecar).map(([name]) => name);

  expect(Object.keys(PRESETS)).toEqual(presets.sort());
});

test.each(Object.keys(PRESETS))('%s refuses a wrong value of each property in the words of Python', name => {
  for (const property of propertiesOf(name)) {
    const workload = deploymentIn(chartIn());
    const camelCase = property.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

    const message = messageFrom(() => new (presetOf(name))(workload, 'helper', { ...PRESETS[name](workload), [camelCase]: WRONG }));

    expect(message).toContain(`'${property}' of 'helper' is a function: set `);
    expect([message, inTypeScript(message)]).toEqual([message, []]);
  }
});

test.each(WORKLOADS)('%p refuses a wrong value of each property in the words of Python', (workload, props, kinds) => {
  for (const property of Object.keys(kinds)) {
    const message = messageFrom(() => new workload(chartIn(), 'web', { ...props, [property]: WRONG }));

    expect(message).toContain(`'${snakeCase(property)}' of `);
    expect([message, inTypeScript(message)]).toEqual([message, []]);
  }
});

const preset = (name: string, props: object, id = 'helper') => () => {
  const workload = deploymentIn(chartIn());
  return new (presetOf(name))(workload, id, { ...PRESETS[name](workload), ...props });
};

test.each<[() => unknown, string]>([
  [preset('MemcachedCache', { maxItemSize: Size.mebibytes(64), maxMemory: Size.mebibytes(64) }),
    "'max_item_size' of 'helper' is 65536 KiB: set at least 1 KiB, and at most half of 'max_memory', which is 64 MiB"],
  [preset('MemcachedCache', { maxConnections: 0 }), "'max_connections' of 'helper' is 0: set a whole number from 1, for example 1024"],
  [preset('PgBouncer', { maxClients: 0 }), "'max_clients' of 'helper' is 0: set a whole number from 1"],
  [preset('PgBouncer', { config: { pgbouncer: { max_client_conn: 5 } } }), "'config' of 'helper' sets pgbouncer.max_client_conn to 5, but the sidecar relies on 100: set 'max_clients'"],
  [preset('CloudSqlProxy', { extraArgs: ['--unix-socket=/sql'] }), "'extra_args' of 'helper' has '--unix-socket', which the sidecar decides: set 'socket_folder'"],
  [preset('OAuth2Proxy', { extraArgs: ['--client-secret=secret'] }), "'extra_args' of 'helper' has '--client-secret', which the sidecar decides: put it into the Secret of 'credentials'"],
  [preset('OAuth2Proxy', { loginUrl: 'https://login.acme.com' }), "'helper' sets only login-url: set all of 'login_url', 'redeem_url' and 'jwks_url', or none of them"],
  [preset('Nginx', { config: { location: { proxy_read_timeout: '5s' } } }), "'location' in 'config' of 'helper' has 'proxy_read_timeout', which the sidecar decides: set 'read_timeout'"],
  [preset('Envoy', { appPort: undefined }), "'helper' has nothing to proxy: set 'upstreams' for services that the app calls, 'app_port' for clients that call the app, or both"],
  [preset('FluentBit', { multilineParsers: [{ name: 'trace', firstLine: '^a', nextline: '^ ' }] }), "'next_line' of item 1 of 'multiline_parsers' of 'helper' is missing: set a string"],
  [preset('FluentBit', { multilineParsers: 'trace' }),
    "'multiline_parsers' of 'helper' is 'trace': set a list of parsers, for example [{ name: 'trace', first_line: '^[A-Z]', next_line: '^ ' }]"],
  [preset('RedisCache', { max_memory: Size.mebibytes(64) }), "'helper' has no property 'max_memory': set 'maxMemory'"],
  [preset('RedisCache', { maxMem: Size.mebibytes(64) }), "'helper' has no property 'maxMem': set 'max_memory'"],
  [preset('MemcachedCache', {}, 'maxMemory'), "'maxMemory' is not a valid name for the container of a sidecar: use at most 63 lowercase letters, digits and dashes, for example 'maxmemory'; "
    + "to keep the construct id, set 'name'"],
  [() => new NativeSidecar(deploymentIn(chartIn()), 'helper', { image: 'a:1' } as any), "NS101 sidecar 'helper' has no startup gate, so the app may start before it listens: "
    + "set 'startup', for example StartupGate.http_get('/ready', 15021), or StartupGate.none('why the app does not wait for it')"],
  [() => new NativeSidecar(deploymentIn(chartIn()), 'helper', { image: 'a:1', startup: StartupGate.tcpSocket(80), envVariables: { MODE: 'fast' as any } }),
    "the variable MODE in 'env_variables' of 'helper' is 'fast': set a cdk8s-plus value, for example kplus.EnvValue.from_value('fast')"],
  [() => Mesh.linkerd({ version: '2.14' }), "Linkerd 2.14 has no native sidecars: use 2.15 or newer, or set 'native_sidecar' to false"],
  [() => Mesh.dapr({ version: '1.18', appId: 'orders', appPort: 0 }), "'app_port' of Dapr is 0: set a number from 1 to 65535"],
  [() => Mesh.istio({ version: '1.29', excludedInboundPorts: [0] }), "'excluded_inbound_ports' of Istio is [0]: set a list of ports from 1 to 65535, for example [5432]"],
  [() => PodLifecycle.of(deploymentIn(chartIn()), { preStopDelay: 5 as any }), "'pre_stop_delay' of the pod lifecycle of 'shop/web' is 5: set a Duration, for example Duration.seconds(30)"],
])('%# a mistake in Python', (make, message) => {
  expect(messageFrom(make)).toBe(message);
});

/** The lines of the rooms with constructs that build an error in the words of TypeScript, whatever causes it. */
test('no error names a member without the spelling of the caller', () => {
  const rooms = ['catalog', 'catalog/private', 'meshes', 'sidecars', 'workloads'].map(room => join(__dirname, '../../src', room));
  const files = rooms.flatMap(room => readdirSync(room).filter(name => name.endsWith('.ts')).map(name => join(room, name)));
  const lines = files.flatMap(file => readFileSync(file, 'utf8').split('\n').filter(line => /new Error\(/.test(line)).map(line => line.trim()));

  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(line => /[^.\w]'[a-z]+[A-Z]\w*'/.test(line) || /[^.\w][A-Z]\w*\.[a-z]+[A-Z]\w*\(['/[{]/.test(line))).toEqual([]);
});
