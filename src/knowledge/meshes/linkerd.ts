import { IgnoredAnnotation, LeftoverAnnotation, misspelled, useless } from './annotation-facts';
import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { isSince, MeshBound } from './mesh-version';
import { injectedProgram, ProxyFacts } from './proxy-facts';
import { GO_DURATION, goBool, onlyWords } from './values';
import { follow, JsonObject } from '../../data/json';

/** How long linkerd-proxy waits for open connections by default: longer than a pod has by default. */
const OWN_DRAIN_SECONDS = 120;

/** The port of the proxy that tells whether it is ready and alive. */
const ADMIN_PORT = 4191;

/** The first release whose CNI plugin sees a proxy among the init containers. */
const CNI_SEES_NATIVE = { version: '2.16', edge: '24.4.5' };

/** The first release with native sidecars, and the first that has the switch under its final name and on by default. */
const NATIVE: MeshBound = { version: '2.15', edge: '23.11.4' };
const NATIVE_BY_DEFAULT: MeshBound = { version: '2.20', edge: '26.5.2' };

const OPT_IN = 'linkerd.io/inject';
const SWITCH = 'config.linkerd.io/proxy-enable-native-sidecar';
/** Its second name. Since it has a third one, pods no longer take this one from their Namespace. */
const BETA_SWITCH = 'config.beta.linkerd.io/proxy-enable-native-sidecar';
const AWAIT = 'config.linkerd.io/proxy-await';
const ADMIN_SHUTDOWN = 'config.linkerd.io/proxy-admin-shutdown';
const WAIT_BEFORE_EXIT = 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds';

/** The label that keeps the injector away from a Namespace. */
const WEBHOOKS = 'config.linkerd.io/admission-webhooks';
const SKIPPED_INBOUND = 'config.linkerd.io/skip-inbound-ports';
const SKIPPED_OUTBOUND = 'config.linkerd.io/skip-outbound-ports';

const PROXY = 'linkerd-proxy';
/** The user that the proxy runs as. */
const USER = 2102;

const IGNORED: readonly IgnoredAnnotation[] = [
  misspelled('config.linkerd.io/proxy-native-sidecar', SWITCH),
  {
    key: AWAIT,
    applies: value => value === 'disabled',
    where: 'native',
    harmful: true,
    why: 'it removes the startup probe of a native proxy, so the app may start before the proxy is ready',
    fix: 'remove it',
  },
  {
    key: WAIT_BEFORE_EXIT,
    where: 'native',
    harmful: true,
    before: NATIVE_BY_DEFAULT,
    why: 'Linkerd rejects a native proxy with this annotation',
    fix: 'remove it: a native proxy stops after the app by itself',
  },
  useless(WAIT_BEFORE_EXIT, 'Linkerd ignores it for a native proxy', NATIVE_BY_DEFAULT),
  useless(ADMIN_SHUTDOWN, 'the kubelet restarts a native proxy that quits, and a Job completes without it'),
  {
    key: 'config.linkerd.io/enable-debug-sidecar',
    applies: value => goBool(value) === true,
    where: 'job',
    harmful: true,
    why: 'the debug sidecar is an ordinary container that never exits, so the Job never completes',
    fix: 'remove it',
  },
];

const LEFTOVERS: readonly LeftoverAnnotation[] = [
  {
    key: WAIT_BEFORE_EXIT,
    harmsNative: true,
    does: `makes the proxy outlive the app, which a native proxy does by itself; Linkerd before ${NATIVE_BY_DEFAULT.version} rejects the two together`,
  },
  {
    key: AWAIT,
    applies: value => value === 'disabled',
    onlyNative: true,
    harmsNative: true,
    does: 'removes the startup probe of a native proxy, so the app may start before it',
  },
  {
    key: ADMIN_SHUTDOWN,
    applies: value => value === 'enabled',
    harmsNative: false,
    does: 'exposes a quit endpoint of the proxy, which a native proxy does not need',
    after: 'the calls',
  },
];

const PROXY_FACTS: ProxyFacts = {
  container: PROXY,
  program: injectedProgram('Linkerd proxy', /(^|\/)linkerd(-io)?\/proxy$/),
  ports: [4140, 4143, ADMIN_PORT],
  bringsPorts: false,
  processes: ['linkerd2-proxy', 'linkerd-proxy'],
  quitPaths: [{ path: '/shutdown', port: ADMIN_PORT }],
  commands: [],
  wrappers: [{
    program: 'linkerd-await',
    variables: /^(LINKERD_AWAIT_|LINKERD_DISABLED$)/,
    valueFlags: /^(-p|--port|-t|--timeout|-b|--backoff|--authority|--scheme)$/,
  }],
};

