import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { isSince } from './mesh-version';
import { JsonObject } from '../../data/json';

/** How long kuma-dp drains after its stop signal where no pre-stop hook has drained it before. */
const OWN_DRAIN_SECONDS = 30;

/** The first release that makes its sidecar native without being told. */
const NATIVE_BY_DEFAULT = { version: '2.14' };

/** What is known about Kuma, and about Kong Mesh of the same version. */
export const KUMA: MeshFacts = {
  name: 'Kuma',
  known: [{ from: '2.6', to: '2.14' }],
  nativeSince: { version: '2.7' },
  nativeByDefault: { since: NATIVE_BY_DEFAULT, kubernetes: '1.29' },
  optIn: { on: 'label', key: 'kuma.io/sidecar-injection', value: 'enabled' },
  nativeSwitches: [],
  reserved: { ports: [9901, 9001], users: [5678], containerNames: ['kuma-sidecar', 'kuma-init', 'kuma-validation'] },
  position: InjectedPlace.FIRST,
  skipsHostNetwork: false,
  // Kuma has its own way to answer the app's probes, on port 9001; its sidecar stands first, so that no gate waits for it in vain.
  injection: choice => ({ injected: [init(choice), sidecar(choice)], rewritesProbes: false }),
  clusterNeeds: choice => [
    ...(choice.cni ? ["Kuma's CNI plugin must be installed"] : []),
    ...(choice.native ? [globalSwitch(choice)] : []),
  ],
};

function globalSwitch({ version }: InjectionChoice): string {
  const value = 'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS)';
  return isSince(version, NATIVE_BY_DEFAULT)
    ? `${value} must not be false: Kuma has no switch for one workload`
    : `${value} must be true: Kuma has no switch for one workload, and ${version.text} is not native by default`;
}

function init({ native, cni }: InjectionChoice): InjectedProxy {
  return {
    container: cni
      ? { name: 'kuma-validation', securityContext: { runAsUser: 5678 } }
      : { name: 'kuma-init', securityContext: { runAsUser: 0 } },
    place: native ? InjectedPlace.FIRST : InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function sidecar({ native }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: 'kuma-sidecar',
      securityContext: { runAsUser: 5678 },
      readinessProbe: probe(1),
      livenessProbe: probe(60),
      ...(native ? nativeFields() : {}),
    },
    place: native ? InjectedPlace.FIRST : InjectedPlace.MAIN_FIRST,
    shutdownSeconds: native ? 0 : OWN_DRAIN_SECONDS,
  };
}

/** The signal of the hook begins to drain and leaves the proxy running. */
function nativeFields(): JsonObject {
  return {
    restartPolicy: 'Always',
    startupProbe: { ...probe(1), timeoutSeconds: 3 },
    lifecycle: { preStop: { exec: { command: ['killall', '-USR2', 'kuma-dp'] } } },
  };
}

function probe(initialDelaySeconds: number): JsonObject {
  return { httpGet: { path: '/ready', port: 9901 }, initialDelaySeconds, periodSeconds: 5, failureThreshold: 12 };
}
