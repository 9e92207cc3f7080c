import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { SidecarSpec } from './app-spec';
import { catalog, NativeSidecar, StartupGate } from '../../../src';

interface Common {
  readonly shutdown?: Duration;
}

const GATE = StartupGate.tcpSocket(7000);

type Make = (scope: Construct, id: string, common: Common) => NativeSidecar;

function own(image: string, more: object = {}): Make {
  return (scope, id, common) => new NativeSidecar(scope, id, { image, startup: GATE, ...common, ...more });
}

const MAKERS: Record<SidecarSpec['kind'], Make> = {
  CloudSqlProxy: (scope, id, common) => new catalog.CloudSqlProxy(scope, id, { ...common, instance: 'acme:europe-west1:orders' }),
  FluentBit: (scope, id, common) => new catalog.FluentBit(scope, id, { ...common, outputs: [{ plugin: 'stdout' }] }),
  OtelCollector: (scope, id, common) => new catalog.OtelCollector(scope, id, { ...common, exporters: [catalog.OtelExporter.otlpGrpc('gateway:4317', { insecure: true })] }),
  EnvoyOut: (scope, id, common) => new catalog.Envoy(scope, id, { ...common, upstreams: [{ name: 'orders', host: 'orders', port: 8080, listenPort: 8001 }] }),
  EnvoyIn: (scope, id, common) => new catalog.Envoy(scope, id, { ...common, appPort: 8080 }),
  VaultAgent: (scope, id, common) => new catalog.VaultAgent(scope, id, {
    ...common,
    address: 'https://vault:8200',
    auth: catalog.VaultAuth.kubernetes('shop'),
    templates: [catalog.VaultTemplate.field('db-password', 'kv/data/shop', 'password')],
  }),
  OAuth2Proxy: (scope, id, common) => new catalog.OAuth2Proxy(scope, id, {
    ...common,
    appPort: 8080,
    issuerUrl: 'https://login.acme.com',
    emailDomains: ['acme.com'],
    credentials: kplus.Secret.fromSecretName(scope, `${id}-login`, 'web-login'),
  }),
  Nginx: (scope, id, common) => new catalog.Nginx(scope, id, { ...common, appPort: 8080 }),
  PgBouncer: (scope, id, common) => new catalog.PgBouncer(scope, id, { ...common, serverHost: 'db.shop.svc', users: kplus.Secret.fromSecretName(scope, `${id}-users`, 'db-users') }),
  GitSync: (scope, id, common) => new catalog.GitSync(scope, id, { ...common, repository: 'https://github.com/acme/content.git' }),
  KubeRbacProxy: (scope, id, common) => new catalog.KubeRbacProxy(scope, id, { ...common, appPort: 8080, resource: { resource: 'services', name: 'web' } }),
  RedisCache: (scope, id, common) => new catalog.RedisCache(scope, id, common),
  MemcachedCache: (scope, id, common) => new catalog.MemcachedCache(scope, id, common),
  ShellSidecar: (scope, id, common) => new catalog.ShellSidecar(scope, id, { ...common, program: catalog.ShellProgram.tail('/var/log/app/app.log') }),
  AfterMainUploader: (scope, id, common) => new catalog.AfterMainUploader(scope, id, { shutdown: Duration.seconds(45), ...common, command: ['rclone', 'copy', '/artifacts', 'store:results'] }),
  acme: own('ghcr.io/acme/cache:1.6.45', { ports: [{ number: 7000, name: 'cache' }] }),
  ungated: own('ghcr.io/acme/cache:1.6.45', { startup: StartupGate.none('it is not needed at startup') }),
  nginx: own('nginx:1.28', { ports: [{ number: 80 }] }),
  redis: own('redis:8.2'),
  postgres: own('postgres:17'),
  busybox: own('busybox:1.37', { command: ['sh', '-c', 'tail -F /logs/app.log'] }),
  datadog: own('gcr.io/datadoghq/agent:7.82.2'),
  vector: own('timberio/vector:0.57.0-alpine'),
  dind: own('docker:28-dind'),
};

/** Adds a random sidecar. Throws what the library refuses at once. */
export function addRandomSidecar(scope: Construct, id: string, { kind, shutdown, change }: SidecarSpec): NativeSidecar {
  const sidecar = MAKERS[kind](scope, id, shutdown === undefined ? {} : { shutdown: Duration.seconds(shutdown) });
  switch (change) {
    case 'overlay image': sidecar.addOverlay({ image: 'ghcr.io/acme/other:2.0.0' }); break;
    case 'overlay hook': sidecar.addOverlay({ lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 20'] } } } }); break;
    case 'no startup probe': sidecar.removeField('startupProbe'); break;
    case 'no requests': sidecar.removeField('resources.requests'); break;
    case 'after init': sidecar.startsAfterInit('init-0'); break;
    case 'connect': (sidecar as any).connect?.(); break;
    case 'share': sidecar.shareEmptyDir('shared', { path: '/shared' }); break;
    case 'existing volume': sidecar.mountExisting('data', '/data'); break;
    default: break;
  }
  return sidecar;
}
