import { runOfImage } from './programs/runs';
import { hasNoShell, isShipper, programOfImage, repositoryOf } from '../../src/knowledge/known-programs';
import { KNOWN_PROGRAMS } from '../../src/knowledge/programs/program-list';

test.each([
  ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', 'Cloud SQL Auth Proxy'],
  ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:${TAG:-2.11.0}', 'Cloud SQL Auth Proxy'],
  ['{{ .Values.registry }}/mirror/cloud-sql-proxy:{{ .Values.tag }}', 'Cloud SQL Auth Proxy'],
  ['eu.gcr.io/cloudsql-docker/gce-proxy:1.30.1', 'Cloud SQL proxy'],
  ['localhost:5000/gce-proxy@sha256:abc', 'Cloud SQL proxy'],
  ['gcr.io/alloydb-connectors/alloydb-auth-proxy:<VERSION>', 'AlloyDB Auth Proxy'],
  ['envoyproxy/envoy:v1.25.1', 'Envoy'],
  ['public.ecr.aws/aws-observability/aws-for-fluent-bit:stable', 'Fluent Bit'],
  ['fluent/fluentd-kubernetes-daemonset:v1', 'Fluentd'],
  ['timberio/vector:0.57.0-alpine', 'Vector'],
  ['grafana/alloy', 'Grafana Alloy'],
  ['docker.elastic.co/beats/filebeat:9.5.2', 'Filebeat'],
  ['otel/opentelemetry-collector-contrib:0.159.0', 'OpenTelemetry Collector'],
  ['amazon/cloudwatch-agent:latest', 'CloudWatch agent'],
  ['public.ecr.aws/xray/aws-xray-daemon:3.x', 'AWS X-Ray daemon'],
  ['hashicorp/vault:2.0.4', 'Vault Agent'],
  ['edoburu/pgbouncer', 'PgBouncer'],
  ['quay.io/oauth2-proxy/oauth2-proxy@sha256:abc', 'OAuth2 Proxy'],
  ['openshift/oauth-proxy:latest', 'OpenShift OAuth proxy'],
  ['haproxytech/haproxy-alpine:3.3', 'HAProxy'],
  ['daprio/daprd:1.18.3', 'Dapr'],
  ['k8s.gcr.io/git-sync:v3.1.6', 'git-sync'],
  ['cloudflare/cloudflared:2026.8.2', 'cloudflared'],
  ['ghcr.io/tailscale/tailscale:v1.102.3', 'Tailscale'],
  ['quay.io/brancz/kube-rbac-proxy:v0.22.1', 'kube-rbac-proxy'],
  ['gcr.io/kubebuilder/kube-rbac-proxy:v0.13.1', 'kube-rbac-proxy of kubebuilder'],
  ['public.ecr.aws/datadog/agent:7', 'Datadog Agent'],
  ['registry.datadoghq.com/agent:7.76.1', 'Datadog Agent'],
  ['prom/statsd-exporter:v0.30.0', 'StatsD exporter'],
  ['oliver006/redis_exporter:latest', 'Prometheus exporter'],
  ['quay.io/prometheus/node-exporter:v1.12.1', 'Prometheus exporter'],
  ['ghcr.io/acme/billing-exporter:1.0.0', 'metrics exporter'],
  ['docker:28.3.0-dind', 'Docker daemon'],
  ['k8s.gcr.io/leader-elector:0.4', 'leader elector'],
  ['docker.io/moby/buildkit:v0.30.0-rootless', 'BuildKit daemon'],
  ['mirror.gcr.io/library/docker:dind-rootless', 'Docker daemon'],
  ['openpolicyagent/opa:0.50.2-envoy', 'Open Policy Agent'],
  ['kiwigrid/k8s-sidecar:2.10.1', 'k8s-sidecar'],
  ['jaegertracing/jaeger-agent:1.62.0', 'Jaeger agent'],
  ['ghcr.io/cerbos/cerbos:0.50', 'Cerbos'],
  ['quay.io/thanos/thanos:v0.40', 'Thanos sidecar'],
  ['registry.k8s.io/sig-storage/csi-provisioner:v6.3.0', 'CSI helper'],
  ['public.ecr.aws/csi-components/livenessprobe:v2.19.0', 'CSI liveness probe'],
  ['gcr.io/linkerd-io/proxy:stable-2.8.1', 'Linkerd proxy'],
  ['docker.io/istio/proxyv2:1.29.0', 'Istio proxy'],
])('%s is %s', (image, name) => {
  expect(programOfImage(image)?.name).toBe(name);
  expect(programOfImage(image)?.name).toBe(name);
});

test.each([['ghcr.io/acme/web:1.4.2'], ['docker:28.3.0-cli'], ['acme/gce-proxy-killer'], ['${PROXY_IMAGE}'], [''], [undefined], [42]])('%s is nobody that is known', image => {
  expect(programOfImage(image)).toBeUndefined();
});

test.each([
  ['registry:5000/a/b', 'registry:5000/a/b'],
  ['a/b:1@sha256:x', 'a/b'],
  ['a/b:${X:-y}', 'a/b'],
  ['ko://github.com/a/b', 'ko://github.com/a/b'],
])('the repository of %s is %s', (image, repository) => {
  expect(repositoryOf(image)).toBe(repository);
});

test('shippers are those that read what the app writes', () => {
  expect(['fluent/fluent-bit', 'grafana/promtail', 'busybox', 'envoyproxy/envoy', undefined].map(isShipper)).toEqual([true, true, false, false, false]);
});

test('every program has another name', () => {
  expect(new Set(KNOWN_PROGRAMS.map(({ name }) => name)).size).toBe(KNOWN_PROGRAMS.length);
});

test('a program is found however many images were asked for before', () => {
  for (let count = 0; count < 1100; count++) {
    programOfImage(`acme/web:${count}`);
  }

  expect(programOfImage('daprio/daprd:1.18.3')?.name).toBe('Dapr');
});

test.each([
  ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', true],
  ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3-alpine', false],
  ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:${TAG}', false],
  ['gcr.io/cloud-sql-connectors/cloud-sql-proxy@sha256:abc', false],
  ['gcr.io/cloudsql-docker/gce-proxy:1.33.2', true],
  ['gcr.io/cloudsql-docker/gce-proxy:1.11', false],
  ['fluent/fluent-bit:5.1.1', true],
  ['fluent/fluent-bit:5.1.1-debug', false],
  ['amazon/aws-for-fluent-bit:latest', false],
  ['envoyproxy/envoy:distroless-v1.39.0', true],
  ['envoyproxy/envoy:v1.39.0', false],
  ['gcr.io/distroless/java17-debian12', true],
  ['gcr.io/distroless/java17-debian12:debug', false],
  ['redis:8', false],
  ['ghcr.io/acme/web:1.4.2', false],
])('that %s has no shell is %s', (image, expected) => {
  expect(hasNoShell(programOfImage(image), runOfImage(image))).toBe(expected);
});
