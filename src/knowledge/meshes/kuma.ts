import { noNativeSwitch, useless } from './annotation-facts';
import { InjectedPlace, InjectedProxy } from './injection';
import { KUMA_PROBE_PORT, KUMA_PROBE_PORT_KEY, KUMA_PROBES, KUMA_VIRTUAL_PROBES } from './kuma-probes';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { isSince, MeshVersion } from './mesh-version';
import { injectedProgram } from './proxy-facts';
import { words } from './values';
import { follow, JsonObject } from '../../data/json';

/** How long kuma-dp drains after its stop signal where no preStop hook has drained it before. */
const OWN_DRAIN_SECONDS = 30;

/** The first release that makes its sidecar native without being told. */
const NATIVE_BY_DEFAULT = { version: '2.14' };

const OPT_IN = 'kuma.io/sidecar-injection';
/** The annotation that names a volume with a service account token for the sidecar. */
const TOKEN_VOLUME = 'kuma.io/service-account-token-volume';
/** The first release that injects only into labeled Namespaces. */
const NAMESPACE_LABEL = { version: '2.11' };
const PROXY = 'kuma-sidecar';
/** The user that the sidecar runs as. */
const USER = 5678;
/** The port of Envoy's own interface, where the sidecar says whether it is ready, and the port where it says so since that interface is a socket. */
const ADMIN_PORT = 9901;
const READINESS_PORT = 9902;
const ADMIN_IS_SOCKET = { version: '2.14' };

const INSTALLATION_SWITCH = 'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS)';

/** The first release that limits no cpu. */
const NO_CPU_LIMIT = { version: '2.14' };

