import { Address, addressOf, isLoopback, loopbackPorts } from './address';
import { httpGate, ProgramGate } from './program';
import { ProgramRun } from './program-run';

/** From here on the health check stays on loopback unless it is told otherwise. */
const LOCAL_SINCE = [0, 104] as const;
const PORT = 13133;

/** The extension in a configuration, with the lines that are further in than its name. */
const EXTENSION = /^([ \t]*)health_check(?:\/\S+)?:[ \t]*(.*)\n((?:\1[ \t]+\S.*\n?|[ \t]*\n)*)/m;
const ENDPOINT = /endpoint:\s*["']?((?:\$\{[^}]*\}|[^\s"',}])+)/;

/** The health check must be part of the configuration, and must not stay on loopback. */
export function otelGate(run: ProgramRun): ProgramGate | string {
  const address = healthCheck(run);
  if (!address) {
    return 'its configuration shows no health check';
  }
  return isLoopback(address.host) ? 'its health check listens on loopback' : httpGate('/', address.port);
}

/** The port of the health check, where it is known to stay on loopback. */
export function otelLoopback(run: ProgramRun): number[] {
  return loopbackPorts(healthCheck(run));
}

function healthCheck(run: ProgramRun): Address | undefined {
  const text = [...run.source.files(), ...run.source.words].find(one => one.includes('health_check') && EXTENSION.test(one));
  if (text === undefined || !/extensions:\s*(\[[^\]]*health_check|(\s*-\s*\S+)*\s*-\s*health_check)/.test(text)) {
    return undefined;
  }
  const found = EXTENSION.exec(text)!;
  const endpoint = ENDPOINT.exec(found[2] + found[3])?.[1];
  if (endpoint !== undefined) {
    return addressOf(endpoint);
  }
  const local = run.atLeast(...LOCAL_SINCE);
  return local === undefined ? undefined : { host: local ? 'localhost' : '0.0.0.0', port: PORT };
}
