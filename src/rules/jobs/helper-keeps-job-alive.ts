import { ContainerRole, PodModel, PodRestartPolicy } from '../../kubernetes/pod';
import { AFTER_WORK_CLEAR, AfterWork, worksAfter } from '../../recognition/after-work';
import { completes } from '../../recognition/completion';
import { Ending, endingOf } from '../../recognition/endings';
import { Helper } from '../../recognition/helper';
import { TimeLimit, timeLimitOf } from '../../recognition/time-limit';
import { unclearServers } from '../../recognition/unclear-servers';
import { Severity } from '../engine/finding';
import { Offense, quoted, Rule, RuleContext } from '../engine/rule';
import { makeItNative, nativeSidecar } from '../make-native';

export const helperKeepsJobAlive: Rule = {
  id: 'NS401',
  name: 'sidecar-keeps-job-alive',
  severity: Severity.ERROR,
  title: 'A sidecar in an ordinary container keeps its Job running forever',
  why: 'A pod completes when all its ordinary containers have exited. A sidecar never exits by itself, so the Job never completes. '
    + 'With a deadline, the Job fails although its work is done.',
  fix: 'Make it a native sidecar: the kubelet stops it when the work is done. Then remove whatever used to make it quit.',
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
  check: (context: RuleContext): Offense[] => {
    const { pod, mesh, recognition } = context;
    if (!completes(recognition) || pod.spec.containers.length < 2) {
      return [];
    }
    const servers = unclearServers(recognition).filter(({ container: { name } }) => !mesh?.injected.includes(name));
    const unclear = servers.map(({ container, seen }): Offense => ({
      container: container.name,
      severity: Severity.WARNING,
      message: `${seen}, in a Job: unless it exits by itself, the Job never completes`,
      fix: `if it serves the work, ${makeItNative(context, container)}`,
    }));
    const after = worksAfter(recognition);
    return [...unclear, ...after.map(found => afterWork(context, found)), ...recognition.helpers
      .filter(({ container: { role, name } }) => role === ContainerRole.MAIN && !pod._isEndedByController(name) && !mesh?.injected.includes(name))
      .filter(({ container }) => !after.some(one => one.container === container))
      .map(helper => offense(context, helper, endingOf(recognition, helper.container)))];
  },
};

/** One that waits for a file of the work: whether it can be native depends on what it does on SIGTERM. */
function afterWork(context: RuleContext, { container: { name }, writers, path, seen, serves, untilThen }: AfterWork): Offense {
  const whole = context.pod.job ? 'Job' : 'pod';
  if (writers.length === 0) {
    const fix = 'mount the volume in the container that writes the file, or remove the wait';
    return { container: name, severity: Severity.WARNING, message: `${seen}, so the ${whole} never completes`, fix };
  }
  const names = quoted(writers.map(writer => writer.name));
  return {
    container: name,
    severity: serves ? Severity.WARNING : Severity.INFO,
    message: `${seen}: if ${names} exits without it, the ${whole} never completes`,
    fix: untilThen ? `keep it as it is, and let ${names} write ${path} also when it fails, for example in a trap` : serves
      ? `make it ${nativeSidecar(context)} without the wait, and run what follows the wait elsewhere or on SIGTERM`
      : `${workOnSigterm(context)}, or keep both as they are; ${AFTER_WORK_CLEAR} would make it clear`,
  };
}

/** How one that works after the others can be native. */
function workOnSigterm({ reader, kubernetes }: RuleContext): string {
  return reader === 'construct' ? 'make it an AfterMainUploader' : `make it ${nativeSidecar({ kubernetes })} that does its work on SIGTERM, which the kubelet sends when the others have exited`;
}

/** What happens to a pod when a time limit ends a helper: an exit code that is not 0 fails it, or starts the helper again. */
function afterLimit(pod: PodModel, { exitCode }: TimeLimit): string {
  const whole = pod.job ? 'Job' : 'pod';
  if (exitCode === undefined) {
    return `, so the ${whole} completes no earlier`;
  }
  const isRestarted = !pod.job && pod.restartPolicy === PodRestartPolicy.ON_FAILURE;
  return `, with code ${exitCode}, so the ${whole} ${isRestarted ? 'never completes' : 'fails even when its work succeeds'}`;
}

function offense(context: RuleContext, helper: Helper, ending: Ending | undefined): Offense {
  const { pod } = context;
  const { name } = helper.container;
  const whole = pod.job ? 'Job' : 'pod that runs to completion';
  const end = pod.job ? 'the Job never completes' : 'the pod never completes';
  const what = helper.program?.name ?? (helper.direction === 'endless' ? undefined : helper.why);
  const who = `'${name}'${what === undefined ? '' : ` (${what})`} is an ordinary container of a ${whole}`;
  const fix = helper.direction === 'after-main' ? `${workOnSigterm(context)}, or keep it as it is if it exits when it is done` : helper.direction === 'mesh' ? `remove it and let the mesh inject it as ${nativeSidecar(context)}` : makeItNative(context, helper.container);
  const limit = ending ? undefined : timeLimitOf(context.recognition, helper.container);
  if (limit !== undefined) {
    return {
      container: name,
      severity: Severity.WARNING,
      message: `${who} and exits only after its time limit (${limit.text})${afterLimit(pod, limit)}`,
      fix: `${fix}, and remove the limit, because the kubelet restarts a native sidecar that exits`,
    };
  }
  if (!ending) {
    // Somebody may want a bare pod to stay.
    return helper.neverEnds && (pod.job || helper.program?.onlySidecar)
      ? { container: name, message: `${who} and never exits by itself, so ${end}`, fix }
      : { container: name, severity: helper.direction === 'after-main' ? Severity.INFO : Severity.WARNING, message: `${who}: unless it exits by itself, ${end}`, fix };
  }
  const hangs = ending.isSkippedOnFailure && pod.restartPolicy === PodRestartPolicy.NEVER;
  const doer = ending.by === undefined ? 'a workaround' : `'${ending.by}'`;
  return {
    container: name,
    severity: hangs ? Severity.ERROR : Severity.WARNING,
    message: hangs
      ? `${who} and is told to quit only when the work succeeds (${ending.text}): when it fails, ${end}`
      : `${who} and never exits by itself: only ${doer} stops it (${ending.text})`,
    fix,
  };
}
