import { CONSUL_PROBE_PORTS, CONSUL_PROBES } from './consul-probes';
import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { injectedProgram } from './proxy-facts';
import { goBool, WHOLE_SECONDS } from './values';
import { JsonObject } from '../../data/json';

/** How long consul-dataplane sleeps after its stop signal by default; it always sleeps the whole time. */
const OWN_DRAIN_SECONDS = 30;

const OPT_IN = 'consul.hashicorp.com/connect-inject';
/** The annotation that says how often the startup probe of a native data plane may fail. */
const PROBE_THRESHOLD = 'consul.hashicorp.com/sidecar-probe-failure-threshold';
const PROXY = 'consul-dataplane';
const INIT = 'consul-connect-inject-init';
/** The user that the data plane runs as. */
const USER = 5995;
/** The port to which all traffic from outside of the pod is led. */
const INBOUND_PORT = 20000;

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
  drain: { key: 'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds', format: WHOLE_SECONDS, isWhole: true },
  probeTiming: {
    startupProbe: {
      initialDelaySeconds: 'consul.hashicorp.com/sidecar-initial-probe-check-delay-seconds',
      periodSeconds: 'consul.hashicorp.com/sidecar-probe-period-seconds',
      failureThreshold: PROBE_THRESHOLD,
      timeoutSeconds: 'consul.hashicorp.com/sidecar-probe-check-timeout-seconds',
    },
    unreadable: 'dropped',
  },
  resourceAnnotations: {
    containers: [PROXY],
    requests: { cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-request', memory: 'consul.hashicorp.com/sidecar-proxy-memory-request' },
    limits: { cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-limit', memory: 'consul.hashicorp.com/sidecar-proxy-memory-limit' },
    replaceAll: false,
  },
  injectedMark: { on: 'annotation', key: 'consul.hashicorp.com/connect-inject-status' },
  optionKeys: { probeThreshold: PROBE_THRESHOLD },
  token: { without: 'its injector rejects the pod if Consul uses ACLs', certain: false },
  service: {
    otherwise: 'the init container of Consul waits until exactly one Service selects the pod, and fails after 120 tries',
    choice: 'consul.hashicorp.com/kubernetes-service',
    named: 'consul.hashicorp.com/connect-service',
    otherAccount: 'if Consul uses ACLs, its init container fails, because the two must have the same name',
    ignored: { key: 'consul.hashicorp.com/service-ignore', read: goBool },
  },
  inbound: {
    excluded: 'consul.hashicorp.com/transparent-proxy-exclude-inbound-ports',
    redirects: { key: 'consul.hashicorp.com/transparent-proxy', read: goBool },
    meets: 'authenticates',
  },
  probes: CONSUL_PROBES,
  ignored: [],
  leftovers: [],
  bypasses: [],
  reserved: {
    ports: [15001, 19000, INBOUND_PORT, ...CONSUL_PROBE_PORTS, 20600, 21000],
    users: [USER],
    containerNames: [PROXY, INIT],
    movable: { 20600: { key: 'consul.hashicorp.com/sidecar-proxy-lifecycle-graceful-port' } },
  },
  proxy: {
    container: PROXY,
    // The injector keeps the ID of the proxy in its own folder; the gateways of the Helm chart keep it elsewhere.
    program: injectedProgram('Consul data plane', /(^|\/)consul-dataplane$/, /-proxy-service-id-path[= ](?!\/consul\/connect-inject\/)/),
    ports: [19000, 20600],
    bringsPorts: true,
    processes: ['envoy', 'consul-dataplane'],
    quitPaths: [{ path: '/graceful_shutdown' }],
    commands: [],
    wrappers: [],
  },
  position: InjectedPlace.LAST,
  webhook: 'consul-connect-injector',
  skipsHostNetwork: false,
  injected: choice => [init(choice), dataplane(choice)],
  clusterNeeds: ({ native, cni, drainSeconds }) => [
    ...(native ? ['consul-dataplane must be 1.9.0 or newer: older ones lack -check-proxy-health'] : []),
    ...(cni ? ["Consul's CNI plugin must be installed"] : []),
    'exactly one Service must select the pod; with ACLs, the service account of the pod must have the name of that Service',
    ...(drainSeconds === undefined ? [] : ['the Helm value connectInject.sidecarProxy.lifecycle.defaultEnabled must be true: otherwise the proxy ignores its drain time']),
  ],
} satisfies MeshFacts;

function init({ cni }: InjectionChoice): InjectedProxy {
  return {
    container: { name: INIT, securityContext: cni ? { runAsUser: 5996, runAsNonRoot: true } : { runAsUser: 0, runAsNonRoot: false } },
    place: InjectedPlace.LAST,
    shutdownSeconds: 0,
  };
}

function dataplane({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: PROXY,
      securityContext: { runAsUser: USER, runAsNonRoot: true },
      readinessProbe: { tcpSocket: { port: INBOUND_PORT }, initialDelaySeconds: 1 },
      ...(native ? nativeFields() : {}),
    },
    place: native ? InjectedPlace.LAST : InjectedPlace.MAIN_FIRST,
    shutdownSeconds: drainSeconds ?? OWN_DRAIN_SECONDS,
  };
}

function nativeFields(): JsonObject {
  return {
    restartPolicy: 'Always',
    startupProbe: {
      exec: { command: ['/usr/local/bin/consul-dataplane', '-check-proxy-health'] },
      initialDelaySeconds: 1,
      periodSeconds: 1,
      failureThreshold: 10,
      timeoutSeconds: 5,
    },
  };
}
