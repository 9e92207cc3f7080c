import { ContainerRole, Pod, PodRestartPolicy } from '../../kubernetes/pod';
import { Ending, endingOf } from '../../recognition/endings';
import { Helper } from '../../recognition/helper';
import { Severity } from '../engine/finding';
import { Offence, Rule, RuleContext } from '../engine/rule';

/** What to do about a helper that is an ordinary container. */
export const MAKE_IT_NATIVE = 'make it a NativeSidecar, or an init container with restartPolicy: Always';

export const helperKeepsJobAlive: Rule = {
  id: 'NS401',
  name: 'sidecar-keeps-job-alive',
  severity: Severity.ERROR,
  title: 'A sidecar as an ordinary container never ends, so its Job never does',
  why: 'A pod is done when all its ordinary containers have ended. One that serves the others waits for them forever, and the Job with it: it never completes, and '
    + 'with a deadline it fails although its work is done.',
  fix: 'Make the helper a native sidecar: Kubernetes stops it once the work is done. What used to make it quit is not needed any more.',
  example: {
    wrong: [
      'kind: Job',
      'spec:',
      '  template:',
      '    spec:',
      '      containers:',
      '        - name: export',
      '          image: ghcr.io/acme/export:1.0.0',
      '        - name: db',
      '          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    ].join('\n'),
    right: [
      'kind: Job',
      'spec:',
      '  template:',
      '    spec:',
      '      initContainers:',
      '        - name: db',
      '          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '          restartPolicy: Always',
      '          args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]',
      '          startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }',
      '      containers:',
      '        - name: export',
      '          image: ghcr.io/acme/export:1.0.0',
    ].join('\n'),
  },
  since: '0.1.0',
  needs: 'work',
  check: ({ pod, mesh, recognition }: RuleContext): Offence[] => {
    if (!pod.runsToCompletion || pod.spec.containers.length < 2) {
      return [];
    }
    return recognition.helpers
      .filter(({ container: { role, name } }) => role === ContainerRole.MAIN && !pod._isEndedByController(name) && !mesh?.injected.includes(name))
      .map(helper => offence(pod, helper, endingOf(recognition, helper.container)));
  },
};

function offence(pod: Pod, helper: Helper, ending: Ending | undefined): Offence {
  const { name } = helper.container;
  const whole = pod.job ? 'Job' : 'pod that is to end';
  const end = pod.job ? 'the Job never completes' : 'the pod never completes';
  const what = helper.program?.name ?? (helper.direction === 'endless' ? undefined : helper.why);
  const who = `'${name}'${what === undefined ? '' : ` (${what})`} is an ordinary container of a ${whole}`;
  const fix = helper.direction === 'mesh' ? 'let the mesh inject it again, as a native sidecar' : MAKE_IT_NATIVE;
  if (!ending) {
    // Somebody may want a bare pod to stay.
    return helper.neverEnds && (pod.job || helper.program?.onlySidecar)
      ? { container: name, message: `${who} and never ends by itself, so ${end}`, fix }
      : { container: name, severity: Severity.WARNING, message: `${who}: unless it ends by itself, ${end}`, fix };
  }
  const hangs = ending.isSkippedOnFailure && pod.restartPolicy === PodRestartPolicy.NEVER;
  const doer = ending.by === undefined ? 'a workaround' : `'${ending.by}'`;
  return {
    container: name,
    severity: hangs ? Severity.ERROR : Severity.WARNING,
    message: hangs
      ? `${who} and is only told to quit when the work succeeds (${ending.text}): when it fails, ${end}`
      : `${who} and never ends by itself: only ${doer} makes it end (${ending.text})`,
    fix,
  };
}
