import { InjectedPlace, InjectedProxy } from './injection';
import { ISTIO_AGENT_PORT } from './istio-probes';
import { InjectionChoice, MeshFacts, nativeSwitch } from './mesh-facts';
import { isSince, MeshVersion } from './mesh-version';
import { JsonObject } from '../../data/json';

/** How long istio-proxy drains after its stop signal where no pre-stop hook has drained it before (`terminationDrainDuration`). */
const OWN_DRAIN_SECONDS = 5;

/** The first release with a startup probe, and with a readiness probe that waits for it. */
const STARTUP_PROBE = { version: '1.20' };

/** The first release whose native proxy drains in a pre-stop hook and then stops at once. */
const DRAINS_BEFORE_STOP = { version: '1.21' };

/** What is known about Istio. */
export const ISTIO: MeshFacts = {
  name: 'Istio',
  known: [{ from: '1.18', to: '1.31' }],
  nativeSince: { version: '1.19' },
  nativeByDefault: { since: { version: '1.27' }, kubernetes: '1.33' },
  optIn: { on: 'label', key: 'sidecar.istio.io/inject', value: 'true' },
  nativeSwitches: [{ key: 'sidecar.istio.io/nativeSidecar', since: { version: '1.24' } }],
  reserved: {
    ports: [15000, 15001, 15006, ISTIO_AGENT_PORT, 15021, 15053, 15090],
    users: [1337],
    containerNames: ['istio-proxy', 'istio-init', 'istio-validation'],
  },
  position: InjectedPlace.FIRST,
  skipsHostNetwork: true,
  injection: choice => ({ injected: [init(choice), proxy(choice)], rewritesProbes: true }),
  clusterNeeds: choice => [
    ...(choice.cni ? ["Istio's CNI plugin must be installed"] : []),
    ...globalSwitch(choice),
  ],
};

/** The label that chooses one of several control planes. */
export const ISTIO_REVISION_LABEL = 'istio.io/rev';

/** Before it had a switch for one workload, Istio only had one for the whole mesh. */
function globalSwitch({ version, native }: InjectionChoice): string[] {
  if (nativeSwitch(ISTIO, version) !== undefined || !isSince(version, ISTIO.nativeSince)) {
    return [];
  }
  return [`istiod must have ENABLE_NATIVE_SIDECARS=${native} (Helm value pilot.env.ENABLE_NATIVE_SIDECARS): Istio ${version.text} has no switch for one workload`];
}

/** Istio wants its firewall rules last, so that init containers reach the network, but the check of a CNI plugin first. */
function init({ native, cni }: InjectionChoice): InjectedProxy {
  return {
    container: cni
      ? { name: 'istio-validation', securityContext: { runAsUser: 1337 } }
      : { name: 'istio-init', securityContext: { runAsUser: 0 } },
    place: native || cni ? InjectedPlace.FIRST : InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function proxy({ version, native }: InjectionChoice): InjectedProxy {
  const drainsBefore = native && isSince(version, DRAINS_BEFORE_STOP);
  return {
    container: {
      name: 'istio-proxy',
      ports: [{ containerPort: 15090, name: 'http-envoy-prom', protocol: 'TCP' }],
      securityContext: { runAsUser: 1337 },
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
  const ready = { httpGet: { path: '/healthz/ready', port: 15021 }, timeoutSeconds: 3 };
  if (!isSince(version, STARTUP_PROBE)) {
    return { readinessProbe: { ...ready, initialDelaySeconds: 1, periodSeconds: 2, failureThreshold: 30 } };
  }
  return {
    startupProbe: { ...ready, periodSeconds: 1, failureThreshold: 600 },
    readinessProbe: { ...ready, periodSeconds: 15, failureThreshold: 4 },
  };
}
