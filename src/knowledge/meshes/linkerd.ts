import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { isSince } from './mesh-version';
import { JsonObject } from '../../data/json';

/** How long linkerd-proxy waits for open connections when nobody says: longer than a pod has by default. */
export const LINKERD_OWN_DRAIN_SECONDS = 120;

/** The port of the proxy that tells whether it is ready and alive. */
const ADMIN_PORT = 4191;

/** The first release whose CNI plugin sees a proxy among the init containers. */
const CNI_SEES_NATIVE = { version: '2.16', edge: '24.4.5' };

/** What is known about Linkerd; an edge release counts by its date. */
export const LINKERD: MeshFacts = {
  name: 'Linkerd',
  known: [{ from: '2.14', to: '2.20' }, { from: '23.11', to: '26.8', edge: true }],
  nativeSince: { version: '2.15', edge: '23.11.4' },
  nativeByDefault: { since: { version: '2.20', edge: '26.5.2' }, kubernetes: '1.29' },
  kubernetesNeed: { since: { version: '2.20', edge: '26.5.1' }, kubernetes: '1.31' },
  optIn: { on: 'annotation', key: 'linkerd.io/inject', value: 'enabled' },
  nativeSwitches: [
    { key: 'config.linkerd.io/proxy-enable-native-sidecar', since: { version: '2.20', edge: '26.5.2' } },
    { key: 'config.beta.linkerd.io/proxy-enable-native-sidecar', since: { version: '2.19', edge: '25.10.2' } },
    { key: 'config.alpha.linkerd.io/proxy-enable-native-sidecar', since: { version: '2.15', edge: '23.11.4' } },
  ],
  drainAnnotation: 'config.linkerd.io/shutdown-grace-period',
  reserved: {
    ports: [4140, 4143, 4190, ADMIN_PORT],
    users: [2102],
    containerNames: ['linkerd-proxy', 'linkerd-init', 'linkerd-network-validator', 'linkerd-debug'],
  },
  position: InjectedPlace.FIRST,
  skipsHostNetwork: true,
  injection: choice => ({ injected: [init(choice), proxy(choice)], rewritesProbes: false }),
  clusterNeeds: ({ version, native, cni }) => [
    ...(cni ? ['Linkerd must be installed with the Helm value cniEnabled: true'] : []),
    ...(cni && native && !isSince(version, CNI_SEES_NATIVE) ? ["Linkerd's CNI plugin must be of edge-24.4.5 or newer: older ones overlook a native proxy"] : []),
  ],
};

function init({ native, cni }: InjectionChoice): InjectedProxy {
  return {
    container: { name: cni ? 'linkerd-network-validator' : 'linkerd-init', securityContext: { runAsUser: 65534 } },
    place: native ? InjectedPlace.FIRST : InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function proxy({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: 'linkerd-proxy',
      ports: [{ containerPort: 4143, name: 'linkerd-proxy' }, { containerPort: ADMIN_PORT, name: 'linkerd-admin' }],
      securityContext: { runAsUser: 2102 },
      readinessProbe: { ...asks('/ready'), initialDelaySeconds: 2, timeoutSeconds: 1 },
      livenessProbe: { ...asks('/live'), initialDelaySeconds: 10, timeoutSeconds: 1 },
      ...(native ? nativeFields() : legacyFields()),
    },
    place: native ? InjectedPlace.FIRST : InjectedPlace.MAIN_FIRST,
    shutdownSeconds: drainSeconds ?? LINKERD_OWN_DRAIN_SECONDS,
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