/** What is known about Linkerd; an edge release counts by its date. */
export const LINKERD = {
  name: 'Linkerd',
  known: [{ from: '2.14', to: '2.20' }, { from: '23.11', to: '26.8', edge: true }],
  nativeSince: NATIVE,
  nativeByDefault: { since: NATIVE_BY_DEFAULT, kubernetes: '1.29' },
  kubernetesNeed: { since: { version: '2.20', edge: '26.5.1' }, kubernetes: '1.31' },
  optIn: { on: 'annotation', key: OPT_IN, value: 'enabled' },
  membership: [{ on: 'annotation', key: OPT_IN, read: onlyWords('enabled', 'ingress') }],
  injectsNamespaces: true,
  ownKeys: ['config.linkerd.io/', 'config.alpha.linkerd.io/', 'config.beta.linkerd.io/'],
  inherits: (key, version) => /^config\.((alpha|beta)\.)?linkerd\.io\//.test(key) && !(key === BETA_SWITCH && version && isSince(version, NATIVE_BY_DEFAULT)),
  optionKeys: { skippedInboundPorts: SKIPPED_INBOUND, skippedOutboundPorts: SKIPPED_OUTBOUND, opaquePorts: 'config.linkerd.io/opaque-ports' },
  nativeSwitches: [
    { key: SWITCH, since: NATIVE_BY_DEFAULT, read: goBool, otherwise: 'ignores' },
    { key: BETA_SWITCH, since: { version: '2.19', edge: '25.10.2' }, read: goBool, otherwise: 'ignores' },
    { key: 'config.alpha.linkerd.io/proxy-enable-native-sidecar', since: NATIVE, read: goBool, otherwise: 'ignores' },
  ],
  injectedMark: { on: 'annotation', key: 'linkerd.io/proxy-version' },
  namespace: {
    labels: {},
    refusal: namespace => follow(namespace, ['metadata', 'labels', WEBHOOKS]) === 'disabled'
      ? { why: `has the label ${WEBHOOKS}: disabled, which keeps the injector away`, fix: 'remove that label' }
      : undefined,
  },
  inbound: {
    excluded: SKIPPED_INBOUND,
    meets: 'accepts',
    policy: { key: 'config.linkerd.io/default-inbound-policy', onlyPlainHttp: ['all-authenticated', 'cluster-authenticated', 'deny', 'audit-deny'] },
  },
  drain: { key: 'config.linkerd.io/shutdown-grace-period', format: GO_DURATION },
  resourceAnnotations: {
    containers: [PROXY],
    requests: {
      'cpu': 'config.linkerd.io/proxy-cpu-request',
      'memory': 'config.linkerd.io/proxy-memory-request',
      'ephemeral-storage': 'config.linkerd.io/proxy-ephemeral-storage-request',
    },
    limits: {
      'cpu': 'config.linkerd.io/proxy-cpu-limit',
      'memory': 'config.linkerd.io/proxy-memory-limit',
      'ephemeral-storage': 'config.linkerd.io/proxy-ephemeral-storage-limit',
    },
    replaceAll: false,
  },
  ignored: IGNORED,
  leftovers: LEFTOVERS,
  bypasses: [{ key: SKIPPED_OUTBOUND, isBypass: value => value !== '', onlyWithInits: true }],
  reserved: {
    ports: [4140, 4143, 4190, ADMIN_PORT],
    users: [USER],
    containerNames: [PROXY, 'linkerd-init', 'linkerd-network-validator', 'linkerd-debug'],
    movable: {
      4140: { key: 'config.linkerd.io/outbound-port' },
      4143: { key: 'config.linkerd.io/inbound-port' },
      4190: { key: 'config.linkerd.io/control-port' },
      [ADMIN_PORT]: { key: 'config.linkerd.io/admin-port' },
    },
  },
  proxy: PROXY_FACTS,
  position: InjectedPlace.FIRST,
  webhook: 'linkerd-proxy-injector-webhook-config',
  skipsHostNetwork: true,
  injected: choice => [init(choice), proxy(choice)],
  clusterNeeds: ({ version, native, cni }) => [
    ...(cni ? ['Linkerd must be installed with the Helm value cniEnabled: true'] : []),
    ...(cni && native && !isSince(version, CNI_SEES_NATIVE) ? ["Linkerd's CNI plugin must be edge-24.4.5 or newer: older versions ignore a native proxy"] : []),
  ],
} satisfies MeshFacts;

function init({ native, cni }: InjectionChoice): InjectedProxy {
  return {
    container: { name: cni ? 'linkerd-network-validator' : 'linkerd-init', securityContext: { runAsUser: 65534, runAsNonRoot: true } },
    place: native ? InjectedPlace.FIRST : InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function proxy({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: PROXY,
      ports: [{ containerPort: 4143, name: 'linkerd-proxy' }, { containerPort: ADMIN_PORT, name: 'linkerd-admin' }],
      securityContext: { runAsUser: USER, runAsNonRoot: true },
      readinessProbe: { ...asks('/ready'), initialDelaySeconds: 2, timeoutSeconds: 1 },
      livenessProbe: { ...asks('/live'), initialDelaySeconds: 10, timeoutSeconds: 1 },
      ...(native ? nativeFields() : legacyFields()),
    },
    place: native ? InjectedPlace.FIRST : InjectedPlace.MAIN_FIRST,
    shutdownSeconds: drainSeconds ?? OWN_DRAIN_SECONDS,
  };
}

function nativeFields(): JsonObject {
  return { restartPolicy: 'Always', startupProbe: { ...asks('/ready'), periodSeconds: 1, failureThreshold: 120 } };
}

/** The kubelet starts the app only when this hook has ended. */
function legacyFields(): JsonObject {
  return { lifecycle: { postStart: { exec: { command: ['/usr/lib/linkerd/linkerd-await', '--timeout=2m', `--port=${ADMIN_PORT}`] } } } };
}

function asks(path: string): JsonObject {
  return { httpGet: { path, port: ADMIN_PORT } };
}
