import { hookOf, onlySleeps } from '../../kubernetes/hooks';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Helper } from '../../recognition/helper';
import { missingToSleep } from '../../recognition/image-tools';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';
import { stopsProgram } from '../stop/stopping-pre-stop';

export const outlivingPreStop: Rule = {
  id: 'NS515',
  name: 'outliving-pre-stop',
  severity: Severity.WARNING,
  title: 'A sidecar that sleeps in its preStop hook may still stop before the app',
  why: 'The kubelet stops ordinary containers at the same time. The sleep is too short if the app drains longer, and delays every shutdown otherwise. A native sidecar stops after the app, however long that takes.',
  fix: 'Make the sidecar native, and remove the sleep. A delay for endpoint updates belongs on the app.',
  example: {
    wrong: [
      'containers:',
      '  - name: app',
      '  - name: db-proxy',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    lifecycle: { preStop: { sleep: { seconds: 20 } } }',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db-proxy',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]',
      '    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }',
      'containers:',
      '  - name: app',
    ].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => context.pod.mains.flatMap(main => {
    const direction = outlivesBySleep(context, main);
    // NS307 reports why.
    const isFailing = missingToSleep(context.recognition, main) !== undefined;
    return direction === undefined ? [] : [{
      container: main.name,
      at: atContainer(context.pod, main, 'lifecycle', 'preStop'),
      message: `'${main.name}' ${isFailing ? 'should sleep' : 'sleeps'} ${hookOf(main, 'preStop')?.seconds} s before it stops, and the app may still need it then`,
      fix: nativeInsteadOfSleep(context, main),
      ...(direction === 'outbound' || direction === 'mesh' ? {} : { severity: Severity.INFO }),
    }];
  }),
};

/** How to outlive the app without a sleep. */
export function nativeInsteadOfSleep(context: RuleContext, main: PodContainer): string {
  return `make it ${nativeSidecar(context)}, which stops after the app, and remove ${onlySleeps(main, 'preStop') ? 'the hook' : 'the sleep from the hook'}`;
}

/** How a helper serves the app that it tries to outlive with a preStop hook that sleeps; undefined if the container is none or does not sleep. */
export function outlivesBySleep({ pod, mesh, recognition }: RuleContext, main: PodContainer): Helper['direction'] | undefined {
  if (main.role !== ContainerRole.MAIN || pod.mains.length < 2 || !main.spec.lifecycle?.preStop || mesh?.injected.includes(main.name) || !hookOf(main, 'preStop')?.seconds) {
    return undefined;
  }
  // One that first stops its program does not outlive anything by a sleep after that.
  const command: unknown = main.spec.lifecycle.preStop.exec?.command;
  if (Array.isArray(command) && stopsProgram(command.join(' ').split(/\bsleep\b/)[0])) {
    return undefined;
  }
  const direction = recognition.helper(main.name)?.direction;
  // What the world reaches the app through must go on serving while endpoints notice.
  return direction === 'inbound' || direction === 'csi' ? undefined : direction;
}