/** What is known about Kuma, and about Kong Mesh of the same version. */
export const KUMA = {
  name: 'Kuma',
  known: [{ from: '2.6', to: '2.14' }],
  nativeSince: { version: '2.7' },
  nativeByDefault: { since: NATIVE_BY_DEFAULT, kubernetes: '1.29' },
  optIn: { on: 'label', key: OPT_IN, value: 'enabled' },
  membership: [{ on: 'label', key: OPT_IN, read: words(['enabled', 'true', 'yes'], ['disabled', 'false', 'no']) }],
  injectsNamespaces: true,
  ownKeys: ['kuma.io/', 'traffic.kuma.io/'],
  nativeSwitches: [],
  installationSwitch: INSTALLATION_SWITCH,
  optionKeys: { meshName: 'kuma.io/mesh', tokenVolume: TOKEN_VOLUME },
  injectedMark: { on: 'annotation', key: 'kuma.io/sidecar-injected' },
  token: {
    without: 'its proxy cannot authenticate to the control plane, so its startup probe never passes',
    certain: true,
    instead: { key: TOKEN_VOLUME, value: 'kuma-token', read: 'volume' },
  },
  namespace: {
    labels: { [OPT_IN]: 'disabled' },
    since: NAMESPACE_LABEL,
    refusal: namespace => follow(namespace, ['metadata', 'labels', OPT_IN]) === undefined
      ? { why: `has no label ${OPT_IN}, and since ${NAMESPACE_LABEL.version} Kuma injects only into Namespaces with it`, fix: `label the Namespace with ${OPT_IN}: enabled, or with disabled to inject only pods that opt in` }
      : undefined,
  },
  inbound: { excluded: 'traffic.kuma.io/exclude-inbound-ports' },
  ignored: [
    { key: OPT_IN, where: 'always', harmful: true, why: 'Kuma reads it as a label, not as an annotation', fix: 'write it as a label' },
    noNativeSwitch(/^([^/]*\.)?kuma\.io\//i, 'Kuma has no switch for a single workload: the control plane decides'),
    useless('kuma.io/wait-for-dataplane-ready', 'the native sidecar of Kuma overrides it'),
    useless('kuma.io/init-first', 'the native sidecar of Kuma always comes first'),
  ],
  probes: KUMA_PROBES,
  leftovers: [],
  bypasses: [],
  reserved: {
    ports: [ADMIN_PORT, READINESS_PORT, KUMA_PROBE_PORT, 15001, 15006, 15053],
    users: [USER],
    containerNames: [PROXY, 'kuma-init', 'kuma-validation'],
    movable: { [ADMIN_PORT]: { key: 'kuma.io/envoy-admin-port' }, [KUMA_PROBE_PORT]: { key: KUMA_PROBE_PORT_KEY, insteadOfNone: KUMA_VIRTUAL_PROBES } },
  },
  proxy: {
    container: PROXY,
    program: injectedProgram('Kuma data plane', /(^|\/)kuma-(dp|sidecar)$/, /--proxy-type[= ](ingress|egress)\b/),
    ports: [ADMIN_PORT, READINESS_PORT],
    commonPorts: [ADMIN_PORT],
    bringsPorts: false,
    processes: ['envoy', 'kuma-dp'],
    quitPaths: [],
    commands: [],
    wrappers: [],
  },
  position: InjectedPlace.FIRST,
  webhook: 'kuma-admission-mutating-webhook-configuration',
  skipsHostNetwork: false,
  injected: choice => [init(choice), sidecar(choice)],
  clusterNeeds: choice => [
    ...(isSince(choice.version, NAMESPACE_LABEL) ? [`the Namespace must have the label ${OPT_IN}: Kuma ${choice.version.text} ignores pods elsewhere`] : []),
    ...(choice.cni ? ["Kuma's CNI plugin must be installed"] : []),
    ...(choice.native ? [globalSwitch(choice)] : []),
  ],
} satisfies MeshFacts;

function globalSwitch({ version }: InjectionChoice): string {
  return isSince(version, NATIVE_BY_DEFAULT)
    ? `${INSTALLATION_SWITCH} must not be false: Kuma has no switch for a single workload`
    : `${INSTALLATION_SWITCH} must be true: Kuma has no switch for a single workload, and ${version.text} is not native by default`;
}

/** No annotation changes them; a ContainerPatch of the cluster may. */
function resources(version: MeshVersion, requests: JsonObject, cpuLimit: string, limits: JsonObject): JsonObject {
  return { requests, limits: { ...(isSince(version, NO_CPU_LIMIT) ? {} : { cpu: cpuLimit }), ...limits } };
}

function init({ version, native, cni }: InjectionChoice): InjectedProxy {
  const needs = resources(version, { cpu: '20m', memory: '20M' }, '100m', { memory: '50M' });
  return {
    container: cni
      ? { name: 'kuma-validation', resources: needs, securityContext: { runAsUser: USER } }
      : { name: 'kuma-init', resources: needs, securityContext: { runAsUser: 0 } },
    place: native ? InjectedPlace.FIRST : InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function sidecar({ version, native }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: PROXY,
      resources: resources(version, { 'cpu': '50m', 'memory': '64Mi', 'ephemeral-storage': '50M' }, '1', { 'memory': '512Mi', 'ephemeral-storage': '1G' }),
      securityContext: { runAsUser: USER },
      readinessProbe: probe(version, 1),
      livenessProbe: probe(version, 60),
      ...(native ? nativeFields(version) : {}),
    },
    place: native ? InjectedPlace.FIRST : InjectedPlace.MAIN_FIRST,
    shutdownSeconds: native ? 0 : OWN_DRAIN_SECONDS,
  };
}

/** The signal of the hook begins to drain and leaves the proxy running. */
function nativeFields(version: MeshVersion): JsonObject {
  return {
    restartPolicy: 'Always',
    startupProbe: probe(version, 1),
    lifecycle: { preStop: { exec: { command: ['killall', '-USR2', 'kuma-dp'] } } },
  };
}

function probe(version: MeshVersion, initialDelaySeconds: number): JsonObject {
  const port = isSince(version, ADMIN_IS_SOCKET) ? READINESS_PORT : ADMIN_PORT;
  return { httpGet: { path: '/ready', port }, initialDelaySeconds, timeoutSeconds: 3, periodSeconds: 5, failureThreshold: 12 };
}
