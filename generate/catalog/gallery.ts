import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar, SidecarJob } from '../../src';
import * as catalog from '../../src/catalog';
import { ALLOYDB_PROXY } from '../../src/knowledge/programs/alloydb-proxy';
import { BUSYBOX } from '../../src/knowledge/programs/busybox';
import { CLOUD_SQL_PROXY } from '../../src/knowledge/programs/cloud-sql-proxy';
import { ENVOY } from '../../src/knowledge/programs/envoy';
import { FLUENT_BIT } from '../../src/knowledge/programs/fluent-bit';
import { GIT_SYNC } from '../../src/knowledge/programs/git-sync';
import { KUBE_RBAC_PROXY } from '../../src/knowledge/programs/kube-rbac-proxy';
import { MEMCACHED } from '../../src/knowledge/programs/memcached';
import { NGINX } from '../../src/knowledge/programs/nginx';
import { OAUTH2_PROXY } from '../../src/knowledge/programs/oauth2-proxy';
import { OTEL_COLLECTOR } from '../../src/knowledge/programs/otel-collector';
import { PGBOUNCER } from '../../src/knowledge/programs/pgbouncer';
import { Program } from '../../src/knowledge/programs/program';
import { RCLONE } from '../../src/knowledge/programs/rclone';
import { REDIS } from '../../src/knowledge/programs/redis';
import { VAULT_AGENT } from '../../src/knowledge/programs/vault-agent';

/** The name of the app's container, of the sidecar and of the charts' Deployments. */
export const APP = 'web';
const SIDECAR = 'side';

/** A sidecar that can be introduced to the app by the name of its container, as all of the catalog can. */
export type Preset = NativeSidecar & { connect(container?: any): void };

/** A preset on one workload. */
export interface Placed {
  readonly workload: kplus.Workload;
  readonly sidecar: Preset;
}

/** A preset as it is shown: on a Deployment and in a Job of one chart, beside a restricted app that uses it. */
export interface Exhibit {
  /** The class, and the variant if there are several. */
  readonly preset: string;
  readonly program: Program;
  readonly chart: Chart;
  readonly deployment: Placed;
  readonly job: Placed;
}

/** A preset to show. */
export type Entry = [preset: string, program: Program, make: (workload: kplus.Workload, id: string) => Preset];

const ENTRIES: readonly Entry[] = [
  ['CloudSqlProxy', CLOUD_SQL_PROXY, (workload, id) => new catalog.CloudSqlProxy(workload, id, { instance: 'acme:europe-west1:orders' })],
  ['AlloyDbProxy', ALLOYDB_PROXY, (workload, id) => new catalog.AlloyDbProxy(workload, id, {
    instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders',
  })],
  ['FluentBit', FLUENT_BIT, (workload, id) => new catalog.FluentBit(workload, id, { outputs: [{ plugin: 'loki', options: { host: 'loki.observability' } }] })],
  ['OtelCollector', OTEL_COLLECTOR, (workload, id) => new catalog.OtelCollector(workload, id, {
    exporters: [catalog.OtelExporter.otlpGrpc('otel-gateway.observability:4317', { insecure: true })],
  })],
  ['Envoy outbound', ENVOY, (workload, id) => new catalog.Envoy(workload, id, {
    upstreams: [{ name: 'orders', host: 'orders.shop.svc.cluster.local', port: 8080, listenPort: 8001 }],
  })],
  ['Envoy inbound', ENVOY, (workload, id) => new catalog.Envoy(workload, id, { appPort: 8080 })],
  ['VaultAgent', VAULT_AGENT, (workload, id) => new catalog.VaultAgent(workload, id, {
    address: 'https://vault.vault.svc:8200',
    auth: catalog.VaultAuth.kubernetes('shop'),
    templates: [catalog.VaultTemplate.field('db-password', 'kv/data/shop', 'password')],
  })],
  ['OAuth2Proxy', OAUTH2_PROXY, (workload, id) => new catalog.OAuth2Proxy(workload, id, {
    appPort: 8080,
    issuerUrl: 'https://login.acme.com/realms/shop',
    emailDomains: ['acme.com'],
    credentials: kplus.Secret.fromSecretName(workload, 'login', 'web-login'),
  })],
  ['Nginx', NGINX, (workload, id) => new catalog.Nginx(workload, id, { appPort: 8080 })],
  ['PgBouncer', PGBOUNCER, (workload, id) => new catalog.PgBouncer(workload, id, {
    serverHost: 'orders-db.shop.svc', users: kplus.Secret.fromSecretName(workload, 'users', 'db-users'),
  })],
  ['GitSync', GIT_SYNC, (workload, id) => new catalog.GitSync(workload, id, { repository: 'https://github.com/acme/content.git' })],
  ['KubeRbacProxy', KUBE_RBAC_PROXY, (workload, id) => new catalog.KubeRbacProxy(workload, id, {
    appPort: 8080, resource: { resource: 'services', subresource: 'metrics', namespace: 'shop', name: 'web' },
  })],
  ['RedisCache', REDIS, (workload, id) => new catalog.RedisCache(workload, id)],
  ['MemcachedCache', MEMCACHED, (workload, id) => new catalog.MemcachedCache(workload, id)],
  ['ShellSidecar', BUSYBOX, (workload, id) => new catalog.ShellSidecar(workload, id, { program: catalog.ShellProgram.tail('/var/log/app/app.log') })],
  ['AfterMainUploader', RCLONE, (workload, id) => new catalog.AfterMainUploader(workload, id, {
    command: ['rclone', 'copy', '/artifacts', 'store:results'], shutdown: Duration.seconds(45),
  })],
];

/** Every preset of the catalog, each in a chart of its own. */
export function gallery(app: App = Testing.app()): Exhibit[] {
  return exhibitsOf(ENTRIES, app);
}

/** Shows presets, each in a chart of its own. */
export function exhibitsOf(entries: readonly Entry[], app: App = Testing.app()): Exhibit[] {
  return entries.map(([preset, program, make]) => {
    const chart = new Chart(app, preset.toLowerCase().replace(/\W/g, '-'), { disableResourceNameHashes: true });
    const place = (workload: kplus.Workload): Placed => {
      const sidecar = make(workload, SIDECAR);
      sidecar.connect(APP);
      return { workload, sidecar };
    };
    return {
      preset,
      program,
      chart,
      deployment: place(new kplus.Deployment(chart, 'web', { containers: [restrictedApp()] })),
      job: place(new SidecarJob(chart, 'export', { containers: [restrictedApp()], activeDeadline: Duration.hours(1) })),
    };
  });
}

/** An app that the Pod Security Standard "restricted" allows, so that what is refused is refused for its sidecar. */
function restrictedApp(): kplus.ContainerProps {
  return {
    name: APP,
    image: 'ghcr.io/acme/web:1.4.2',
    securityContext: {
      user: 10000,
      ensureNonRoot: true,
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: [kplus.Capability.ALL] },
      seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT },
    },
  };
}
