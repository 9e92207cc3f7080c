import { follow, isObject, JsonObject } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { awaitedOrdinary } from '../../recognition/gates/answers';
import { alwaysFails } from '../../recognition/gates/failing-command';
import { foreignPort } from '../../recognition/gates/foreign-port';
import { answerBehind } from '../../recognition/gates/through-proxy';
import { Severity } from '../engine/finding';
import { atContainer, atPort } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const gateNeedsApp: Rule = {
  id: 'NS104',
  name: 'gate-needs-app',
  severity: Severity.ERROR,
  title: 'A startup probe that needs the app never passes, because the app waits for the probe',
  why: 'The kubelet starts the app only after the startup probe of every native sidecar has passed. If a probe needs the app to answer, each waits for the other, and the pod stays in its init phase. A command '
    + 'that always fails keeps it there, too.',
  fix: 'Probe an endpoint that the sidecar serves by itself.',
  example: {
    wrong: `initContainers:
  - name: proxy
    restartPolicy: Always
    startupProbe:
      tcpSocket: { port: 8080 }   # the port of the app
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
  // NS605 reports an app that uses a port of the mesh.
  needs: 'sidecar',
  check: (context: RuleContext): RuleOffense[] => context.pod.sidecars
    .filter(sidecar => sidecar.spec.startupProbe && !context.mesh?.injected.includes(sidecar.name))
    .flatMap(sidecar => {
      const probe = gateOf(context, sidecar);
      return failsAlways(context, sidecar, probe) ?? waitsForApp(context, sidecar) ?? probesPortOfApp(context, sidecar, probe)
        ?? probesThroughProxy(context, sidecar, probe) ?? probesDependentPath(context, sidecar, probe) ?? [];
    }),
};

function failsAlways({ pod }: RuleContext, sidecar: PodContainer, { exec }: JsonObject): RuleOffense | undefined {
  return !Array.isArray(exec?.command) || !alwaysFails(exec.command) ? undefined : {
    container: sidecar.name,
    at: atContainer(pod, sidecar, 'startupProbe', 'exec', 'command'),
    message: `the startup probe of sidecar '${sidecar.name}' runs a command that always fails, so the kubelet restarts '${sidecar.name}' again and again, and the pod never starts`,
    fix: `probe what shows that '${sidecar.name}' is up, or remove the probe`,
  };
}

/** A script that first waits for the app starts no program that could answer a probe. */
function waitsForApp({ pod, recognition }: RuleContext, sidecar: PodContainer): RuleOffense | undefined {
  const awaited = awaitedOrdinary(recognition, sidecar);
  return awaited && {
    container: sidecar.name,
    at: atContainer(pod, sidecar, 'startupProbe'),
    message: `sidecar '${sidecar.name}' waits for '${awaited.name}' before it starts its program, but '${awaited.name}' starts only after the startup probe of '${sidecar.name}' passes, so the pod never starts`,
    fix: `remove the wait from '${sidecar.name}', or its startup probe`,
  };
}

function probesPortOfApp({ pod, recognition }: RuleContext, sidecar: PodContainer, probe: JsonObject): RuleOffense | undefined {
  const asked = foreignPort(recognition, sidecar, probe);
  return asked && {
    container: sidecar.name,
    at: atPort(pod, sidecar, 'startupProbe'),
    message: `the startup probe of sidecar '${sidecar.name}' checks port ${asked.port} of '${asked.owner.name}', but '${asked.owner.name}' starts only after that probe passes, so the pod never starts`,
    fix: `probe a port of '${sidecar.name}' itself`,
  };
}

/** A proxy that forwards the question to the app answers it only once the app does. */
function probesThroughProxy({ pod, recognition }: RuleContext, sidecar: PodContainer, probe: JsonObject): RuleOffense | undefined {
  const behind = answerBehind(recognition, sidecar, probe);
  return behind && {
    container: sidecar.name,
    at: atPort(pod, sidecar, 'startupProbe'),
    message: `the startup probe of sidecar '${sidecar.name}' asks port ${behind.asked}, which forwards to port ${behind.port} of '${behind.app.name}', but '${behind.app.name}' starts only after that probe passes, so the pod never starts`,
    fix: `probe an endpoint that '${sidecar.name}' answers itself`,
  };
}

/** Some health paths answer only if the app or a remote server does. */
function probesDependentPath({ pod, recognition }: RuleContext, sidecar: PodContainer, probe: JsonObject): RuleOffense | undefined {
  const path: unknown = probe.httpGet?.path;
  const answer = typeof path === 'string' ? recognition.program(sidecar)?.waitsFor?.(recognition.run(sidecar), path) : undefined;
  if (!answer) {
    return undefined;
  }
  const subject = `the startup probe of sidecar '${sidecar.name}' requests '${path}', which`;
  return {
    container: sidecar.name,
    at: atContainer(pod, sidecar, 'startupProbe', 'httpGet', 'path'),
    message: answer.of === 'app'
      ? `${subject} waits for the app, but the app starts only after that probe passes, so the pod never starts`
      : `${subject} needs an outbound connection, so the app does not start without one`,
    fix: `probe '${answer.instead}' instead`,
    ...(answer.of === 'app' ? {} : { severity: Severity.WARNING }),
  };
}

/** An injector may redirect the probe, but the redirected probe still checks what the one in the manifest does. */
function gateOf({ pod, mesh }: RuleContext, { name, spec }: PodContainer): JsonObject {
  const inits = mesh ? follow(pod.manifest, pod._pathTo(['initContainers'])) : undefined;
  const written = (Array.isArray(inits) ? inits : []).find(init => isObject(init) && init.name === name);
  return (written ?? spec).startupProbe ?? {};
}
