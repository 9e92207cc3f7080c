import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { injectedProgram } from './proxy-facts';
import { goBool, WHOLE_SECONDS } from './values';
import { JsonObject } from '../../data/json';

/** How long consul-dataplane sleeps after its stop signal when nobody says; it always sleeps all of it. */
const OWN_DRAIN_SECONDS = 30;

const OPT_IN = 'consul.hashicorp.com/connect-inject';
const PROXY = 'consul-dataplane';
const INIT = 'consul-connect-inject-init';
/** The user that the data plane runs as. */
const USER = 5995;

/** What is known about Consul; versions are those of consul-k8s, its Helm chart and injector. */
export const CONSUL = {
  name: 'Consul',
  known: [{ from: '1.8', to: '1.9' }, { from: '2.0', to: '2.0' }],
  nativeSince: { version: '1.9' },
  optIn: { on: 'annotation', key: OPT_IN, value: 'true' },
  membership: [{ on: 'annotation', key: OPT_IN, read: goBool }],
  injectsNamespaces: true,
  ownKeys: ['consul.hashicorp.com/'],
  nativeSwitches: [{ key: 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar', since: { version: '1.9' }, read: goBool, otherwise: 'refuses' }],
  drain: { key: 'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds', format: WHOLE_SECONDS },
  resourceAnnotations: {
    containers: [PROXY],
    requests: { cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-request', memory: 'consul.hashicorp.com/sidecar-proxy-memory-request' },
    limits: { cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-limit', memory: 'consul.hashicorp.com/sidecar-proxy-memory-limit' },
    replaceAll: false,
  },
  ignored: [],
  leftovers: [],
  bypasses: [],
  reserved: { ports: [20000, 20600, 21000], users: [USER], containerNames: [PROXY, INIT] },
  proxy: {
    container: PROXY,
    program: injectedProgram('Consul data plane', /(^|\/)consul-dataplane$/),
    ports: [19000, 20600],
    bringsPorts: true,
    processes: ['envoy', 'consul-dataplane'],
    quitPaths: [],
    commands: [],
    wrappers: [],
  },
  position: InjectedPlace.LAST,
  skipsHostNetwork: false,
  // It has no 'probes': it rewrites the app's HTTP probes, but in place and never those of init containers.
  injected: choice => [init(choice), dataplane(choice)],
  clusterNeeds: ({ native }) => native ? ['consul-dataplane must be 1.9.0 or newer: older ones lack -check-proxy-health'] : [],
} satisfies MeshFacts;

function init({ cni }: InjectionChoice): InjectedProxy {
  return {
    container: { name: INIT, securityContext: { runAsUser: cni ? 5996 : 0 } },
    place: InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function dataplane({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: PROXY,
      securityContext: { runAsUser: USER },
      readinessProbe: { tcpSocket: { port: 20000 }, initialDelaySeconds: 1 },
      ...(native ? nativeFields() : {}),
    },
    place: native ? InjectedPlace.LAST : InjectedPlace.MAIN,
    shutdownSeconds: drainSeconds ?? OWN_DRAIN_SECONDS,
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
