import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { unclearTies } from '../../recognition/ties';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const waitLoop: Rule = {
  id: 'NS113',
  name: 'wait-loop',
  severity: Severity.INFO,
  title: 'An app does not need to wait in a loop for its sidecar',
  why: 'A native sidecar with a startup probe is up before the app starts. The loop needs a shell and a client in the image, and the status of the pod does not show what the app waits for.',
  fix: 'Make the sidecar native, give it a startup probe on the same port, and remove the loop.',
  example: {
    wrong: [
      'containers:',
      '  - name: app',
      '    command: [sh, -c, "while ! nc -z localhost 2376; do sleep 1; done; exec ./run"]',
      '  - name: docker',
      '    image: docker:28-dind',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: docker',
      '    image: docker:28-dind',
      '    restartPolicy: Always',
      '    startupProbe: { tcpSocket: { port: 2376 }, periodSeconds: 1 }',
      'containers:',
      '  - name: app',
      '    command: [./run]',
    ].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => {
    const order = pod.containers.map(container => container.name);
    return recognition.leftovers('wait-loop').flatMap(leftover => {
      const { container, target, text } = leftover;
      // NS109 reports an init container that waits for a later container.
      const waiting = pod.container(container).role;
      const runs = target !== undefined && order.indexOf(target) < order.indexOf(container);
      // Who waits for the app sets it up, or observes it; who waits for a database behind a proxy must wait also for a native one.
      if (leftover.asksBehind || (waiting === ContainerRole.INIT && !runs) || (target !== undefined && recognition.app?.container.name === target)) {
        return [];
      }
      const sidecar = pod.sidecars.find(({ name }) => name === target);
      return [{
        container,
        at: atLeftover(pod, leftover),
        message: `'${container}' waits in a loop for ${target ? `'${target}'` : 'a sidecar that is not in this manifest'} (${text})`,
        fix: `${isUnclear(recognition, leftover) ? `if '${target}' is the helper, ` : ''}${fixOf({ kubernetes }, leftover, sidecar)}`,
      }];
    });
  },
};

/** Whether it is unclear which of the two is the helper: NS201 tells it. */
function isUnclear(recognition: RuleContext['recognition'], { container, target }: Leftover): boolean {
  return target !== undefined && recognition.helper(target) === undefined
    && unclearTies(recognition).some(({ from, to }) => from.name === container && to.name === target);
}

function fixOf(context: Pick<RuleContext, 'kubernetes'>, { target, stays }: Leftover, sidecar: PodContainer | undefined): string {
  // A loop that does more than wait must stay in part.
  const remove = stays === undefined ? 'remove the loop' : `remove ${target ? `'${target}'` : 'the sidecar'} from the loop and keep the rest, because ${stays}`;
  if (sidecar) {
    return sidecar.spec.startupProbe ? `${remove}${stays === undefined ? `, because '${target}' has a startupProbe` : ''}` : `give '${target}' a startupProbe on that port, and ${remove}`;
  }
  return target ? `make '${target}' ${nativeSidecar(context)} with a startupProbe, and ${remove}` : `once the sidecar is native and has a startupProbe, ${remove}`;
}
