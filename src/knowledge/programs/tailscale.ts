import { addressOf, isLoopback } from './address';
import { gateSince, httpGate, KnownProgram, VPN_SECONDS } from './program';
import { ProgramRun } from './program-run';

/** Variables that make it bring traffic from its network to the app, or to another address. */
const BRINGS_IN = /^TS_(SERVE_CONFIG|DEST_IP|EXPERIMENTAL_DEST_\w+)$/;
/** Variables that make it a router or a proxy for hosts outside of the pod. */
const ROUTES = /^TS_(ROUTES|TAILNET_TARGET_\w+)$/;
/** Flags that do the same. */
const ADVERTISES = /--?advertise-(routes|exit-node)/;

/**
 * The container of Tailscale.
 *
 * In kernel mode it is the VPN of the whole pod, so that what the app sends goes through it. In user space, which is the default, it brings every connection to the app, and
 * what the app sends only if the app calls the proxy that it opens.
 *
 * @see https://tailscale.com/docs/features/containers/docker/docker-params
 */
export const TAILSCALE: KnownProgram = {
  name: 'Tailscale',
  repositories: /(^|\/)tailscale$/,
  once: { words: /^(bugreport|cert|debug|dns|down|exit-node|file|ip|lock|logout|netcheck|ping|set|status|switch|up|whois)\b/ },
  onlySidecar: true,
  direction: 'outbound',
  servesBothWays: true,
  way: tailscaleWay,
  // Read in the source of 1.76 and 1.78.
  startup: gateSince([1, 78], run => {
    const address = addressOf(run.variable('TS_LOCAL_ADDR_PORT') ?? '[::]:9002');
    // Only what the image runs by itself reads these variables. It answers once it has an address in its network.
    return run.variable('TS_ENABLE_HEALTH_CHECK') === 'true' && !run.source.hasCommand && address && !isLoopback(address.host)
      ? { ...httpGate('/healthz', address.port), patienceSeconds: VPN_SECONDS }
      : 'the manifest does not show that its health server is on';
  }),
  imageUser: run => isOwnImage(run) ? { root: true, id: 1000 } : undefined,
  // Read in its example for user space. In kernel mode it needs more.
  imageNeeds: run => isOwnImage(run)
    ? { folders: ['/tmp'], ...(isInKernel(run) ? { privilege: 'NET_ADMIN' } : {}) }
    : undefined,
};

/** What its variables and flags show. */
function tailscaleWay(run: ProgramRun): 'outbound' | 'inbound' | undefined {
  if (isSet(run, BRINGS_IN) || run.hasWord('serve') || run.hasWord('funnel')) {
    return 'inbound';
  }
  const isRouter = isSet(run, ROUTES) || [run.variable('TS_EXTRA_ARGS') ?? '', ...run.source.words].some(text => ADVERTISES.test(text));
  return !isRouter && isInKernel(run) ? 'outbound' : undefined;
}

/** The image's own entrypoint asks a variable, and the daemon itself a flag. */
function isInKernel(run: ProgramRun): boolean {
  const isDaemon = run.source.words.some(word => /(^|\/)tailscaled$/.test(word));
  const told = run.flag('tun') ?? run.variable('TS_TAILSCALED_EXTRA_ARGS') ?? '';
  return (isDaemon || /^(false|f|0)$/i.test(run.variable('TS_USERSPACE') ?? '')) && !told.includes('userspace-networking');
}

function isSet(run: ProgramRun, names: RegExp): boolean {
  return [...run.source.variables].some(([name, value]) => names.test(name) && value !== '');
}

function isOwnImage(run: ProgramRun): boolean {
  return /(^|\/)tailscale\/tailscale$/.test(run.repository);
}
