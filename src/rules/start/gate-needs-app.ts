import { follow, isObject, JsonObject } from '../../data/json';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { ownerOf } from '../../recognition/gates/answers';
import { Severity } from '../engine/finding';
import { atContainer, atPort } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const gateNeedsApp: Rule = {
  id: 'NS104',
  name: 'gate-needs-app',
  severity: Severity.ERROR,
  title: 'A startup probe that asks the app never passes, because the app waits for it',
  why: 'The app only starts once the startup probe of every native sidecar has passed. A probe whose answer needs the app waits for what waits for it, and the pod stays in its init phase.',
  fix: 'Ask something that the sidecar answers by itself.',
  example: {
    wrong: `initContainers:
  - name: proxy
    restartPolicy: Always
    startupProbe:
      tcpSocket: { port: 8080 }   # the app's port
containers:
  - name: web
    ports: [{ containerPort: 8080 }]`,
    right: `initContainers:
  - name: proxy
    restartPolicy: Always
    startupProbe:
      httpGet: { path: /ready, port: 15021 }
containers:
  - name: web
    ports: [{ containerPort: 8080 }]`,
  },
  since: '0.1.0',
  // A port of the mesh that the app takes is for NS605 to judge.
  needs: 'sidecar',
  check: (context: RuleContext): RuleOffence[] => context.pod.sidecars
    .filter(sidecar => sidecar.spec.startupProbe && !context.mesh?.injected.includes(sidecar.name))
    .flatMap(sidecar => asksPortOfApp(context, sidecar) ?? asksPathOfOthers(context, sidecar) ?? []),
};

function asksPortOfApp({ pod, mesh, recognition }: RuleContext, sidecar: PodContainer): RuleOffence | undefined {
  const port = probedPort(mesh ? asWritten(pod, sidecar) : sidecar.spec);
  const owner = port === undefined ? undefined : ownerOf(recognition, sidecar, port);
  return owner?.role === 'main' ? {
    container: sidecar.name,
    at: atPort(pod, sidecar, 'startupProbe'),
    message: `the gate of sidecar '${sidecar.name}' asks port ${port}, which belongs to '${owner.name}', and '${owner.name}' only starts once the gate is open: neither ever starts`,
    fix: `ask a port of '${sidecar.name}' itself`,
  } : undefined;
}

/** Some health paths answer only when somebody else is there. */
function asksPathOfOthers({ pod, recognition }: RuleContext, sidecar: PodContainer): RuleOffence | undefined {
  const path: unknown = sidecar.spec.startupProbe.httpGet?.path;
  const answer = typeof path === 'string' ? recognition.program(sidecar)?.waitsFor?.(recognition.run(sidecar), path) : undefined;
  if (!answer) {
    return undefined;
  }
  const asks = `the gate of sidecar '${sidecar.name}' asks '${path}', which`;
  return {
    container: sidecar.name,
    at: atContainer(pod, sidecar, 'startupProbe', 'httpGet', 'path'),
    message: answer.of === 'app'
      ? `${asks} waits for the app, and the app only starts once the gate is open: neither ever starts`
      : `${asks} waits for a connection to the outside, so without one the app does not start`,
    fix: `ask '${answer.instead}'`,
    ...(answer.of === 'app' ? {} : { severity: Severity.WARNING }),
  };
}

/** An injector may send the probe elsewhere, and it asks the same port in the end. */
function asWritten(pod: Pod, { name, spec }: PodContainer): JsonObject {
  const inits = follow(pod.manifest, pod._pathTo(['initContainers']));
  return (Array.isArray(inits) ? inits : []).find(init => isObject(init) && init.name === name) ?? spec;
}

function probedPort(container: JsonObject): number | undefined {
  const probe = container.startupProbe ?? {};
  const port: unknown = probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port;
  return typeof port === 'number' ? port : undefined;
}
