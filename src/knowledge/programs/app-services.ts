import { Address, addressOf, isLoopback, loopbackPorts, portOf } from './address';
import { GPUDIRECT_DAEMON } from './gpudirect';
import { gateSince, httpGate, KnownProgram, ProgramGate, VPN_SECONDS } from './program';
import { ProgramRun } from './program-run';
import { STUNNEL } from './stunnel';
import { REDIS_PORT } from '../databases';

const OPA_DIAGNOSTIC_PORT = 8282;

const GLUETUN_HEALTH_PORT = 9999;

/** Its variables came with 0.62. */
function givenOpaAddress(run: ProgramRun): string | undefined {
  return run.atLeast(0, 62) === false ? run.flag('addr', 'a') : run.setting(['addr', 'a'], 'OPA_RUN_ADDR');
}

/** Before 1.0 OPA listened on all addresses, since then on loopback. */
function opaAddress(run: ProgramRun): Address | undefined {
  const given = givenOpaAddress(run);
  const local = run.atLeast(1, 0);
  return addressOf(given ?? (local === undefined ? undefined : local ? 'localhost:8181' : ':8181'));
}

/** Whether it runs as the authorization server of Envoy: by its image, its flags, or its configuration. */
function isEnvoyPlugin(run: ProgramRun): boolean {
  return /envoy/.test(run.tag) || /opa-envoy[^/]*$/.test(run.repository)
    || [...run.source.words, ...run.source.files()].some(text => /envoy_ext_authz|envoy\.ext_authz/.test(text));
}

/** Its server is up before its plugins are, and Envoy calls a plugin. Older versions of that plugin do not tell its state. */
function opaHealth(run: ProgramRun): string {
  return isEnvoyPlugin(run) && run.atLeast(0, 30) ? '/health?plugins' : '/health';
}

const DOCKER_SOCKET = /unix:\/\/(\/var)?\/run\/docker\.sock/;

/** The image's own entrypoint opens the usual socket beside what its flags say; with `dockerd` before them only what they say is opened. */
function dockerGate(run: ProgramRun): ProgramGate | string {
  const { words, hasCommand } = run.source;
  const hosts = words.flatMap(word => /^(?:-H|--host)?=?((?:tcp|unix|fd):\/\/.*)$/.exec(word)?.[1] ?? []);
  const unseen = 'the manifest does not show its socket';
  if (/rootless/.test(run.tag)) {
    return unseen;
  }
  // An image that is only seen to run the daemon itself may lack its client.
  if (run.repository === '' && !words.some(word => /(^|\/)dockerd-entrypoint\.sh$/.test(word))) {
    const open = hosts.flatMap(host => /^tcp:\/\/(?:0\.0\.0\.0)?:(\d+)$/.exec(host)?.[1] ?? [])[0];
    return open === undefined ? 'its image may have no client that could ask it' : { handler: { tcpSocket: { port: Number(open) } } };
  }
  const first = /(^|\/)dockerd-entrypoint\.sh$/.test(words[0]) ? words[1] : hasCommand ? 'dockerd' : words[0];
  if (hosts.length === 0 || first === undefined || first.startsWith('-') || hosts.some(host => DOCKER_SOCKET.test(host))) {
    return dockerInfo();
  }
  const socket = hosts.find(host => /^unix:\/\/\/[\w./-]+$/.test(host));
  if (socket !== undefined && !run.hasVariable('DOCKER_TLS_VERIFY')) {
    return dockerInfo(`--host=${socket}`);
  }
  const isPlain = !words.some(word => word.startsWith('--tls') && word !== '--tls=false') && !run.hasVariable('DOCKER_TLS_VERIFY');
  const port = hosts.flatMap(host => /^tcp:\/\/(?:0\.0\.0\.0|127\.0\.0\.1|localhost)?:(\d+)$/.exec(host)?.[1] ?? [])[0];
  return isPlain && port !== undefined ? dockerInfo(`--host=tcp://127.0.0.1:${port}`) : unseen;
}

function dockerInfo(...flags: readonly string[]): ProgramGate {
  return { handler: { exec: { command: ['docker', ...flags, 'info'] } }, timeoutSeconds: 5 };
}

/** The daemon in the official image. */
export const DOCKER_DAEMON: KnownProgram = {
  name: 'Docker daemon',
  repositories: /(^|\/)docker$/,
  tags: /dind/,
  binary: /^dockerd(-entrypoint\.sh)?$/,
  command: /^dockerd(-entrypoint\.sh)?$/,
  onlySidecar: true,
  direction: 'outbound',
  startup: dockerGate,
  imageNeeds: run => /rootless/.test(run.tag) ? undefined : { privilege: 'privileged' },
};

const FORWARD_AUTH_PORT = 4181;

