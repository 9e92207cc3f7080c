import { JsonObject, listOf } from '../../data/json';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Helper } from '../../recognition/helper';
import { Recognition } from '../../recognition/recognition';
import { balances } from '../../recognition/surroundings';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const noPreStopDelay: Rule = {
  id: 'NS310',
  name: 'no-pre-stop-delay',
  severity: Severity.INFO,
  title: 'With native sidecars, an app behind a Service stops first, while requests still arrive',
  why: 'Kubernetes stops a pod and removes it from its Services at the same time. Requests still arrive for a second or more, until every node has the update, and an app that closes '
    + 'its port immediately refuses them. A preStop hook that sleeps keeps the app serving; an app that keeps serving after SIGTERM does not need one.',
  fix: 'Give the app a preStop hook that sleeps for about 5 s, and add that time to the grace period.',
  example: {
    wrong: `kind: Deployment
metadata: { name: web }
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
      - { name: proxy, restartPolicy: Always }
      containers:
      - name: web
        image: ghcr.io/acme/web:1.4.2
---
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }`,
    right: `kind: Deployment
metadata: { name: web }
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
      - { name: proxy, restartPolicy: Always }
      containers:
      - name: web
        image: ghcr.io/acme/web:1.4.2
        lifecycle: { preStop: { sleep: { seconds: 5 } } }
---
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }`,
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => {
    if (pod.sidecars.length === 0 || pod.runsToCompletion || pod.mains.some(main => main.spec.lifecycle?.preStop)) {
      return [];
    }
    const sending = recognition.surroundings.services(pod).filter(service => balances(service) && reachesApp(recognition, service));
    const services = sending.map(service => String(service.metadata?.name));
    return services.length > 0 ? [{
      at: atContainer(pod, pod.mains[0]),
      message: `${quoted(pod.mains.map(main => main.name))} ${pod.mains.length > 1 ? 'stop' : 'stops'} immediately, while Service ${quoted(services)} may still send requests`,
      fix: 'give the app a preStop hook that sleeps for 5 s, unless it keeps serving after SIGTERM',
    }] : [];
  },
};

/** Helpers whose ports lead to themselves, such as that of the metrics of an exporter: as native sidecars they outlive the app. */
const ENDPOINTS: ReadonlySet<Helper['direction'] | undefined> = new Set<Helper['direction']>(['observer', 'shipper', 'content', 'reloader']);

/** Whether a Service sends to the app, directly or through a proxy. */
function reachesApp(recognition: Recognition, { spec }: JsonObject): boolean {
  const ports = listOf(spec?.ports);
  return ports.length === 0 || ports.some(({ targetPort, port }) => {
    const owner = ownerOf(recognition, targetPort ?? port);
    return owner?.role !== ContainerRole.SIDECAR || !ENDPOINTS.has(recognition.helper(owner.name)?.direction);
  });
}

function ownerOf({ pod, loopback }: Recognition, port: unknown): PodContainer | undefined {
  return typeof port === 'string' ? pod.containers.find(({ spec }) => listOf(spec.ports).some(({ name }) => name === port)) : loopback.ownerOf(Number(port));
}
