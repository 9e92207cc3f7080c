import { addressOf, isLoopback, loopbackPorts, portOf } from './address';
import { gateSince, httpGate, KnownProgram } from './program';

const STATSD_PORT = ':9102';
const JAEGER_ADMIN = ':14271';
const DATADOG_PORT = 5555;

/** Programs to which the app sends its metrics and traces. */
export const TELEMETRY_AGENTS: readonly KnownProgram[] = [
  {
    name: 'CloudWatch agent',
    repositories: /(^|\/)cloudwatch-agent$/,
    onlySidecar: true,
    direction: 'outbound',
    collects: true,
    startup: () => 'it has no health server, and listens for datagrams',
    shellLess: run => /(^|\/)cloudwatch-agent\/cloudwatch-agent$/.test(run.repository),
    // Read in its Dockerfile, and from memory that it writes its translated configuration there.
    imageUser: run => /(^|\/)cloudwatch-agent\/cloudwatch-agent$/.test(run.repository) ? { root: true } : undefined,
    imageNeeds: run => /(^|\/)cloudwatch-agent\/cloudwatch-agent$/.test(run.repository) ? { ownFolder: '/opt/aws/amazon-cloudwatch-agent' } : undefined,
  },
  {
    name: 'AWS X-Ray daemon',
    repositories: /(^|\/)(aws-)?xray-daemon$/,
    onlySidecar: true,
    direction: 'outbound',
    collects: true,
    startup: () => 'it has no health server, and listens for datagrams',
  },
  {
    name: 'Jaeger agent',
    repositories: /(^|\/)jaeger-agent$/,
    onlySidecar: true,
    direction: 'outbound',
    collects: true,
    // Read in the source: one port for health and metrics since 1.12, and since 1.18 with an address.
    startup: gateSince([1, 12], run => {
      const isMoved = run.find('admin-http-port', 'health-check-http-port') ?? ['ADMIN_HTTP_PORT', 'HEALTH_CHECK_HTTP_PORT'].find(name => run.hasVariable(name));
      const given = run.atLeast(1, 18) === false ? undefined : run.setting('admin.http.host-port', 'ADMIN_HTTP_HOST_PORT');
      const admin = isMoved === undefined ? addressOf(given ?? JAEGER_ADMIN) : undefined;
      return admin && !isLoopback(admin.host) ? httpGate('/', admin.port) : 'the manifest does not show that the kubelet can reach its admin port';
    }),
    dead: { since: 'the Jaeger agent is no longer part of Jaeger since November 2024', successor: 'the OpenTelemetry Collector, or OTLP from the app itself' },
  },
  {
    name: 'Datadog Agent',
    repositories: /(^|\/)(datadog(hq)?|registry\.datadoghq\.(com|eu))\/agent$/,
    once: { words: /^(config|configcheck|diagnose|flare|health|hostname|integration|jmx|secret|status|tagger-list|workload-list)\b/ },
    onlySidecar: true,
    direction: 'outbound',
    collects: true,
    // Read in the source of 6.7 and 6.8.
    startup: gateSince([6, 8], run => {
      if (run.source.hasCommand) {
        return 'it runs a part of the agent that has no health server of its own';
      }
      const port = run.hasVariable('DD_HEALTH_PORT') ? portOf(run.variable('DD_HEALTH_PORT')) : run.source.freePort(DATADOG_PORT);
      return port ? httpGate('/live', port, [{ variable: 'DD_HEALTH_PORT', value: String(port) }]) : 'the manifest does not show the port of its health server';
    }),
    imageUser: () => ({ root: true, id: 100 }),
    // Read in its Dockerfile: the entrypoint writes beside the files of the image. A webhook of Datadog copies them to a volume first.
    imageNeeds: () => ({ ownFolder: '/etc/datadog-agent' }),
  },
  {
    name: 'StatsD exporter',
    repositories: /(^|\/)statsd[-_]exporter$/,
    once: { flag: /^--(check-config|version|help)$/ },
    onlySidecar: true,
    direction: 'outbound',
    collects: true,
    startup: run => {
      const web = addressOf(run.flag('web.listen-address') ?? STATSD_PORT);
      if (!web || isLoopback(web.host)) {
        return 'its web server listens on loopback';
      }
      return httpGate(run.atLeast(0, 22) ? '/-/ready' : run.flag('web.telemetry-path') ?? '/metrics', web.port);
    },
    loopback: run => loopbackPorts(addressOf(run.flag('web.listen-address'))),
  },
  { name: 'Telegraf', repositories: /(^|\/)telegraf$/, once: { words: /^(config|plugins|secrets)\b/, flag: /^--(test|test-wait|sample-config|version)(=|$)/ }, onlySidecar: false, direction: 'outbound', isTunnel: true },
  { name: 'StatsD', repositories: /(^|\/)statsd$/, onlySidecar: true, direction: 'outbound', collects: true },
];
