import { ALLOYDB_PROXY } from './alloydb-proxy';
import { APP_MESH_ENVOY } from './app-mesh-envoy';
import { APP_SERVICES } from './app-services';
import { BUSYBOX } from './busybox';
import { CLOUD_SQL_PROXY } from './cloud-sql-proxy';
import { CONTENT_FETCHERS } from './content-fetchers';
import { CSI_HELPERS } from './csi-helpers';
import { ENVOY } from './envoy';
import { FLUENT_BIT } from './fluent-bit';
import { GCE_PROXY } from './gce-proxy';
import { GIT_SYNC } from './git-sync';
import { INBOUND_PROXIES } from './inbound-proxies';
import { KUBE_RBAC_PROXY, KUBEBUILDER_RBAC_PROXY } from './kube-rbac-proxy';
import { KUBECTL_PROXY } from './kubectl-proxy';
import { LOG_SHIPPERS } from './log-shippers';
import { MEMCACHED } from './memcached';
import { NGINX } from './nginx';
import { OAUTH2_PROXY } from './oauth2-proxy';
import { OBSERVERS } from './observers';
import { OTEL_COLLECTOR } from './otel-collector';
import { PGBOUNCER } from './pgbouncer';
import { KnownProgram, Program } from './program';
import { RCLONE } from './rclone';
import { REDIS } from './redis';
import { TELEMETRY_AGENTS } from './telemetry-agents';
import { VAULT_AGENT } from './vault-agent';
import { MESHES } from '../meshes/mesh-list';

/** Every program of the catalog. */
export const PROGRAMS: readonly Program[] = [
  ALLOYDB_PROXY,
  BUSYBOX,
  CLOUD_SQL_PROXY,
  ENVOY,
  FLUENT_BIT,
  GIT_SYNC,
  KUBE_RBAC_PROXY,
  MEMCACHED,
  NGINX,
  OAUTH2_PROXY,
  OTEL_COLLECTOR,
  PGBOUNCER,
  RCLONE,
  REDIS,
  VAULT_AGENT,
];

/** Every program that is known by its image, the more special ones first. */
export const KNOWN_PROGRAMS: readonly KnownProgram[] = [
  KUBEBUILDER_RBAC_PROXY,
  ...PROGRAMS,
  GCE_PROXY,
  ...MESHES.map(mesh => mesh.proxy.program),
  APP_MESH_ENVOY,
  KUBECTL_PROXY,
  ...LOG_SHIPPERS,
  ...TELEMETRY_AGENTS,
  ...INBOUND_PROXIES,
  ...APP_SERVICES,
  ...CONTENT_FETCHERS,
  ...CSI_HELPERS,
  ...OBSERVERS,
];
