import { addressOf, isLoopback, loopbackPorts } from './address';
import { gateSince, httpGate, KnownProgram } from './program';
import { ProgramRun } from './program-run';

/** How long Vector drains unless it is told otherwise, in seconds. */
const VECTOR_DRAIN_SECONDS = 60;

function vectorApi(run: ProgramRun) {
  const text = run.fileWith(/^[ \t]*(\[api\]|"?api"?\s*:)/m);
  const part = text && /^[ \t]*(?:\[api\]|"?api"?\s*:)((?:.*\n?){1,4})/m.exec(text)?.[1];
  return part && /enabled"?\s*[:=]\s*true/.test(part) ? addressOf(/address"?\s*[:=]\s*["']?([^\s"']+)/.exec(part)?.[1] ?? `127.0.0.1:${VECTOR_API_PORT}`) : undefined;
}

/** The port of the API, which is off unless it is switched on. */
const VECTOR_API_PORT = 8686;
/** What every configuration of Vector has. */
const VECTOR_SOURCES = /^[ \t]*(\[sources\.|"?sources"?\s*:)/m;
const VECTOR_API_ON = /\bapi\.enabled\b|enabled"?\s*[:=]\s*("?\$|true)/;

function alloyAddress(run: ProgramRun): string | undefined {
  return run.flag('server.http.listen-addr');
}

/** Programs that send on what the app writes. They stop reading at their stop signal. */
export const LOG_SHIPPERS: readonly KnownProgram[] = [
  {
    name: 'Fluentd',
    repositories: /(^|\/)fluentd(-kubernetes-daemonset|-gcp|-elasticsearch)?$/,
    once: { flag: /^--(dry-run|setup|show-plugin-config|version)(=|$)/ },
    onlySidecar: true,
    direction: 'shipper',
    // Read in its Dockerfiles: a system user without a number of its own, so it is the first free one.
    imageUser: run => /(^|\/)fluent\/fluentd$/.test(run.repository) && run.isVariantSeen ? { name: 'fluent', id: /debian/.test(run.tag) ? 999 : 100 } : undefined,
    imageNeeds: run => /(^|\/)fluent\/fluentd$/.test(run.repository) ? { folders: ['/fluentd/log'] } : undefined,
  },
  {
    name: 'Vector',
    repositories: /(^|\/)timberio\/vector$/,
    command: /^vector$/,
    once: { words: /^(generate|generate-schema|graph|list|vrl|convert-config|config)\b/ },
    onlySidecar: true,
    direction: 'shipper',
    // Read in the source of 0.10 and 0.11.
    startup: gateSince([0, 11], run => {
      const api = vectorApi(run);
      return api && !isLoopback(api.host) ? httpGate('/health', api.port) : 'the manifest does not show that the kubelet can reach its API';
    }),
    loopback: run => loopbackPorts(vectorApi(run)),
    shutPorts: run => run.sees(VECTOR_SOURCES) && run.fileWith(VECTOR_API_ON) === undefined && !run.hasVariable('VECTOR_API_ENABLED') ? [VECTOR_API_PORT] : [],
    shellLess: run => /distroless/.test(run.tag),
    imageUser: () => ({ root: true, id: 65532 }),
    imageNeeds: run => run.fileWith(/\bdata_dir\b/) === undefined && !run.hasVariable('VECTOR_DATA_DIR') ? { folders: ['/var/lib/vector'] } : undefined,
    drain: run => {
      const given = run.setting('graceful-shutdown-limit-secs', 'VECTOR_GRACEFUL_SHUTDOWN_LIMIT_SECS');
      const seconds = given === undefined ? VECTOR_DRAIN_SECONDS : Number(given);
      return seconds > 0 ? { seconds, flag: '--graceful-shutdown-limit-secs' } : undefined;
    },
  },
  {
    name: 'Grafana Alloy',
    repositories: /(^|\/)alloy$/,
    command: /^alloy$/,
    subcommand: /^run$/,
    once: { words: /^(convert|tools)\b/ },
    onlySidecar: true,
    direction: 'shipper',
    startup: run => {
      const address = addressOf(alloyAddress(run));
      return address && !isLoopback(address.host) ? httpGate('/-/ready', address.port) : 'its HTTP server listens on loopback';
    },
    loopback: run => loopbackPorts(addressOf(alloyAddress(run) ?? '127.0.0.1:12345')),
    imageUser: run => /(^|\/)grafana\/alloy$/.test(run.repository) && run.isVariantSeen && !/nonroot/.test(run.tag) ? { root: true, id: 473 } : undefined,
    imageNeeds: run => {
      // The image sets the folder by a flag, which arguments of the container replace.
      const folder = run.flag('storage.path') ?? (run.source.words.length === 0 ? '/var/lib/alloy/data' : undefined);
      return /(^|\/)grafana\/alloy$/.test(run.repository) ? { user: 473, folders: folder?.startsWith('/') ? [folder] : [] } : undefined;
    },
  },
  {
    name: 'Grafana Agent',
    repositories: /(^|\/)grafana\/agent$/,
    onlySidecar: true,
    direction: 'shipper',
    dead: { since: 'Grafana Agent is at its end of life since November 2025', successor: 'Grafana Alloy' },
  },
  {
    name: 'Promtail',
    repositories: /(^|\/)promtail$/,
    once: { flag: /^--?(stdin|check-syntax|version|help)(=true)?$/ },
    onlySidecar: true,
    direction: 'shipper',
    dead: { since: 'Promtail is at its end of life since March 2026', successor: 'Grafana Alloy' },
  },
  {
    name: 'Filebeat',
    repositories: /(^|\/)filebeat(-oss|-wolfi|-ubi)?$/,
    once: { words: /^(enroll|export|generate|keystore|modules|setup)\b/ },
    onlySidecar: true,
    direction: 'shipper',
    // Read in its Dockerfile.
    imageNeeds: run => /(^|\/)(beats|elastic)\/filebeat(-oss|-wolfi|-ubi)?$/.test(run.repository)
      ? { user: 1000, folders: ['/usr/share/filebeat/data', '/usr/share/filebeat/logs'] }
      : undefined,
  },
  // An operator of Ansible writes what its playbooks print to a folder, and this prints it.
  { name: 'logs of an Ansible operator', repositories: /(^|\/)ao-logs$/, command: /^ao-logs$/, onlySidecar: true, direction: 'shipper' },
  // It ships the pages of a SQLite database.
  { name: 'Litestream', repositories: /(^|[/-])litestream$/, binary: /^(litestream|replicate)$/, command: /^litestream$/, subcommand: /^replicate$/, once: { words: /^(databases|generations|ltx|restore|snapshots|status|wal)\b/ }, onlySidecar: true, direction: 'shipper' },
  { name: 'Splunk Universal Forwarder', repositories: /(^|\/)(splunk-?)?universal-?forwarder$/, onlySidecar: true, direction: 'shipper' },
  { name: 'Logstash', repositories: /(^|\/)logstash(-oss)?$/, once: { flag: /^(--config\.test_and_exit|-t|--version|-V)$|^input\s*\{\s*stdin\b/ }, onlySidecar: false, direction: 'shipper' },
  { name: 'syslog-ng', repositories: /(^|\/)syslog-ng$/, onlySidecar: false, direction: 'shipper' },
];
