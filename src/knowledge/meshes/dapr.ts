import { InjectedPlace, InjectedProxy } from './injection';
import { InjectionChoice, MeshFacts } from './mesh-facts';

/** How long daprd takes after its stop signal at most when nobody says. */
export const DAPR_OWN_DRAIN_SECONDS = 5;

/** The annotation that names the app. */
export const DAPR_APP_ID = 'dapr.io/app-id';

/** The annotation that says where the app listens. */
export const DAPR_APP_PORT = 'dapr.io/app-port';

/** What is known about Dapr. */
export const DAPR: MeshFacts = {
  name: 'Dapr',
  known: [{ from: '1.17', to: '1.18' }],
  nativeSince: { version: '1.18' },
  optIn: { on: 'annotation', key: 'dapr.io/enabled', value: 'true' },
  nativeSwitches: [{ key: 'dapr.io/enable-native-sidecar', since: { version: '1.18' } }],
  drainAnnotation: 'dapr.io/graceful-shutdown-seconds',
  reserved: { ports: [3500, 3501, 50001, 50002, 9090], users: [], containerNames: ['daprd'] },
  position: InjectedPlace.LAST,
  skipsHostNetwork: false,
  injection: choice => ({ injected: [daprd(choice)], rewritesProbes: false }),
  clusterNeeds: () => [],
};

/** It has no startup probe: the app may start before daprd is ready. */
function daprd({ native, drainSeconds }: InjectionChoice): InjectedProxy {
  return {
    container: {
      name: 'daprd',
      ports: [3500, 50001, 50002, 9090].map(containerPort => ({ containerPort })),
      readinessProbe: { httpGet: { path: '/v1.0/healthz', port: 3501 }, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 5 },
      livenessProbe: { tcpSocket: { port: 3501 }, initialDelaySeconds: 180, periodSeconds: 10, failureThreshold: 5 },
      ...(native ? { restartPolicy: 'Always' } : {}),
    },
    place: native ? InjectedPlace.LAST : InjectedPlace.MAIN,
    shutdownSeconds: drainSeconds ?? DAPR_OWN_DRAIN_SECONDS,
  };
}
