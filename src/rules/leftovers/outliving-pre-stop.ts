import { hookOf } from '../../kubernetes/hooks';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const outlivingPreStop: Rule = {
  id: 'NS515',
  name: 'outliving-pre-stop',
  severity: Severity.WARNING,
  title: 'A sidecar that sleeps before it stops only hopes to outlive the app',
  why: 'Ordinary containers stop all at once. The sleep is too short when the app drains longer, and prolongs every stop when it does not. A native sidecar stops after the app, however long that takes.',
  fix: 'Make the sidecar native, and take the sleep away. A delay for endpoints to notice belongs to the app.',
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
  check: ({ pod, mesh, recognition }: RuleContext): RuleOffence[] => pod.mains.length < 2 ? [] : pod.mains.flatMap(main => {
    const seconds = main.spec.lifecycle?.preStop && !mesh?.injected.includes(main.name) ? hookOf(main, 'preStop')?.seconds : undefined;
    const direction = seconds ? recognition.helper(main.name)?.direction : undefined;
    // What the world reaches the app through must go on serving while endpoints notice.
    return direction === undefined || direction === 'inbound' || direction === 'csi' ? [] : [{
      container: main.name,
      at: atContainer(pod, main, 'lifecycle', 'preStop'),
      message: `'${main.name}' sleeps ${seconds} s before it stops, in the hope that the app needs it no longer then`,
      fix: 'make it a native sidecar, which stops after the app, and take the hook away',
      ...(direction === 'outbound' || direction === 'mesh' ? {} : { severity: Severity.INFO }),
    }];
  }),
};
