import { PROGRAMS } from './programs/program-list';

/** What is known of a program of which only the image is known. */
interface KnownImage {
  readonly name: string;
  /** Its images, without tag and digest. */
  readonly repositories: RegExp;
}

/** Programs without facts of their own that serve another container and never end by themselves. */
const ONLY_IMAGES: readonly KnownImage[] = [
  { name: 'Fluentd', repositories: /(^|\/)fluentd(-kubernetes-daemonset)?$/ },
  { name: 'Vector', repositories: /(^|\/)timberio\/vector$/ },
  { name: 'Grafana Alloy', repositories: /(^|\/)grafana\/(alloy|agent)$/ },
  { name: 'Promtail', repositories: /(^|\/)promtail$/ },
  { name: 'Filebeat', repositories: /(^|\/)filebeat(-oss)?$/ },
  { name: 'Jaeger agent', repositories: /(^|\/)jaeger-agent$/ },
  { name: 'Istio proxy', repositories: /(^|\/)(istio\/)?proxyv2$/ },
  { name: 'Linkerd proxy', repositories: /(^|\/)linkerd\/proxy$/ },
  { name: 'Kuma data plane', repositories: /(^|\/)kuma-dp$/ },
  { name: 'Consul data plane', repositories: /(^|\/)consul-dataplane$/ },
  { name: 'Dapr', repositories: /(^|\/)daprd$/ },
  { name: 'cloudflared', repositories: /(^|\/)cloudflared$/ },
  { name: 'Tailscale', repositories: /(^|\/)tailscale\/tailscale$/ },
  { name: 'StatsD exporter', repositories: /(^|\/)statsd[-_]exporter$/ },
  { name: 'Prometheus config reloader', repositories: /(^|\/)prometheus-config-reloader$/ },
  { name: 'Datadog Agent', repositories: /(^|\/)datadog(hq)?\/agent$/ },
  { name: 'k8s-sidecar', repositories: /(^|\/)k8s-sidecar$/ },
];

/**
 * All programs that serve another container and never end by themselves.
 *
 * Programs that are as often the app itself (nginx, Redis, Vault) are not among them: an image alone does not tell.
 */
const ONLY_SIDECARS: readonly KnownImage[] = [...PROGRAMS.filter(program => program.onlySidecar), ...ONLY_IMAGES];

/** The program behind an image, when it is one that only ever serves as a sidecar. */
export function knownSidecarProgram(image: unknown): string | undefined {
  if (typeof image !== 'string') {
    return undefined;
  }
  const repository = image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return ONLY_SIDECARS.find(known => known.repositories.test(repository))?.name;
}
