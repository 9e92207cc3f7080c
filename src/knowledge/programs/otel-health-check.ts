import { Address, addressOf, isLoopback, loopbackPorts } from './address';
import { blockOf } from './config-block';
import { httpGate, ProgramGate } from './program';
import { ProgramRun } from './program-run';

/** From here on the health check stays on loopback unless it is told otherwise. Images of others count their versions in their own way. */
const LOCAL_SINCE: readonly { readonly repository: RegExp; readonly version: readonly [number, number] }[] = [
  { repository: /(^|\/)(opentelemetry-collector(-contrib|-k8s)?|otelcol(-contrib)?)$/, version: [0, 104] },
  { repository: /(^|\/)aws-otel-collector$/, version: [0, 41] },
];
const PORT = 13133;

/** The extension in a configuration. */
const EXTENSION = /^[ \t]*health_check(?:\/[^\s:]+)?:[ \t]*/;
/** How far to look behind `extensions:`. */
const MAX_LIST = 4096;
const ENDPOINT = /endpoint:\s*["']?((?:\$\{[^}]*\}|[^\s"',}])+)/;
const PATH = /(?:^|[\s{,])["']?path["']?:[ \t]*["']?((?:\$\{[^}]*\}|[^\s"',}])+)/;
const TLS = /(?:^|[\s{,])["']?tls["']?:/;
/** With it, only clients with a certificate are answered, and the kubelet has none. */
const CLIENT_CERTIFICATES = /client_ca/;

/** Where the health check answers. */
interface HealthCheck {
  readonly address: Address;
  readonly path: string;
  readonly isTls: boolean;
  readonly asksCertificate: boolean;
}

/** The health check must be part of the configuration, and must not stay on loopback. */
export function otelGate(run: ProgramRun): ProgramGate | string {
  const found = healthChecks(run);
  if (found.length > 1) {
    return 'its configurations set its health check several times, and not alike';
  }
  const [check] = found;
  if (!check) {
    return run.whyNotFound('its configuration shows no health check');
  }
  if (isLoopback(check.address.host)) {
    return 'its health check listens on loopback';
  }
  if (check.asksCertificate || !check.path.startsWith('/') || check.path.includes('$')) {
    return 'its health check answers only clients with a certificate, or at a path that the manifest does not show';
  }
  return httpGate(check.path, check.address.port, [], check.isTls ? 'HTTPS' : undefined);
}

/** The port of the health check, where it is known to stay on loopback. */
export function otelLoopback(run: ProgramRun): number[] {
  const found = healthChecks(run);
  return found.length === 1 ? loopbackPorts(found[0].address) : [];
}

/** The usual port of the health check, where the only configuration names none. */
export function otelShut(run: ProgramRun): number[] {
  const isNamed = [...run.source.files(), ...run.source.words].some(text => /health_?check/.test(text));
  const configs = run.source.words.filter(word => /^--config\b/.test(word));
  return run.sees(/^service:/m) && !isNamed && configs.length < 2 ? [PORT] : [];
}

/** The health checks that the configurations of a collector set and list, each once; several where the order of the configurations decides. */
function healthChecks(run: ProgramRun): HealthCheck[] {
  const texts = [...run.source.files(), ...run.source.words].filter(one => one.includes('health_check'));
  const found = texts.flatMap(text => {
    const block = blockOf(text, EXTENSION);
    return block ? [{ block: `${block.rest}\n${block.body}`, text }] : [];
  });
  if (!found.some(({ text }) => isListed(text))) {
    return [];
  }
  const checks = found.flatMap(({ block }): HealthCheck[] => {
    const address = addressIn(run, block);
    return address ? [{ address, path: PATH.exec(block)?.[1] ?? '/', isTls: TLS.test(block), asksCertificate: CLIENT_CERTIFICATES.test(block) }] : [];
  });
  // One at an address that is not seen may be the one that counts.
  return checks.length < found.length ? [] : [...new Map(checks.map(check => [JSON.stringify(check), check])).values()];
}

function addressIn(run: ProgramRun, block: string): Address | undefined {
  const endpoint = ENDPOINT.exec(block)?.[1];
  if (endpoint !== undefined) {
    return addressOf(endpoint);
  }
  // Where nothing tells it otherwise, the version decides.
  const since = LOCAL_SINCE.find(({ repository }) => repository.test(run.repository))?.version;
  const local = since && run.atLeast(...since);
  return local === undefined ? undefined : { host: local ? 'localhost' : '0.0.0.0', port: PORT };
}

/** Whether the service lists the extension: `extensions: [health_check]`, or one item a line. */
function isListed(text: string): boolean {
  return [...text.matchAll(/extensions:/g)].some(({ index }) => {
    const rest = text.slice(index + 'extensions:'.length).slice(0, MAX_LIST).trimStart();
    if (rest.startsWith('[')) {
      return rest.slice(0, rest.indexOf(']') + 1).includes('health_check');
    }
    const lines = rest.split('\n').map(line => line.trim()).filter(line => line !== '');
    const end = lines.findIndex(line => !line.startsWith('-'));
    return lines.slice(0, end < 0 ? undefined : end).some(line => line.slice(1).trimStart().startsWith('health_check'));
  });
}
