import { ALLOYDB_PROXY } from './alloydb-proxy';
import { BUSYBOX } from './busybox';
import { CLOUD_SQL_PROXY } from './cloud-sql-proxy';
import { ENVOY } from './envoy';
import { FLUENT_BIT } from './fluent-bit';
import { GIT_SYNC } from './git-sync';
import { KUBE_RBAC_PROXY } from './kube-rbac-proxy';
import { MEMCACHED } from './memcached';
import { NGINX } from './nginx';
import { OAUTH2_PROXY } from './oauth2-proxy';
import { OTEL_COLLECTOR } from './otel-collector';
import { PGBOUNCER } from './pgbouncer';
import { Program } from './program';
import { RCLONE } from './rclone';
import { REDIS } from './redis';
import { VAULT_AGENT } from './vault-agent';

/** Every program of which the facts are known. */
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