/** It listens on all addresses, and has no setting for another one. */
function forwardAuthGate(run: ProgramRun): ProgramGate | string {
  const given = run.setting('port', 'PORT');
  const port = given === undefined ? FORWARD_AUTH_PORT : portOf(given);
  const mayBeTold = run.find('config') !== undefined || run.hasVariable('CONFIG') || run.source.mayHaveMoreVariables === true;
  if (port === undefined || (given === undefined && mayBeTold)) {
    return 'the manifest does not show its port';
  }
  return { handler: { tcpSocket: { port } }, ...(given === undefined ? { assumedPort: port } : {}) };
}

/** Where the client in the image looks for the daemon, as root and rootless. */
const BUILDKIT_SOCKET = /^unix:\/\/\/run\/(user\/1000\/)?buildkit\/buildkitd\.sock$/;

/** The image brings the client of the daemon. */
function buildkitGate(run: ProgramRun): ProgramGate | string {
  const { words } = run.source;
  const addresses = words.flatMap((word, index) => /^--addr=(.+)$/.exec(word)?.[1] ?? (words[index - 1] === '--addr' ? word : []));
  const socket = addresses.find(address => /^unix:\/\/\/[\w./-]+$/.test(address));
  if (addresses.length > 0 && socket === undefined) {
    return 'it opens no socket that its client can ask';
  }
  const flags = socket === undefined || BUILDKIT_SOCKET.test(socket) ? [] : [`--addr=${socket}`];
  return { handler: { exec: { command: ['buildctl', ...flags, 'debug', 'workers'] } }, timeoutSeconds: 5 };
}

