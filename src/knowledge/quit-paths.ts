import { KnownProgram } from './programs/program';

/** A path that ends the program behind it, and the known programs that have it. */
interface QuitPath {
  readonly path: string;
  /** Their names; none where only programs that are not known here have it. */
  readonly programs?: RegExp;
}

const PROXY_QUIT = 'quitquitquit';
const AGENT_QUIT = 'agent/v1/quit';

/** Every other known program has no path that ends it. */
const QUIT_PATHS: readonly QuitPath[] = [
  { path: PROXY_QUIT, programs: /^(Cloud SQL Auth Proxy|AlloyDB Auth Proxy|Envoy)$/ },
  { path: AGENT_QUIT, programs: /^Vault Agent$/ },
  { path: '-/quit', programs: /^StatsD exporter$/ },
  { path: 'kill' },
  { path: 'quit' },
  { path: 'exit' },
];

/** How such a path is written, as a part of a pattern. */
const QUIT_PATH = new RegExp(`^/+(${QUIT_PATHS.map(({ path }) => path).join('|')})(?=$|[?#/])`);

/** Whether a path ends the program behind it, whatever it is. */
export function isQuitPath(path: string): boolean {
  return QUIT_PATH.test(path);
}

/** Whether a known program may have a path that ends it. The proxies of meshes have further ones. */
export function hasQuitPath({ name, direction }: KnownProgram, path: string): boolean {
  const written = QUIT_PATH.exec(path)?.[1];
  return direction === 'mesh' ? written === undefined || written === PROXY_QUIT
    : QUIT_PATHS.some(({ path: known, programs }) => known === written && programs?.test(name));
}

/** Whether a path is one of known programs. */
export function isPathOfKnown(path: string): boolean {
  const written = QUIT_PATH.exec(path)?.[1];
  return QUIT_PATHS.some(({ path: known, programs }) => known === written && programs !== undefined);
}

/** Whether a path ends Vault's agent, and nothing else. */
export function isVaultQuit(path: string): boolean {
  return QUIT_PATH.exec(path)?.[1] === AGENT_QUIT;
}
