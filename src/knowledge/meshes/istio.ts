import { IgnoredAnnotation, misspelled, useless } from './annotation-facts';
import { InjectedPlace, InjectedProxy } from './injection';
import { ISTIO_HOLD } from './istio-hold';
import { ISTIO_AMBIENT_MARK, ISTIO_INJECTION, ISTIO_NAMESPACE, ISTIO_REVISION } from './istio-namespace';
import { ISTIO_AGENT_PORT, ISTIO_PROBES } from './istio-probes';
import { BypassAnnotation, InjectionChoice, MembershipMark, MeshFacts } from './mesh-facts';
import { isSince, MeshVersion } from './mesh-version';
import { injectedProgram, ProxyFacts } from './proxy-facts';
import { anyValue, onlyTrue, trueOrFalse, unlessFalse, words } from './values';
import { JsonObject } from '../../data/json';

/** How long istio-proxy drains after its stop signal where no preStop hook has drained it before (`terminationDrainDuration`). */
const OWN_DRAIN_SECONDS = 5;

/** The first release with a startup probe, and with a readiness probe that waits for it. */
const STARTUP_PROBE = { version: '1.20' };

/** The first release whose native proxy drains in a preStop hook and then stops at once. */
const DRAINS_BEFORE_STOP = { version: '1.21' };

/** The first release with native sidecars, and the first with a switch for one workload. */
const NATIVE = { version: '1.19' };
const NATIVE_SWITCH = { version: '1.24' };
/** The first release that makes its proxy native without being told. Its template also reads the switch anew. */
const NATIVE_BY_DEFAULT = { version: '1.27' };

const OPT_IN = 'sidecar.istio.io/inject';
const SWITCH = 'sidecar.istio.io/nativeSidecar';
const EXCLUDED_INBOUND = 'traffic.sidecar.istio.io/excludeInboundPorts';
const EXCLUDED_OUTBOUND = 'traffic.sidecar.istio.io/excludeOutboundPorts';

const PROXY = 'istio-proxy';
/** The user that the proxy runs as. */
const USER = 1337;
const READY_PORT = 15021;

/** What Istio's chart gives the proxy and its init container (`global.proxy.resources`). */
const RESOURCES = { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '2', memory: '1Gi' } };

/** The label wins over the deprecated annotation; the next two are those of a Namespace. Without any of them, an ambient pod has no sidecar. */
const MEMBERSHIP: readonly MembershipMark[] = [
  { on: 'label', key: OPT_IN, read: trueOrFalse },
  { on: 'annotation', key: OPT_IN, read: trueOrFalse },
  { on: 'label', key: ISTIO_INJECTION, read: words(['enabled'], ['disabled']) },
  { on: 'label', key: ISTIO_REVISION, read: anyValue },
  ISTIO_AMBIENT_MARK,
];

const IGNORED: readonly IgnoredAnnotation[] = [
  misspelled('sidecar.istio.io/native-side', SWITCH),
  { key: OPT_IN, where: 'always', harmful: false, deprecated: true, why: 'Istio still reads it, but a label with the same name takes precedence', fix: 'write it as a label' },
  {
    ...useless(ISTIO_HOLD.annotation, `Istio ignores ${ISTIO_HOLD.name} for a native proxy: its startup probe delays the app`),
    applies: ISTIO_HOLD.isOn,
    fix: `remove ${ISTIO_HOLD.name}`,
    part: ISTIO_HOLD,
  },
  {
    key: 'status.sidecar.istio.io/port',
    applies: value => value === '0',
    where: 'native',
    harmful: true,
    why: 'it removes the startup probe of a native proxy, so the app may start before the proxy is ready',
    fix: 'remove it',
  },
];

const BYPASSES: readonly BypassAnnotation[] = [
  { key: 'traffic.sidecar.istio.io/excludeOutboundIPRanges', isBypass: value => /(^|[\s,])0\.0\.0\.0\/0/.test(value), onlyWithInits: false },
  { key: EXCLUDED_OUTBOUND, isBypass: value => value !== '', onlyWithInits: true },
];

/** Scuttle is a successor of envoy-preflight; both are told by these variables. */
const WRAPPER = {
  variables: /^(SCUTTLE_|ISTIO_QUIT_API$|ENVOY_ADMIN_API$|GENERIC_QUIT_ENDPOINTS$|START_WITHOUT_ENVOY$|WAIT_FOR_ENVOY_TIMEOUT$|NEVER_KILL_ISTIO|ISTIO_FALLBACK_PKILL$|QUIT_WITHOUT_ENVOY_TIMEOUT$)/,
  sureVariables: /^(SCUTTLE_LOGGING|ISTIO_QUIT_API|GENERIC_QUIT_ENDPOINTS|START_WITHOUT_ENVOY|WAIT_FOR_ENVOY_TIMEOUT|NEVER_KILL_ISTIO\w*|QUIT_WITHOUT_ENVOY_TIMEOUT)$/,
  quitVariable: 'GENERIC_QUIT_ENDPOINTS',
};

