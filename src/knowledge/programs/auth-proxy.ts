import { isLoopback, portOf } from './address';
import { goSeconds } from './duration';
import { httpGate, ProgramGate } from './program';
import { ProgramRun } from './program-run';

/** In what the two proxies of Google that share their code differ. */
export interface AuthProxyStyle {
  /** What the names of its variables begin with. */
  readonly prefix: string;
  /** The port to give to its health server. */
  readonly healthPort: number;
  /** The ports that it opens for databases when it is told none. */
  readonly databasePorts: readonly number[];
}

const DEFAULT_HTTP_ADDRESS = 'localhost';
const DEFAULT_HTTP_PORT = '9090';
/** Where the proxies are told to quit, unless they are told otherwise. */
export const DEFAULT_ADMIN_PORT = '9091';

/** The tags of images that bring nothing but the program: those that bring a system are marked. */
export const WITHOUT_SYSTEM = /^(?!.*(alpine|bookworm|bullseye|buster|trixie|debug|ubuntu|debian))/;

/** The health server must be switched on, and must not stay on loopback. */
export function authProxyGate(run: ProgramRun, { prefix, healthPort }: AuthProxyStyle): ProgramGate | string {
  // A health server that is on already stays where it is: other probes may ask it.
  const isOn = run.isOn('health-check', `${prefix}HEALTH_CHECK`);
  const given = run.setting('http-port', `${prefix}HTTP_PORT`) ?? (isOn ? DEFAULT_HTTP_PORT : undefined);
  const port = given === undefined ? run.source.freePort(healthPort) : portOf(given);
  const address = run.setting('http-address', `${prefix}HTTP_ADDRESS`);
  if (port === undefined) {
    return 'the manifest does not show the port of its health server';
  }
  return httpGate('/startup', port, [
    { flag: 'health-check', variable: `${prefix}HEALTH_CHECK` },
    { flag: 'http-address', variable: `${prefix}HTTP_ADDRESS`, value: address === undefined || isLoopback(address) ? '0.0.0.0' : address },
    ...(isOn ? [] : [{ flag: 'http-port', variable: `${prefix}HTTP_PORT`, value: given ?? String(port) }]),
  ]);
}

/** The server on loopback where it can be told to quit, which is off unless it is asked for. */
export function authProxyAdmin(run: ProgramRun, { prefix }: AuthProxyStyle): { readonly port: number; readonly isOpen: boolean } | undefined {
  const port = portOf(run.setting('admin-port', `${prefix}ADMIN_PORT`) ?? DEFAULT_ADMIN_PORT);
  return port === undefined ? undefined : { port, isOpen: run.isOn('quitquitquit', `${prefix}QUITQUITQUIT`) || run.isOn('debug', `${prefix}DEBUG`) };
}

/** Both the health server and the ports for databases stay on loopback unless they are told otherwise. */
export function authProxyLoopback(run: ProgramRun, { prefix, databasePorts }: AuthProxyStyle): number[] {
  if (run.find('config-file') || run.hasVariable(`${prefix}CONFIG_FILE`)) {
    return [];
  }
  const http = run.setting('http-address', `${prefix}HTTP_ADDRESS`) ?? DEFAULT_HTTP_ADDRESS;
  const httpPort = portOf(run.setting('http-port', `${prefix}HTTP_PORT`) ?? DEFAULT_HTTP_PORT);
  const database = run.setting(['address', 'a'], `${prefix}ADDRESS`);
  const given = portOf(run.setting(['port', 'p'], `${prefix}PORT`));
  // An instance may have an address of its own, as a part of its name.
  const local = (database === undefined || isLoopback(database)) && !run.source.words.some(word => word.includes('address=') && !word.startsWith('-'));
  return [
    ...(isLoopback(http) && httpPort !== undefined ? [httpPort] : []),
    ...(local ? (given === undefined ? databasePorts : [given]).filter(port => port !== httpPort) : []),
  ];
}

/** How long it needs to close when it waits for nothing. */
export const CLOSE_SECONDS = 2;

/** It first sleeps for one delay, then waits for open connections up to the other. Both are 0 unless they are set; a second is for closing. */
export function authProxyStopSeconds(run: ProgramRun, { prefix }: AuthProxyStyle): number | undefined {
  if (run.find('config-file') || run.hasVariable(`${prefix}CONFIG_FILE`)) {
    return undefined;
  }
  const [least, most] = ['min', 'max'].map(which => goSeconds(run.setting(`${which}-sigterm-delay`, `${prefix}${which.toUpperCase()}_SIGTERM_DELAY`) ?? '0'));
  if (least === undefined || most === undefined) {
    return undefined;
  }
  return Math.max(CLOSE_SECONDS, least + most + 1);
}
