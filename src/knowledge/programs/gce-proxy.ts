import { isLoopback, portOf } from './address';
import { CLOSE_SECONDS } from './auth-proxy';
import { goSeconds } from './duration';
import { httpGate, KnownProgram, ProgramGate } from './program';
import { ProgramRun } from './program-run';

/** The port of the health server, on all addresses. */
const HEALTH_PORT = 8090;

/** From here on the images hold nothing but the program. */
const SHELL_LESS_SINCE = [1, 20] as const;

/**
 * The Cloud SQL proxy, version 1, which was replaced by another program under another name.
 *
 * It has a health server since 1.25, on all addresses once it is switched on. It opens `=tcp:PORT` on loopback.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/main/migration-guide.md
 */
export const GCE_PROXY: KnownProgram = {
  name: 'Cloud SQL proxy',
  repositories: /(^|\/)gce-proxy$/,
  command: /^cloud_sql_proxy$/,
  onlySidecar: true,
  direction: 'outbound',
  isTunnel: true,
  startup: firstProxyGate,
  loopback: firstProxyLoopback,
  stopSeconds: firstProxyStopSeconds,
  shellLess: run => run.atLeast(...SHELL_LESS_SINCE) === true && !/alpine|buster|bullseye|bookworm/.test(run.tag),
  dead: { since: 'version 2 of the Cloud SQL proxy has replaced version 1', successor: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy, version 2' },
};

/** Whether it is version 1: only that version has `-instances` and the equivalent variable. */
export function isFirstProxy(run: ProgramRun): boolean {
  const isSecond = run.atLeast(2, 0);
  return isSecond === false || run.find('instances') !== undefined || (isSecond === undefined && run.hasVariable('INSTANCES'));
}

/** Its flags may have one dash or two; the manual shows one. */
export function firstProxyGate(run: ProgramRun): ProgramGate | string {
  if (!run.atLeast(1, 25)) {
    const open = portsOf(run).find(({ host }) => host === '0.0.0.0' || host === '[::]');
    return open ? { handler: { tcpSocket: { port: open.port } } } : run.atLeast(1, 25) === false ? 'this version has no health server and listens only on loopback' : 'the manifest does not show its version, and old versions have no health server';
  }
  const given = run.flag('health_check_port');
  const isOn = run.find('use_http_health_check') !== undefined;
  const port = given === undefined ? (isOn ? HEALTH_PORT : run.source.freePort(HEALTH_PORT)) : portOf(given);
  if (port === undefined) {
    return 'the manifest does not show the port of its health server';
  }
  return httpGate('/startup', port, [
    { flag: 'use_http_health_check', dashes: '-' },
    ...(port === HEALTH_PORT && given === undefined ? [] : [{ flag: 'health_check_port', dashes: '-' as const, value: given ?? String(port) }]),
  ]);
}

const TCP = /=tcp:(?:([^:,=]+):)?(\d+)/g;

/** `=tcp:5432` is loopback, `=tcp:0.0.0.0:5432` is not. */
export function firstProxyLoopback(run: ProgramRun): number[] {
  return portsOf(run).filter(({ host }) => host === undefined || isLoopback(host)).map(({ port }) => port);
}

/** The ports that it opens for databases, each with its address, if one is given. */
function portsOf(run: ProgramRun): { readonly host?: string; readonly port: number }[] {
  return [...(run.setting('instances', 'INSTANCES') ?? '').matchAll(TCP)].map(([, host, port]) => ({ ...(host === undefined ? {} : { host }), port: Number(port) }));
}

/** On SIGTERM it waits for open connections as long as `-term_timeout` tells, by default not at all; a second is for closing. */
export function firstProxyStopSeconds(run: ProgramRun): number | undefined {
  const wait = goSeconds(run.flag('term_timeout') ?? '0');
  return wait === undefined ? undefined : Math.max(CLOSE_SECONDS, wait + 1);
}