const PROXY_FACTS: ProxyFacts = {
  container: PROXY,
  program: injectedProgram('Istio proxy', /(^|\/)(proxyv2(-rhel\d+|-ubi\d+)?|istio\/proxy(_debug)?)$/, /\bproxy router\b/),
  ports: [15000, 15001, 15006, ISTIO_AGENT_PORT, READY_PORT, 15090],
  bringsPorts: false,
  processes: ['envoy', 'pilot-agent', 'istio-proxy'],
  quitPaths: [],
  commands: [{ program: 'pilot-agent', wait: 'wait', quit: { word: 'quitquitquit', port: ISTIO_AGENT_PORT, text: 'pilot-agent request POST quitquitquit' } }],
  wrappers: [{ program: 'scuttle', ...WRAPPER }, { program: 'envoy-preflight', ...WRAPPER }],
  patchImage: 'auto',
};

/** What is known about Istio. */
export const ISTIO = {
  name: 'Istio',
  known: [{ from: '1.18', to: '1.31' }],
  nativeSince: NATIVE,
  nativeByDefault: { since: NATIVE_BY_DEFAULT, kubernetes: '1.33' },
  optIn: { on: 'label', key: OPT_IN, value: 'true' },
  membership: MEMBERSHIP,
  sidecarless: ISTIO_AMBIENT_MARK,
  injectsNamespaces: true,
  ownKeys: ['sidecar.istio.io/', 'proxy.istio.io/', 'traffic.sidecar.istio.io/'],
  optionKeys: { revision: ISTIO_REVISION, excludedInboundPorts: EXCLUDED_INBOUND, excludedOutboundPorts: EXCLUDED_OUTBOUND },
  nativeSwitches: [{ key: SWITCH, since: NATIVE_SWITCH, read: unlessFalse, earlier: { before: NATIVE_BY_DEFAULT, read: onlyTrue }, otherwise: 'ignores' }],
  injectedMark: { on: 'annotation', key: 'sidecar.istio.io/status' },
  namespace: ISTIO_NAMESPACE,
  inbound: { excluded: EXCLUDED_INBOUND },
  resourceAnnotations: {
    containers: [PROXY, 'istio-init', 'istio-validation'],
    requests: { cpu: 'sidecar.istio.io/proxyCPU', memory: 'sidecar.istio.io/proxyMemory' },
    limits: { cpu: 'sidecar.istio.io/proxyCPULimit', memory: 'sidecar.istio.io/proxyMemoryLimit' },
    replaceAll: true,
  },
  probes: ISTIO_PROBES,
  hold: ISTIO_HOLD,
  ignored: IGNORED,
  leftovers: [],
  bypasses: BYPASSES,
  reserved: {
    ports: [15000, 15001, 15006, ISTIO_AGENT_PORT, READY_PORT, 15053, 15090],
    users: [USER],
    containerNames: [PROXY, 'istio-init', 'istio-validation'],
  },
  proxy: PROXY_FACTS,
  position: InjectedPlace.FIRST,
  webhook: 'istio-sidecar-injector',
  skipsHostNetwork: true,
  injected: choice => [init(choice), proxy(choice)],
  clusterNeeds: choice => [
    ...(choice.cni ? ["Istio's CNI plugin must be installed"] : []),
    ...globalSwitch(choice),
  ],
} satisfies MeshFacts;

/** Before it had a switch for one workload, Istio only had one for the whole mesh. */
function globalSwitch({ version, native }: InjectionChoice): string[] {
  if (isSince(version, NATIVE_SWITCH) || !isSince(version, NATIVE)) {
    return [];
  }
  return [`istiod must have ENABLE_NATIVE_SIDECARS=${native} (Helm value pilot.env.ENABLE_NATIVE_SIDECARS): Istio ${version.text} has no switch for a single workload`];
}

/** Istio wants its firewall rules last, so that init containers reach the network, but the check of a CNI plugin first. */
function init({ native, cni }: InjectionChoice): InjectedProxy {
  return {
    container: cni
      ? { name: 'istio-validation', resources: RESOURCES, securityContext: { runAsUser: USER, runAsNonRoot: true } }
      : { name: 'istio-init', resources: RESOURCES, securityContext: { runAsUser: 0, runAsNonRoot: false } },
    place: native || cni ? InjectedPlace.FIRST : InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function proxy({ version, native }: InjectionChoice): InjectedProxy {
  const drainsBefore = native && isSince(version, DRAINS_BEFORE_STOP);
  return {
    container: {
      name: PROXY,
      ports: [{ containerPort: 15090, name: 'http-envoy-prom', protocol: 'TCP' }],
      resources: RESOURCES,
      securityContext: { runAsUser: USER, runAsNonRoot: true },
      ...probes(version),
      ...(native ? { restartPolicy: 'Always' } : {}),
      ...(drainsBefore
        ? { lifecycle: { preStop: { exec: { command: ['pilot-agent', 'request', `--debug-port=${ISTIO_AGENT_PORT}`, 'POST', 'drain'] } } } }
        : {}),
    },
    place: native ? InjectedPlace.FIRST : InjectedPlace.MAIN,
    shutdownSeconds: drainsBefore ? 0 : OWN_DRAIN_SECONDS,
  };
}

function probes(version: MeshVersion): JsonObject {
  const ready = { httpGet: { path: '/healthz/ready', port: READY_PORT }, timeoutSeconds: 3 };
  if (!isSince(version, STARTUP_PROBE)) {
    return { readinessProbe: { ...ready, initialDelaySeconds: 1, periodSeconds: 2, failureThreshold: 30 } };
  }
  return {
    startupProbe: { ...ready, periodSeconds: 1, failureThreshold: 600 },
    readinessProbe: { ...ready, periodSeconds: 15, failureThreshold: 4 },
  };
}
