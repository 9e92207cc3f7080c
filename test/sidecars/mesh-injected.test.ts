import * as fs from 'fs';
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn } from './support';
import { Mesh, MeshedDeployment, PodLifecycle, StartupGate } from '../../src';
import { recordedFile } from '../knowledge/meshes/recorded';

/** One pod of our constructs as each injector left it, by mesh, version and mode. */
const RECORDED: { readonly [name: string]: any } = JSON.parse(fs.readFileSync(recordedFile('pods.json'), 'utf8'));

const OWN = ['helper', 'migrate', 'app'];

/** `istio-1.29-native-cni` and so on. */
function meshOf(name: string): Mesh {
  const [, mesh, version, mode, cni] = /^([a-z]+)-(.*)-(native|legacy)(-cni)?$/.exec(name)!;
  const options = { version, nativeSidecar: mode === 'native', cni: cni !== undefined };
  switch (mesh) {
    case 'linkerd': return Mesh.linkerd(options);
    case 'istio': return Mesh.istio(options);
    case 'kuma': return Mesh.kuma({ version, cni: options.cni });
    case 'consul': return Mesh.consul({ version, nativeSidecar: options.nativeSidecar });
    default: return Mesh.dapr({ version, nativeSidecar: options.nativeSidecar, appId: 'app' });
  }
}

/** The Deployment that was put through the injectors: `deployment.both` has a sidecar and an init container, `deployment.init` only the latter. */
function predicted(name: string): PodLifecycle {
  const chart = chartIn();
  const app = new MeshedDeployment(chart, 'app', {
    mesh: meshOf(name),
    initContainers: [{ name: 'migrate', image: 'ghcr.io/acme/migrate:1.0.0' }],
    containers: [{ name: 'app', image: 'ghcr.io/acme/app:1.0.0', portNumber: 8080, readiness: kplus.Probe.fromHttpGet('/ready'), liveness: kplus.Probe.fromTcpSocket({ port: 8080 }) }],
    shutdown: Duration.seconds(20),
  });
  app.exposeViaService();
  if (RECORDED[name].case === 'deployment.both') {
    addSidecar(app, 'helper', { image: 'ghcr.io/acme/helper:1.0.0', startup: StartupGate.tcpSocket(9000, { patience: Duration.seconds(59) }), shutdown: Duration.seconds(5) });
  }
  return PodLifecycle.of(app);
}

const PROBE_DEFAULTS = { initialDelaySeconds: 0, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };

/** A probe as the API server stores it. */
function stored(probe: any): object | undefined {
  return probe && { ...PROBE_DEFAULTS, ...probe, ...(probe.httpGet ? { httpGet: { scheme: 'HTTP', ...probe.httpGet } } : {}) };
}

/** What decides about a container's life; what the user wrote beside it, no injector changes. */
function life(container: any): object {
  const { name, restartPolicy, startupProbe, readinessProbe, livenessProbe, lifecycle, resources, securityContext, ports } = container;
  return {
    name,
    restartPolicy,
    probes: [startupProbe, readinessProbe, livenessProbe].map(stored),
    lifecycle,
    ports: (ports ?? []).map((port: any) => port.containerPort ?? port),
    ...(OWN.includes(name) ? {} : {
      resources: resources ?? {},
      user: container.runAsUser ?? securityContext?.runAsUser,
      nonRoot: container.runAsNonRoot ?? securityContext?.runAsNonRoot,
    }),
  };
}

/** How long the proxy drains, as the injector tells it. */
function drainOf(recorded: any): number | undefined {
  const told = [...recorded.initContainers, ...recorded.containers].flatMap((container: any) => container.drain ?? [])[0];
  const [, amount, unit] = /(-?\d+)(ms|s)?$/.exec(told ?? '') ?? [];
  return amount === undefined || amount === '-1' ? undefined : Number(amount) / (unit === 'ms' ? 1000 : 1);
}

describe('the pod that we predict is the pod that the injector made: order, gate, hooks, resources, probes and grace period', () => {
  test.each(Object.keys(RECORDED))('%s', name => {
    const recorded = RECORDED[name];

    const { pod } = predicted(name);

    expect({ init: pod.spec.initContainers.map(life), main: pod.spec.containers.map(life), grace: pod.gracePeriodSeconds })
      .toEqual({ init: recorded.initContainers.map(life), main: recorded.containers.map(life), grace: recorded.grace });
  });

  test.each(Object.keys(RECORDED).filter(name => drainOf(RECORDED[name]) !== undefined && !name.startsWith('kuma')))('%s drains as long as we say', name => {
    const proxy = meshOf(name).join({ isJob: false, kubernetes: predicted(name).kubernetes }).injected.slice(-1)[0];

    expect(proxy.shutdown!.toSeconds({ integral: false })).toBe(drainOf(RECORDED[name]));
  });
});

test('every mesh of the records is there, in all its modes', () => {
  expect(Object.keys(RECORDED)).toHaveLength(30);
});
