/**
 * Programs that serve another container and never end by themselves, by the name of their image.
 *
 * Programs that are as often the app itself (nginx, Redis, Vault) are not among them: an image alone does not tell.
 */
const PROGRAMS: readonly { readonly program: string; readonly image: RegExp }[] = [
  { program: 'Cloud SQL Auth Proxy', image: /(^|\/)(cloud-sql-proxy|gce-proxy)$/ },
  { program: 'AlloyDB Auth Proxy', image: /(^|\/)alloydb-auth-proxy$/ },
  { program: 'Fluent Bit', image: /(^|\/)(fluent-bit|aws-for-fluent-bit)$/ },
  { program: 'Fluentd', image: /(^|\/)fluentd(-kubernetes-daemonset)?$/ },
  { program: 'Vector', image: /(^|\/)timberio\/vector$/ },
  { program: 'Grafana Alloy', image: /(^|\/)grafana\/(alloy|agent)$/ },
  { program: 'Promtail', image: /(^|\/)promtail$/ },
  { program: 'Filebeat', image: /(^|\/)filebeat(-oss)?$/ },
  { program: 'OpenTelemetry Collector', image: /(^|\/)(opentelemetry-collector(-contrib|-k8s)?|aws-otel-collector)$/ },
  { program: 'Jaeger agent', image: /(^|\/)jaeger-agent$/ },
  { program: 'OAuth2 Proxy', image: /(^|\/)oauth2-proxy$/ },
  { program: 'kube-rbac-proxy', image: /(^|\/)kube-rbac-proxy$/ },
  { program: 'Envoy', image: /(^|\/)envoyproxy\/envoy(-distroless|-alpine|-debug)?$/ },
  { program: 'Istio proxy', image: /(^|\/)(istio\/)?proxyv2$/ },
  { program: 'Linkerd proxy', image: /(^|\/)linkerd\/proxy$/ },
  { program: 'Kuma data plane', image: /(^|\/)kuma-dp$/ },
  { program: 'Consul data plane', image: /(^|\/)consul-dataplane$/ },
  { program: 'Dapr', image: /(^|\/)daprd$/ },
  { program: 'PgBouncer', image: /(^|\/)pgbouncer$/ },
  { program: 'cloudflared', image: /(^|\/)cloudflared$/ },
  { program: 'Tailscale', image: /(^|\/)tailscale\/tailscale$/ },
  { program: 'StatsD exporter', image: /(^|\/)statsd[-_]exporter$/ },
  { program: 'Prometheus config reloader', image: /(^|\/)prometheus-config-reloader$/ },
  { program: 'Datadog Agent', image: /(^|\/)datadog(hq)?\/agent$/ },
  { program: 'k8s-sidecar', image: /(^|\/)k8s-sidecar$/ },
];

/** The program behind an image, when it is one that only ever serves as a sidecar. */
export function knownSidecarProgram(image: unknown): string | undefined {
  if (typeof image !== 'string') {
    return undefined;
  }
  const repository = image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return PROGRAMS.find(known => known.image.test(repository))?.program;
}
