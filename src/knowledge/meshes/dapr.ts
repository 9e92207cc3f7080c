import { useless } from './annotation-facts';
import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';
import { truthy, WHOLE_SECONDS } from './values';
import { portOf } from '../programs/address';
import { gateSince, httpGate, KnownProgram } from '../programs/program';

/** The longest that daprd takes after its stop signal by default. */
const OWN_DRAIN_SECONDS = 5;

const OPT_IN = 'dapr.io/enabled';
const PROXY = 'daprd';
/** Where daprd answers a kubelet, and nothing of the API. */
const PUBLIC_PORT = 3501;

/** What daprd is by its image: many run it themselves, without the injector. */
const PROGRAM: KnownProgram = {
  name: 'Dapr',
  repositories: /(^|\/)daprd$/,
  onlySidecar: true,
  direction: 'outbound',
  // Read in the source of 1.3 and 1.4.
  startup: gateSince([1, 4], run => {
    const said = run.flag('dapr-public-port');
    const port = said === undefined ? run.source.freePort(PUBLIC_PORT) : portOf(said);
    return port ? httpGate('/v1.0/healthz/outbound', port, [{ flag: 'dapr-public-port', value: String(port) }]) : 'the manifest does not show its public port';
  }),
  waitsFor: (run, path) => /^\/?v1\.0\/healthz\/?$/.test(path) && run.find('app-port') ? { of: 'app', instead: '/v1.0/healthz/outbound' } : undefined,
  shellLess: run => /(^|\/)(dapr|daprio)\/daprd$/.test(run.repository) && run.isVariantSeen && !/mariner|debug/.test(run.tag),
};

/** What is known about Dapr. */
export const DAPR = {
  name: 'Dapr',
  known: [{ from: '1.17', to: '1.18' }],
  nativeSince: { version: '1.18' },
  optIn: { on: 'annotation', key: OPT_IN, value: 'true' },
  membership: [{ on: 'annotation', key: OPT_IN, read: truthy }],
  injectsNamespaces: false,
  ownKeys: ['dapr.io/'],
  optionKeys: { appId: 'dapr.io/app-id', appPort: 'dapr.io/app-port' },
  nativeSwitches: [{ key: 'dapr.io/enable-native-sidecar', since: { version: '1.18' }, read: truthy, otherwise: 'ignores' }],
  injectedMark: { on: 'label', key: 'dapr.io/sidecar-injected' },
  token: {
    without: 'daprd exits when its built-in secret store looks for the token',
    certain: true,
    instead: { key: 'dapr.io/disable-builtin-k8s-secret-store', value: 'true', read: truthy },
  },
  drain: { key: 'dapr.io/graceful-shutdown-seconds', format: WHOLE_SECONDS },
  probeTiming: { readinessProbe: timingOf('readiness'), livenessProbe: timingOf('liveness'), unreadable: 'kept' },
  resourceAnnotations: {
    containers: [PROXY],
    requests: { cpu: 'dapr.io/sidecar-cpu-request', memory: 'dapr.io/sidecar-memory-request' },
    limits: { cpu: 'dapr.io/sidecar-cpu-limit', memory: 'dapr.io/sidecar-memory-limit' },
    replaceAll: false,
  },
  ignored: [useless('dapr.io/block-shutdown-duration', 'a native daprd stops after the app, so it only delays the shutdown of the pod')],
  leftovers: [],
  bypasses: [],
  reserved: {
    ports: [3500, PUBLIC_PORT, 50001, 50002, 9090],
    users: [],
    containerNames: [PROXY],
    // Without dapr.io/enable-metrics the injector only leaves out a flag of daprd whose default is the same.
    movable: { 50001: { key: 'dapr.io/grpc-port' }, 50002: { key: 'dapr.io/internal-grpc-port' }, 9090: { key: 'dapr.io/metrics-port' } },
  },
  proxy: {
    container: PROXY,
    program: PROGRAM,
    ports: [3500, PUBLIC_PORT, 50001],
    defaultPorts: [3500, 50001],
    bringsPorts: true,
    processes: ['daprd'],
    quitPaths: [{ path: '/v1.0/shutdown' }, { path: '/shutdown', port: 3500 }],
    commands: [],
    wrappers: [],
  },
  position: InjectedPlace.LAST,
  webhook: 'dapr-sidecar-injector',
  beside: true,
  skipsHostNetwork: false,
  injected: choice => [daprd(choice)],
  clusterNeeds: () => [],
} satisfies MeshFacts;

/** The annotations with the timing of a probe. */
function timingOf(probe: string): { readonly [field: string]: string } {
  const key = (what: string) => `dapr.io/sidecar-${probe}-probe-${what}`;
  return { initialDelaySeconds: key('delay-seconds'), timeoutSeconds: key('timeout-seconds'), periodSeconds: key('period-seconds'), failureThreshold: key('threshold') };
}

/** It has no startup probe: the app may start before daprd is ready. */
function daprd({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: PROXY,
      securityContext: { runAsNonRoot: true },
      ports: [3500, 50001, 50002, 9090].map(containerPort => ({ containerPort })),
      readinessProbe: { httpGet: { path: '/v1.0/healthz', port: PUBLIC_PORT }, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 5 },
      livenessProbe: { tcpSocket: { port: PUBLIC_PORT }, initialDelaySeconds: 180, timeoutSeconds: 3, periodSeconds: 10, failureThreshold: 5 },
      ...(native ? { restartPolicy: 'Always' } : {}),
    },
    place: native ? InjectedPlace.LAST : InjectedPlace.MAIN,
    shutdownSeconds: drainSeconds ?? OWN_DRAIN_SECONDS,
  };
}
