import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Cron, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as kplus34 from 'cdk8s-plus-34';
import { addSidecar, CACHE, chartIn, deploymentIn, kubeDeploymentIn, synthPod } from './support';
import * as library from '../../src';
import {
  catalog, DrainNotice, LifecycleTesting, Mesh, NativeSidecar, PodFailureRule, PodLifecycle, RuleBook,
  SidecarImages, StartupGate, WorkloadMixin, Workloads,
} from '../../src';

/** What a runtime says when nobody checked. */
const RAW = /Cannot read|Cannot destructure|is not a function|is not iterable|is not a constructor|undefined \(/;

const SRC = path.join(__dirname, '..', '..', 'src');
const SOURCES = ['sidecars', 'workloads', 'catalog'].flatMap(room => fs.readdirSync(path.join(SRC, room))
  .filter(file => file.endsWith('.ts'))
  .map(file => fs.readFileSync(path.join(SRC, room, file), 'utf8'))).join('\n');

interface Prop { readonly name: string; readonly type: string; readonly isOptional: boolean }

/** The props of a struct, with those that it inherits within this library, as the source declares them. */
function propsOf(struct: string): Prop[] {
  const [, base, body] = new RegExp(`^export interface ${struct}(?: extends ([\\w.]+))? \\{\\n([^]*?)^\\}`, 'm').exec(SOURCES) ?? [];
  const own = [...(body ?? '').matchAll(/^ {2}readonly (\w+)(\?)?: (.*);$/gm)].map(([, name, optional, type]) => ({ name, type, isOptional: optional === '?' }));
  return base && !base.startsWith('kplus.') ? [...propsOf(base), ...own] : own;
}

const secret = (chart: Chart) => kplus.Secret.fromSecretName(chart, 'secret', 'login');
const containers = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }];
const mesh = Mesh.linkerd({ version: '2.20' });

