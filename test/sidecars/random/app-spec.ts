import * as fc from 'fast-check';

/** The kinds of workloads that a random app has. */
export const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod', 'KubeDeployment', 'MeshedDeployment', 'SidecarJob', 'SidecarCronJob'] as const;

/** The sidecars that a random app has: the presets of the catalog, and `NativeSidecar` with several images. */
export const SIDECARS = [
  'CloudSqlProxy', 'FluentBit', 'OtelCollector', 'EnvoyOut', 'EnvoyIn', 'VaultAgent', 'OAuth2Proxy', 'Nginx', 'PgBouncer', 'GitSync', 'KubeRbacProxy', 'RedisCache',
  'MemcachedCache', 'ShellSidecar', 'AfterMainUploader', 'acme', 'ungated', 'nginx', 'redis', 'postgres', 'busybox', 'datadog', 'vector', 'dind',
] as const;

/** What may stand beside a workload. */
export const NEIGHBORS = ['service', 'service of a sidecar', 'named service', 'hpa', 'vpa', 'network policy', 'pod monitor'] as const;

/** Patches of the written manifest. */
export const PATCHES = ['image', 'no gate', 'host port', 'short grace', 'own hook', 'broken'] as const;

/** Changes to a sidecar. */
export const CHANGES = ['overlay image', 'overlay hook', 'no startup probe', 'no requests', 'after init', 'connect', 'share', 'existing volume'] as const;

export const IMAGES = ['ghcr.io/acme/web:1.4.2', 'nginx:1.28', 'redis:8.2', 'busybox:1.37', 'fluent/fluent-bit:5.1.1', 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3'];

export const RULES = ['NS101', 'NS107', 'NS115', 'NS201', 'NS301', 'NS304', 'NS404', 'NS406', 'NS603', 'NS614'];

/** The meshes whose proxy is native if the pod asks for it. For Kuma a setting of the cluster decides, which neither the YAML nor check knows. */
export const MESHES = ['istio@1.26', 'istio@1.29', 'linkerd@2.20', 'dapr@1.18', 'consul@1.9'] as const;

const container = fc.record({
  image: fc.constantFrom(...IMAGES),
  port: fc.option(fc.constantFrom(80, 8080, 9090), { nil: undefined }),
  script: fc.option(fc.constantFrom('exec /app', 'until nc -z 127.0.0.1 5432; do sleep 1; done; /app', '/app; curl -X POST localhost:9091/quitquitquit', 'tail -F /logs/app.log'), { nil: undefined }),
  hook: fc.option(fc.constantFrom<string[]>(['sleep', '10'], ['sh', '-c', 'sleep 40']), { nil: undefined }),
  probe: fc.option(fc.constantFrom('http', 'own port'), { nil: undefined }),
  env: fc.option(fc.constantFrom('127.0.0.1:5432', 'db.shop.svc'), { nil: undefined }),
});

const sidecar = fc.record({
  kind: fc.constantFrom(...SIDECARS),
  shutdown: fc.option(fc.constantFrom(1, 5, 40), { nil: undefined }),
  change: fc.option(fc.constantFrom(...CHANGES), { nil: undefined }),
});

const workload = fc.record({
  kind: fc.constantFrom(...WORKLOADS),
  mains: fc.array(container, { minLength: 1, maxLength: 2 }),
  inits: fc.array(container, { maxLength: 1 }),
  sidecars: fc.array(sidecar, { maxLength: 3 }),
  inMesh: fc.boolean(),
  deadline: fc.constantFrom(5, 60, 3600),
  gracePeriod: fc.option(fc.constantFrom(1, 10, 60), { nil: undefined }),
  shutdown: fc.option(fc.constantFrom(1, 20, 50), { nil: undefined }),
  preStopDelay: fc.option(fc.constantFrom(0, 5, 30), { nil: undefined }),
  imageHasSleep: fc.boolean(),
  acknowledged: fc.uniqueArray(fc.constantFrom(...RULES), { maxLength: 2 }),
  neighbors: fc.uniqueArray(fc.constantFrom(...NEIGHBORS), { maxLength: 3 }),
  patch: fc.option(fc.constantFrom(...PATCHES), { nil: undefined }),
});

/** An app of constructs as data. */
export const appSpec = fc.record({
  kubernetes: fc.constantFrom('1.27', '1.28', '1.29', '1.30', '1.32', '1.33', '1.34', '1.36'),
  mesh: fc.option(fc.constantFrom(...MESHES), { nil: undefined }),
  workloads: fc.array(workload, { minLength: 1, maxLength: 3 }),
});

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type AppSpec = Value<typeof appSpec>;
export type WorkloadSpec = Value<typeof workload>;
export type ContainerSpec = Value<typeof container>;
export type SidecarSpec = Value<typeof sidecar>;
