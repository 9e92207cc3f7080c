import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { PodContainer } from '../../kubernetes/pod';
import { fileWrittenBy, pathIn } from '../../recognition/env-files';
import { GateAdvice } from '../../recognition/gates';
import { gateText, settingText } from '../../recognition/gates/gate-text';
import { isFollower, isUnneeded } from '../../recognition/gates/needless';
import { rewriterOf } from '../../recognition/gates/rewriter';
import { Helper } from '../../recognition/helper';
import { oneTimeProgram } from '../../recognition/one-time-programs';
import { Severity } from '../engine/finding';
import { meshOf, Offense, quoted, Rule, RuleContext } from '../engine/rule';

/** The fix for a construct without a startup gate. */
export const GATE_FIX = "set 'startup', for example StartupGate.httpGet('/ready', 15021), or StartupGate.none('why the app does not wait for it')";

/** The message about a sidecar without a startup probe. Constructs call the probe a startup gate. */
export function noGateMessage(sidecar: string, app: string, missing: 'startup probe' | 'startup gate', before = 'it listens'): string {
  return `sidecar '${sidecar}' has no ${missing}, so ${app} may start before ${before}`;
}

export const noStartupGate: Rule = {
  id: 'NS101',
  name: 'no-startup-gate',
  severity: Severity.WARNING,
  title: 'Without a startup probe, the app may start before its native sidecar is up',
  why: 'The kubelet starts the next container as soon as the process of a native sidecar runs. Only a startup probe makes the kubelet wait until the sidecar is up. '
    + 'Without one, the first calls of the app may fail.',
  fix: 'Give the sidecar a startupProbe with periodSeconds: 1 that checks the sidecar itself. If no container needs the sidecar at startup, acknowledge the finding.',
  example: {
    wrong: `initContainers:
  - name: db
    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
    restartPolicy: Always
    args: [acme:europe-west1:orders]`,
    right: `initContainers:
  - name: db
    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
    restartPolicy: Always
    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]
    startupProbe:
      httpGet: { path: /startup, port: 9801 }
      periodSeconds: 1
      failureThreshold: 60`,
  },
  since: '0.1.0',
  needs: 'ungatedSidecar',
  check: (context: RuleContext): Offense[] => context.pod.sidecars
    .filter(sidecar => !sidecar.spec.startupProbe)
    .flatMap(sidecar => offense(context, sidecar)),
};

/** Helpers that the app needs when it starts. */
const NEEDED: ReadonlySet<Helper['direction'] | undefined> = new Set(['outbound', 'content']);

/** Helpers that the app does not need when it starts, such as a log shipper. */
const NOT_WAITED_FOR: ReadonlySet<Helper['direction'] | undefined> = new Set(['shipper', 'observer', 'reloader', 'inbound', 'after-main']);

function fixOf(gate: GateAdvice, rewriter: MeshFacts | undefined): string {
  const give = `give it a startupProbe${gate.known ? `: ${gateText(gate.probe)}${settingText(gate.settings)}` : ' with periodSeconds: 1'}`;
  if (!rewriter) {
    return give;
  }
  const { name, nativeSwitches: [newest] } = rewriter;
  return `first make the proxy of ${name} native${newest ? ` (${newest.key}: "true")` : ''}, because ${name} redirects the probe to its proxy, then ${give}`;
}

function offense(context: RuleContext, sidecar: PodContainer): Offense[] {
  const { pod, recognition } = context;
  const apps = quoted(pod.mains.map(main => main.name));
  // The kubelet goes on only when that hook has ended.
  const hooked = sidecar.spec.lifecycle?.postStart ? `sidecar '${sidecar.name}' has no startup probe, so only its postStart hook delays ${apps}` : undefined;
  const message = hooked ?? noGateMessage(sidecar.name, apps, 'startup probe');
  const mesh = meshOf(context, sidecar.name);
  if (mesh) {
    return [{ container: sidecar.name, message, fix: `make the app wait for it, because ${mesh.name} ${mesh.version} sets no startup probe` }];
  }
  const once = oneTimeProgram(recognition, sidecar);
  if (once) {
    return [{
      container: sidecar.name,
      message: `sidecar '${sidecar.name}' (${once.name}) does its work once and exits, so the kubelet restarts it again and again, and may start ${apps} before its work is done`,
      fix: 'remove restartPolicy: Always, because the app waits for an ordinary init container',
    }];
  }
  const file = fileWrittenBy(pod, sidecar);
  if (file) {
    return [{
      container: sidecar.name,
      message: `sidecar '${sidecar.name}' has no startup probe, so the kubelet may start '${file.container.name}' before '${sidecar.name}' has written ${file.path}, from which it reads `
        + `${file.variable}: the start then fails, and the kubelet tries again later`,
      fix: `give it a startupProbe with periodSeconds: 1 that checks the file, for example exec: test -s ${pathIn(sidecar, file)}`,
    }];
  }
  const direction = recognition.helper(sidecar.name)?.direction ?? recognition.program(sidecar)?.direction;
  const gate = recognition.gate(sidecar);
  const rewriter = gate.known ? rewriterOf(recognition, gate.probe) : undefined;
  if (direction === undefined && isFollower(recognition, sidecar)) {
    return [];
  }
  if (NOT_WAITED_FOR.has(direction) || (direction === undefined && isUnneeded(recognition, sidecar))) {
    return [{
      container: sidecar.name,
      message: `sidecar '${sidecar.name}' has no startup probe, so the kubelet does not know when it is up; no call of the app to it is visible`,
      fix: `${fixOf(gate, rewriter)}, or acknowledge that no container waits for it`,
      severity: Severity.INFO,
    }];
  }
  const told = direction === 'content' ? hooked ?? noGateMessage(sidecar.name, apps, 'startup probe', 'its files are there') : message;
  // A probe that the mesh keeps from passing is worse than none.
  const isCertain = gate.known && !rewriter && NEEDED.has(direction);
  return [{ container: sidecar.name, message: told, fix: fixOf(gate, rewriter), ...(isCertain ? { severity: Severity.ERROR } : {}) }];
}
