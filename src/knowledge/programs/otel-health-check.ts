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
const PATH = /(?:^|[\s{,])path:\s*["']?(\/[\w./-]*)/;
const ENDPOINT = /endpoint:\s*["']?((?:\$\{[^}]*\}|[^\s"',}])+)/;

/** The health check must be part of the configuration, and must not stay on loopback. */
export function otelGate(run: ProgramRun): ProgramGate | string {
  const address = healthCheck(run);
  if (!address) {
    return run.whyNotFound('its configuration shows no health check');
  }
  if (address.hasTls) {
    return 'its health check serves TLS, and may ask the kubelet for a certificate';
  }
  return isLoopback(address.host) ? 'its health check listens on loopback' : httpGate(address.path ?? '/', address.port);
}

/** The port of the health check, where it is known to stay on loopback. */
export function otelLoopback(run: ProgramRun): number[] {
  return loopbackPorts(healthCheck(run));
}

/** The usual port of the health check, where the only configuration names none. */
export function otelShut(run: ProgramRun): number[] {
  const isNamed = [...run.source.files(), ...run.source.words].some(text => /health_?check/.test(text));
  const configs = run.source.words.filter(word => /^--config\b/.test(word));
  return run.sees(/^service:/m) && !isNamed && configs.length < 2 ? [PORT] : [];
}

interface HealthCheck extends Address {
  readonly path?: string;
  readonly hasTls: boolean;
}

function healthCheck(run: ProgramRun): HealthCheck | undefined {
  const texts = [...run.source.files(), ...run.source.words].filter(one => one.includes('health_check'));
  const [found] = texts.flatMap(text => {
    const block = blockOf(text, EXTENSION);
    return block ? [{ block, text }] : [];
  });
  if (!found || !isListed(found.text)) {
    return undefined;
  }
  const block = `${found.block.rest}\n${found.block.body}`;
  const endpoint = ENDPOINT.exec(block)?.[1];
  const address = endpoint === undefined ? usualAddress(run) : addressOf(endpoint);
  return address && { ...address, path: PATH.exec(block)?.[1], hasTls: /(^|[\s{,])tls:/.test(block) };
}

/** Where it listens if nothing tells it otherwise; undefined when the version, which decides that, is not known. */
function usualAddress(run: ProgramRun): Address | undefined {
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