/** Every construct of the library, with props that are enough. */
const ENOUGH: { readonly [construct: string]: (chart: Chart) => { readonly [prop: string]: unknown } } = {
  NativeSidecar: () => CACHE as any,
  SidecarJob: () => ({ containers, activeDeadline: Duration.hours(1) }),
  SidecarCronJob: () => ({ containers, activeDeadline: Duration.hours(1), schedule: Cron.daily() }),
  MeshedDeployment: () => ({ containers, mesh }),
  MeshedDaemonSet: () => ({ containers, mesh }),
  MeshedNamespace: () => ({ mesh }),
  MeshedStatefulSet: chart => ({ containers, mesh, service: new kplus.Service(chart, 'service', { ports: [{ port: 80 }] }) }),
  CloudSqlProxy: () => ({ instance: 'acme:europe-west1:orders' }),
  AlloyDbProxy: () => ({ instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders' }),
  FluentBit: () => ({ outputs: [{ plugin: 'stdout' }] }),
  OtelCollector: () => ({ exporters: [catalog.OtelExporter.debug()] }),
  Envoy: () => ({ appPort: 9000 }),
  VaultAgent: () => ({
    address: 'https://vault.vault.svc:8200',
    auth: catalog.VaultAuth.kubernetes('shop'),
    templates: [catalog.VaultTemplate.field('db-password', 'kv/data/shop', 'password')],
  }),
  OAuth2Proxy: chart => ({ appPort: 9000, issuerUrl: 'https://login.acme.com', emailDomains: ['acme.com'], credentials: secret(chart) }),
  Nginx: () => ({ appPort: 9000 }),
  PgBouncer: chart => ({ serverHost: 'orders-db.shop.svc', users: secret(chart) }),
  GitSync: () => ({ repository: 'https://github.com/acme/content.git' }),
  KubeRbacProxy: () => ({ appPort: 9000 }),
  RedisCache: () => ({}),
  MemcachedCache: () => ({}),
  ShellSidecar: () => ({ program: catalog.ShellProgram.tail('/var/log/app/app.log') }),
  AfterMainUploader: () => ({ command: ['rclone', 'copy', '/artifacts', 'store:results'], shutdown: Duration.seconds(45) }),
};

class Stranger {}

/** What somebody may pass, and for which declared types it is right. Structs and lists of structs are judged by what is in them. */
const VALUES: readonly (readonly [unknown, RegExp])[] = [
  [30, /^number$/],
  [Number.NaN, /^$/],
  ['no such thing', /^string$/],
  [true, /^boolean$/],
  [() => 1, /^$/],
  [{}, /^\{|Resources$|Resource$|SecurityContextProps$/],
  [[], /\[\]$/],
  [[{}], /(Input)\[\]$/],
  [['no such thing'], /^string\[\]$/],
  [new Stranger(), /^\{|Resources$|SecurityContextProps$/],
];

const isWorkload = (construct: string) => /Job$|^Meshed/.test(construct);

/** What the library says to a construct with such props; undefined if it synthesizes. The id is `proxy`. */
function saidTo(construct: string, change: (props: any) => unknown): string | undefined {
  const chart = chartIn();
  const scope = isWorkload(construct) ? chart : deploymentIn(chart);
  const Class = (library as any)[construct] ?? (catalog as any)[construct];
  try {
    new Class(scope, 'proxy', change({ ...ENOUGH[construct](chart) }));
    Testing.synth(chart);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('every construct of the library is tried', () => {
  const isConstruct = ([, value]: [string, any]) => typeof value === 'function' && /^(NativeSidecar|.*Job|Meshed.*)$/.test(value.name);
  const presets = Object.values(catalog).filter((value: any) => typeof value === 'function' && value.prototype instanceof NativeSidecar);
  const known = [...Object.entries(library).filter(isConstruct).map(([name]) => name), ...presets.map((value: any) => value.name)];

  expect(Object.keys(ENOUGH).sort()).toEqual(known.sort());
});

describe.each(Object.keys(ENOUGH))('%s answers in sentences', construct => {
  const props = propsOf(`${construct}Props`);

  test('and is fine with enough', () => {
    expect(props.length).toBeGreaterThan(construct === 'MeshedNamespace' ? 0 : 2);
    expect(saidTo(construct, given => given)).toBeUndefined();
  });

  test.each(props.map(prop => [prop.name, prop] as const))('to every wrong %s', (name, { type, isOptional }) => {
    for (const [value, right] of VALUES) {
      const said = saidTo(construct, given => ({ ...given, [name]: value }));

      expect(said ?? '').not.toMatch(RAW);
      if (!right.test(type)) {
        expect([value, said]).toEqual([value, expect.stringMatching(new RegExp(`'${name}'[^]*'proxy'|'proxy'[^]*'${name}'`))]);
      }
    }
    const absent = [null, undefined].map(value => saidTo(construct, given => ({ ...given, [name]: value })));
    if (isOptional && !(name in ENOUGH[construct](chartIn()))) {
      expect(absent).toEqual([undefined, undefined]);
    } else {
      absent.forEach(said => expect(said).toMatch(/'proxy'/));
      absent.forEach(said => expect(said).toContain(name === 'startup' ? 'startup gate' : name));
      absent.forEach(said => expect(said).not.toMatch(RAW));
    }
  });

  test('to an unknown property, unless it may be one of cdk8s-plus', () => {
    expect(saidTo(construct, given => ({ ...given, zebra: 1 }))).toEqual(isWorkload(construct) ? undefined : expect.stringMatching(/^'proxy' has no property 'zebra': its properties are /));
    expect(saidTo(construct, given => ({ ...given, zebra: undefined }))).toBeUndefined();
  });

  test.each([null, 'props', 7])('to %s instead of props', value => {
    expect(saidTo(construct, () => value)).toMatch(/^the properties of .*'proxy' are /);
  });

  test('to no props at all', () => {
    const said = saidTo(construct, () => undefined);

    expect(said ?? '').not.toMatch(RAW);
    expect(said ?? "'proxy'").toContain("'proxy'");
  });

  test.each([undefined, null, 'web', 7])('to the scope %s', scope => {
    const Class = (library as any)[construct] ?? (catalog as any)[construct];

    expect(() => new Class(scope, 'proxy', ENOUGH[construct](chartIn()))).toThrow(/^the scope of (sidecar|job|workload|Namespace) 'proxy' is .*: pass a (workload|chart)$/);
  });

  test.each([undefined, null, '', 7])('to the id %s', id => {
    const Class = (library as any)[construct] ?? (catalog as any)[construct];

    expect(() => new Class(chartIn(), id, ENOUGH[construct](chartIn()))).toThrow(/^the id of a (sidecar|job|workload|Namespace) is .*: pass a string, for example 'proxy'$/);
  });
});

describe('natural guesses get a sentence', () => {
  const web = () => deploymentIn(chartIn());

  test.each<[string, () => unknown, string]>([
    ['a Probe as startup', (() => addSidecar(web(), 'proxy', { startup: kplus.Probe.fromTcpSocket({ port: 80 }) as any })),
      "'startup' of 'proxy' is a Probe: set a StartupGate, for example StartupGate.httpGet('/ready', 8080), or StartupGate.fromProbe(probe) for a cdk8s-plus Probe"],
    ['a number as shutdown', (() => addSidecar(web(), 'proxy', { shutdown: 30 as any })),
      "'shutdown' of 'proxy' is 30: set a Duration, for example Duration.seconds(30)"],
    ['a number as shutdown of the app', (() => PodLifecycle.of(web(), { shutdown: 30 as any })),
      "'shutdown' of the pod lifecycle of 'shop/web' is 30: set a Duration, for example Duration.seconds(30)"],
    ['the name of a mesh', (() => new library.MeshedDeployment(chartIn(), 'web', { mesh: 'istio' as any, containers })),
      "'mesh' of workload 'web' is 'istio': set a Mesh, for example Mesh.istio({ version: '1.29' })"],
    ['the name of a mesh to join', (() => PodLifecycle.of(web()).joinMesh('istio' as any)),
      "'shop/web' cannot join a mesh that is 'istio': pass a mesh, for example Mesh.linkerd({ version: '2.20' })"],
    ['a version as text', (() => PodLifecycle.target(chartIn(), '1.34' as any)),
      "the version that 'shop' targets is '1.34': set a KubernetesVersion, for example KubernetesVersion.of('1.34')"],
    ['a sidecar by its name', (() => addSidecar(web(), 'proxy').startsAfter('db' as any)),
      "sidecar 'proxy' cannot start after 'db': pass the NativeSidecar that starts first, or call 'startsAfterInit' with the name of an init container"],
    ['a number as the value of a variable', (() => addSidecar(web(), 'proxy').addAppEnv('PORT', 80 as any)),
      "the value of PORT that 'proxy' adds is 80: set a string, for example '127.0.0.1'"],
    ['a command in one string', (() => StartupGate.command('pg_isready -q' as any)),
      "'command' of a startup gate is 'pg_isready -q': set a list of strings, for example ['first', 'second']"],
    ['plain text as a variable', (() => addSidecar(web(), 'proxy', { envVariables: { MODE: 'quick' } as any })),
      "the variable MODE in 'envVariables' of 'proxy' is 'quick': set a cdk8s-plus value, for example kplus.EnvValue.fromValue('quick')"],
    ['no value as a variable', (() => addSidecar(web(), 'proxy', { envVariables: { MODE: null } as any })),
      "the variable MODE in 'envVariables' of 'proxy' is null: set a cdk8s-plus value, for example kplus.EnvValue.fromValue('fast')"],
    ['a list of variables', (() => addSidecar(web(), 'proxy', { envVariables: [] as any })),
      "'envVariables' of 'proxy' is a list: set an object with cdk8s-plus values, for example { MODE: kplus.EnvValue.fromValue('fast') }"],
    ['a version of a mesh as a number', (() => Mesh.istio({ version: 1.29 as any })), "'version' of Istio is 1.29: set a string, for example '1.29'"],
    ['a mesh without options', (() => (Mesh as any).kuma()), "the properties of Kuma are undefined: pass an object with 'version'"],
    ['a number inside a list of structs', (() => new catalog.Envoy(web(), 'proxy', {
      upstreams: [{ name: 'orders', host: 'orders', port: 80, listenPort: 8001, timeout: 5 as any }],
    })), "'timeout' of item 1 of 'upstreams' of 'proxy' is 5: set a Duration, for example Duration.seconds(30)"],
  ])('%s', (_, call, sentence) => {
    expect(call).toThrow(new Error(sentence));
  });
});

describe('every other door answers in sentences', () => {
  const doors: { readonly [door: string]: (value: any) => unknown } = {
    'PodLifecycle.of': value => PodLifecycle.of(value),
    'PodLifecycle.of options': value => PodLifecycle.of(deploymentIn(chartIn()), value ?? 7),
    'PodLifecycle.target': value => PodLifecycle.target(value, library.KubernetesVersion.of('1.34')),
    'PodLifecycle.checkAll': value => PodLifecycle.checkAll(value),
    'acknowledge': value => PodLifecycle.of(deploymentIn(chartIn())).acknowledge(value, value),
    'acknowledge reason': value => PodLifecycle.of(deploymentIn(chartIn())).acknowledge('NS304', value === 'text' ? '' : value),
    'RuleBook.of': value => RuleBook.of(value),
    'RuleBook.add': value => RuleBook.of(chartIn()).add(value),
    'Workloads.below': value => Workloads.below(value),
    'Workloads.below filter': value => Workloads.below(chartIn(), value ?? 7),
    'WorkloadMixin.mesh': value => WorkloadMixin.mesh(value),
    'WorkloadMixin.sidecar': value => WorkloadMixin.sidecar('proxy', value),
    'SidecarImages.of': value => SidecarImages.of(value),
    'SidecarImages.pullPolicy': value => SidecarImages.of(chartIn()).pullPolicy(value),
    'LifecycleTesting.pods': value => LifecycleTesting.pods(value),
    'StartupGate.httpGet': value => StartupGate.httpGet(value === 'text' ? 7 as any : value, 80),
    'StartupGate.httpGet options': value => StartupGate.httpGet('/', 80, value ?? 7),
    'StartupGate.tcpSocket': value => StartupGate.tcpSocket(value === 7 ? '7' as any : value),
    'StartupGate.fileExists': value => StartupGate.fileExists(value),
    'StartupGate.none': value => StartupGate.none(value === 'text' ? '' : value),
    'StartupGate.fromProbe': value => StartupGate.fromProbe(value),
    'DrainNotice.httpGet': value => DrainNotice.httpGet('/drain', value === 7 ? '7' as any : value),
    'DrainNotice.command': value => DrainNotice.command(value),
    'PodFailureRule.onExitCodes': value => PodFailureRule.onExitCodes(library.PodFailureAction.COUNT, value),
    'PodFailureRule.onDisruption': value => PodFailureRule.onDisruption(value ?? 7),
    'startsAfter': value => addSidecar(deploymentIn(chartIn())).startsAfter(value),
    'mountExisting': value => addSidecar(deploymentIn(chartIn())).mountExisting('data', value === 'text' ? 7 as any : value),
    'shareVolume': value => addSidecar(deploymentIn(chartIn())).shareVolume(value, { path: '/data' }),
    'shareEmptyDir': value => addSidecar(deploymentIn(chartIn())).shareEmptyDir('data', value),
    'exposeViaService': value => addSidecar(deploymentIn(chartIn()), 'cache', { ports: [{ number: 80 }] }).access.exposeViaService(value ?? 7),
    'allowFrom': value => addSidecar(deploymentIn(chartIn()), 'cache', { ports: [{ number: 80 }] }).access.allowFrom('web', value),
    'Mesh.linkerd': value => Mesh.linkerd(value),
    'Mesh.dapr': value => Mesh.dapr({ version: '1.16', appId: value === 'text' ? 7 as any : value }),
    'ShellProgram.loop': value => catalog.ShellProgram.loop(['true'], value),
    'ShellProgram.tail': value => catalog.ShellProgram.tail(value),
    'VaultAuth.appRole': value => catalog.VaultAuth.appRole(value),
    'VaultAuth.kubernetes': value => catalog.VaultAuth.kubernetes(value === 'text' ? ' ' : value),
    'VaultTemplate.text': value => catalog.VaultTemplate.text('file', value === 'text' ? ' ' : value),
    'GitCredentials.password': value => catalog.GitCredentials.password(value),
    'OtelExporter.otlpHttp': value => catalog.OtelExporter.otlpHttp('https://otlp.example.com', value ?? 7),
    'OtelExporter.custom': value => catalog.OtelExporter.custom('kafka', value),
  };

  test.each(Object.entries(doors))('%s', (_, open) => {
    for (const value of [undefined, null, 7, 'text', [], new Stranger()]) {
      let said: string | undefined;
      try {
        open(value);
      } catch (error) {
        said = (error as Error).message;
      }

      expect([value, said ?? '']).toEqual([value, expect.not.stringMatching(RAW)]);
      if (value === 7) {
        expect(said).toMatch(/: /);
      }
    }
  });
});

describe('a gate from a probe of cdk8s-plus', () => {
  test.each([['28', kplus], ['34', kplus34]] as const)('of minor %s', (_, plus) => {
    const chart = chartIn();
    const probe = plus.Probe.fromHttpGet('/ready', { port: 9901, timeoutSeconds: Duration.seconds(3), failureThreshold: 5 });

    const sidecar = addSidecar(kubeDeploymentIn(chart), 'proxy', { startup: StartupGate.fromProbe(probe, { patience: Duration.seconds(90) }) });

    expect(sidecar.startup.port).toBe(9901);
    expect(synthPod(chart).container('proxy').spec.startupProbe).toEqual({
      httpGet: { path: '/ready', port: 9901, scheme: 'HTTP' }, failureThreshold: 91, periodSeconds: 1, timeoutSeconds: 3,
    });
  });

  test('with a command, TCP or gRPC', () => {
    const gates = [kplus.Probe.fromCommand(['pg_isready']), kplus.Probe.fromTcpSocket({ port: 5432 }), kplus34.Probe.fromGrpc({ port: 5000, service: 'db' })]
      .map(probe => StartupGate.fromProbe(probe));

    const defaults = { periodSeconds: 1, failureThreshold: 61 };
    expect(gates.map(gate => gate._toProbe())).toEqual([
      { exec: { command: ['pg_isready'] }, ...defaults },
      { tcpSocket: { port: 5432 }, ...defaults },
      { grpc: { port: 5000, service: 'db' }, ...defaults },
    ]);
    expect(gates.map(gate => gate.port)).toEqual([undefined, 5432, 5000]);
  });

  test('without a port is refused, because a gate knows no container', () => {
    expect(() => StartupGate.fromProbe(kplus.Probe.fromHttpGet('/ready'))).toThrow(new Error(
      "the probe of a startup gate has no port: set 'port' of the probe, for example kplus.Probe.fromHttpGet('/ready', { port: 8080 })"));
  });
});

test('an app is a scope too', () => {
  expect(() => PodLifecycle.checkAll(new App())).not.toThrow();
});