/** Services that the app calls beside it. */
export const APP_SERVICES: readonly KnownProgram[] = [
  {
    name: 'Open Policy Agent',
    repositories: /(^|\/)opa(-envoy|-envoy-plugin)?$/,
    command: /^opa$/,
    subcommand: /^run$/,
    once: { words: /^(bench|capabilities|deps|exec|parse)\b/ },
    onlySidecar: true,
    direction: 'outbound',
    startup: gateSince([0, 10, 3], run => {
      if (!run.find('server', 's') || run.find('tls-cert-file')) {
        return 'the manifest does not show that it serves plain HTTP';
      }
      // Its policy decides on requests for its health, too, also on the diagnostic address.
      if ((run.setting('authorization', 'OPA_RUN_AUTHORIZATION') ?? 'off') !== 'off') {
        return 'its authorization policy may refuse what the kubelet asks';
      }
      const diagnostic = addressOf(run.flag('diagnostic-addr'));
      const open = [diagnostic, opaAddress(run)].find(address => address && !isLoopback(address.host));
      if (open) {
        return { ...httpGate(opaHealth(run), open.port), ...(diagnostic || givenOpaAddress(run) !== undefined ? {} : { assumedPort: open.port }) };
      }
      if (run.atLeast(0, 20) === false) {
        return 'it listens on loopback, and this version has no other address for its health endpoint';
      }
      const port = diagnostic?.port ?? run.source.freePort(OPA_DIAGNOSTIC_PORT);
      return httpGate(opaHealth(run), port, [{ flag: 'diagnostic-addr', value: `0.0.0.0:${port}` }]);
    }),
    servesProxy: isEnvoyPlugin,
    loopback: run => run.find('server', 's') ? loopbackPorts(opaAddress(run), addressOf(run.flag('diagnostic-addr'))) : [],
    shellLess: run => /(^|\/)openpolicyagent\/opa$/.test(run.repository) && run.isVariantSeen && !/debug/.test(run.tag),
  },
  {
    name: 'Cerbos',
    repositories: /(^|\/)cerbos$/,
    onlySidecar: true,
    direction: 'outbound',
    startup: () => 'its configuration may change its port',
  },
  // A proxy asks it before each request.
  {
    name: 'forward authentication',
    repositories: /(^|\/)(traefik-)?forward-auth$/,
    command: /^traefik-forward-auth$/,
    onlySidecar: true,
    direction: 'outbound',
    startup: forwardAuthGate,
  },
  // Its listeners are in its configuration.
  { name: 'Secretless Broker', repositories: /(^|\/)secretless-broker$/, command: /^secretless-broker$/, onlySidecar: true, direction: 'outbound', isTunnel: true },
  DOCKER_DAEMON,
  { ...DOCKER_DAEMON, name: 'Docker in Docker', repositories: /(^|\/)(docker-)?dind$/, tags: undefined, command: undefined },
  // The app calls the services of the mesh at the ports of its upstreams, which it opens on loopback.
  {
    name: 'consul agent',
    repositories: /(^|\/)consul$/,
    binary: /^connect$/,
    command: /^consul$/,
    subcommand: /^connect$/,
    onlySidecar: true,
    direction: 'outbound',
    servesBothWays: true,
    loopback: run => run.source.words.flatMap(word => /^--?upstream=["']?[\w-]+:(\d{2,5})["']?$/.exec(word)?.[1] ?? []).map(Number),
  },
  // The app asks it on loopback for keys and for proof of where it runs.
  { name: 'secure key release', repositories: /(^|\/)aci\/skr$/, command: /^skr(\.sh)?$/, onlySidecar: true, direction: 'outbound' },
  // Bridges and bots call it through its socket, which lies in a folder that both mount.
  { name: 'signald', repositories: /(^|\/)signald$/, command: /^signald$/, onlySidecar: true, direction: 'outbound' },
  {
    // The app asks it who is the leader.
    name: 'leader elector',
    repositories: /(^|\/)leader-elector$/,
    onlySidecar: true,
    servesAskers: true,
    direction: 'outbound',
    startup: run => {
      const address = addressOf(run.flag('http'));
      return address && !isLoopback(address.host) ? httpGate('/', address.port) : 'it serves nothing that the kubelet can reach';
    },
  },
  {
    name: 'BuildKit daemon',
    repositories: /(^|\/)buildkit$/,
    binary: /^buildkitd$/,
    command: /^buildkitd$/,
    onlySidecar: true,
    direction: 'outbound',
    startup: buildkitGate,
    imageNeeds: run => /rootless/.test(run.tag) || !run.isVariantSeen ? undefined : { privilege: 'privileged' },
  },
  {
    name: 'Valkey',
    repositories: /(^|\/)valkey$/,
    binary: /^valkey-server$|\.conf$/,
    onlySidecar: false,
    direction: 'outbound',
    startup: run => run.find('port', 'tls-port') || run.source.words.some(word => word.includes('.conf'))
      ? 'the manifest does not show its port'
      : { handler: { exec: { command: ['valkey-cli', 'ping'] } }, assumedPort: REDIS_PORT },
  },
  {
    name: 'Gluetun',
    repositories: /(^|\/)gluetun$/,
    onlySidecar: true,
    direction: 'outbound',
    isRoute: true,
    // The health check of the image itself; it asks where the program was told to listen. Before, the program had another name.
    startup: gateSince([3, 27], () => ({ handler: { exec: { command: ['/gluetun-entrypoint', 'healthcheck'] } }, timeoutSeconds: 5, patienceSeconds: VPN_SECONDS })),
    healthPorts: run => [addressOf(run.variable('HEALTH_SERVER_ADDRESS'))?.port ?? GLUETUN_HEALTH_PORT],
    imageNeeds: () => ({ privilege: 'NET_ADMIN' }),
  },
  // They only carry calls elsewhere; which port they open is told by their arguments.
  { name: 'socat', repositories: /(^|\/)socat$/, command: /^socat$/, onlySidecar: false, direction: 'outbound', isTunnel: true },
  { name: 'SSH tunnel', repositories: /(^|\/)(auto)?ssh-?(tunnel|client)?$/, command: /^(auto)?ssh$/, onlySidecar: false, direction: 'outbound', isTunnel: true },
  {
    name: 'headless browser',
    repositories: /(^|\/)(standalone-(chrome|chromium|firefox|edge|all-browsers)(-debug)?|headless-shell|alpine-chrome|chrome|chromium|sockpuppetbrowser|flaresolverr|rendertron|splash)$/,
    onlySidecar: false,
    direction: 'outbound',
  },
  {
    name: 'database router',
    repositories: /(^|\/)(mcrouter|twemproxy|nutcracker|proxysql|maxscale|pgpool(-?ii|2)?|odyssey|pgcat|mysql-router|redis-cluster-proxy|predixy)$/,
    onlySidecar: false,
    direction: 'outbound',
    isTunnel: true,
  },
  { name: 'TLS tunnel', repositories: /(^|\/)(docker-)?ghostunnel$/, command: /^ghostunnel$/, onlySidecar: false, direction: 'outbound', isTunnel: true },
  STUNNEL,
  GPUDIRECT_DAEMON,
  {
    name: 'VPN client',
    command: /^(openconnect|twingate|wg-quick|warp-svc|nordvpnd?)$/,
    repositories: /(^|\/)(docker-)?(openvpn-client|twingate-client|nordvpn|nordlynx|surfshark|protonvpn|expressvpn|mullvad(-vpn)?|openconnect|wireguard-pia)$/,
    onlySidecar: true,
    direction: 'outbound',
    isRoute: true,
  },
  {
    name: 'Cloud Storage FUSE',
    repositories: /(^|\/)gcs-fuse-csi-driver-sidecar-mounter$/,
    onlySidecar: true,
    direction: 'outbound',
    startup: () => 'the CSI driver waits for it',
  },
];
