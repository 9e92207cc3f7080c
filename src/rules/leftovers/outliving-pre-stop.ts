import { hookOf } from '../../kubernetes/hooks';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

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
      '    lifecycle: { preStop: { exec: { command: [sleep, "20"] } } }',
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
  check: ({ pod, kubernetes, mesh, recognition }: RuleContext): RuleOffense[] => pod.mains.length < 2 ? [] : pod.mains.flatMap(main => {
    const seconds = main.spec.lifecycle?.preStop && !mesh?.injected.includes(main.name) ? hookOf(main, 'preStop')?.seconds : undefined;
    const direction = seconds ? recognition.helper(main.name)?.direction : undefined;
    // What the world reaches the app through must go on serving while endpoints notice.
    return direction === undefined || direction === 'inbound' || direction === 'csi' ? [] : [{
      container: main.name,
      at: atContainer(pod, main, 'lifecycle', 'preStop'),
      message: `'${main.name}' sleeps ${seconds} s before it stops, and the app may still need it then`,
      fix: `make it ${nativeSidecar({ kubernetes })}, which stops after the app, and remove the hook`,
      ...(direction === 'outbound' || direction === 'mesh' ? {} : { severity: Severity.INFO }),
    }];
  }),
};
