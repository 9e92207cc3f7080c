import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { JsonObject } from '../../data/json';

/** How long consul-dataplane sleeps after its stop signal when nobody says; it always sleeps all of it. */
export const CONSUL_OWN_DRAIN_SECONDS = 30;

/** What is known about Consul; versions are those of consul-k8s, its Helm chart and injector. */
export const CONSUL: MeshFacts = {
  name: 'Consul',
  known: [{ from: '1.8', to: '1.9' }, { from: '2.0', to: '2.0' }],
  nativeSince: { version: '1.9' },
  optIn: { on: 'annotation', key: 'consul.hashicorp.com/connect-inject', value: 'true' },
  nativeSwitches: [{ key: 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar', since: { version: '1.9' } }],
  drainAnnotation: 'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds',
  reserved: { ports: [20000, 20600, 21000], users: [5995], containerNames: ['consul-dataplane', 'consul-connect-inject-init'] },
  position: InjectedPlace.LAST,
  skipsHostNetwork: false,
  // It rewrites the app's HTTP probes, but in place and never those of init containers.
  injection: choice => ({ injected: [init(choice), dataplane(choice)], rewritesProbes: false }),
  clusterNeeds: ({ native }) => native ? ['consul-dataplane must be 1.9.0 or newer: older ones lack -check-proxy-health'] : [],
};

function init({ cni }: InjectionChoice): InjectedProxy {
  return {
    container: { name: 'consul-connect-inject-init', securityContext: { runAsUser: cni ? 5996 : 0 } },
    place: InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function dataplane({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: 'consul-dataplane',
      securityContext: { runAsUser: 5995 },
      readinessProbe: { tcpSocket: { port: 20000 }, initialDelaySeconds: 1 },
      ...(native ? nativeFields() : {}),
    },
    place: native ? InjectedPlace.LAST : InjectedPlace.MAIN,
    shutdownSeconds: drainSeconds ?? CONSUL_OWN_DRAIN_SECONDS,
  };
}

function nativeFields(): JsonObject {
  return {
    restartPolicy: 'Always',
    startupProbe: {
      exec: { command: ['consul-dataplane', '-check-proxy-health'] },
      initialDelaySeconds: 1,
      periodSeconds: 1,
      failureThreshold: 10,
      timeoutSeconds: 5,
    },
  };
}
