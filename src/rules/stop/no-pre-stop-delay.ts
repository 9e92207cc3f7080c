import { JsonObject } from '../../data/json';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const noPreStopDelay: Rule = {
  id: 'NS310',
  name: 'no-pre-stop-delay',
  severity: Severity.INFO,
  title: 'An app behind a Service stops before its native sidecars, while requests still arrive',
  why: 'A pod is told to stop and is taken out of its Services at the same time. Until every node knows, for a second or more, requests still arrive; an app that closes '
    + 'its port at once refuses them, and native sidecars make it the first one to stop. A pre-stop hook that sleeps keeps it serving meanwhile; an app that itself goes on serving after SIGTERM needs none.',
  fix: 'Give the app a pre-stop hook that sleeps for about 5 s, and count it into the grace period.',
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
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => {
    if (pod.sidecars.length === 0 || pod.runsToCompletion || pod.mains.some(main => main.spec.lifecycle?.preStop)) {
      return [];
    }
    const services = recognition.surroundings.services(pod).filter(balances).map(service => String(service.metadata?.name));
    return services.length > 0 ? [{
      at: atContainer(pod, pod.mains[0]),
      message: `${quoted(pod.mains.map(main => main.name))} ${pod.mains.length > 1 ? 'stop' : 'stops'} at once while the Service ${quoted(services)} may still send requests`,
      fix: 'give the app a pre-stop hook that sleeps for 5 s, unless it goes on serving after SIGTERM by itself',
    }] : [];
  },
};

/** A headless Service sends nothing: its clients choose for themselves. */
function balances({ spec }: JsonObject): boolean {
  return spec?.clusterIP !== 'None';
}
