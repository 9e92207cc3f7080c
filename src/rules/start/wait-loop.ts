import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { viewOf } from '../../recognition/pod-view';
import type { RecognizedPod } from '../../recognition/recognized';
import { unclearTies } from '../../recognition/ties';
import { UndeclaredWait, undeclaredWaits } from '../../recognition/undeclared-waits';
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
        message: `'${container}' waits in a loop for ${target ? `'${target}'` : whatIsAwaited(recognition, leftover)} (${text})`,
        fix: `${isUnclear(recognition, leftover) ? `if '${target}' is the helper, ` : ''}${fixOf({ kubernetes, recognition }, leftover, sidecar)}`,
      }];
    });
  },
};

/** Whether it is unclear which of the two is the helper: NS201 tells it. */
function isUnclear(recognition: RuleContext['recognition'], { container, target }: Leftover): boolean {
  return target !== undefined && recognition.helper(target) === undefined
    && recognition.once(unclearTies, recognition.pod).some(({ from, to }) => from.name === container && to.name === target);
}

/** What a loop waits for whose port no container declares. */
function whatIsAwaited(recognition: RuleContext['recognition'], leftover: Leftover): string {
  const { proxy, container } = leftover;
  const isAlone = viewOf(recognition).runners.every(({ name }) => name === container);
  const served = servedBy(recognition, leftover);
  return proxy !== undefined || isAlone ? 'a sidecar that is not in this manifest'
    : `a port that no container of the pod declares${served === undefined ? '' : ` and that '${served}' may serve`}`;
}

/** The container that other rules name as the one that serves a port which none declares: the only helper among those that may listen there, or the only one of them. */
function servedBy(recognition: RuleContext['recognition'], { container, port }: Leftover): string | undefined {
  const waits = recognition.once(waitsIn, recognition.pod).find(wait => wait.from.name === container && wait.port === port);
  const candidates = waits?.candidates ?? [];
  const helpers = candidates.filter(({ name }) => recognition.helper(name) !== undefined);
  const [only, second] = helpers.length > 0 ? helpers : candidates;
  return second ? undefined : only?.name;
}

function waitsIn(recognition: RecognizedPod): readonly UndeclaredWait[] {
  return undeclaredWaits(viewOf(recognition));
}

function fixOf(context: Pick<RuleContext, 'kubernetes' | 'recognition'>, leftover: Leftover, sidecar: PodContainer | undefined): string {
  const { target, stays } = leftover;
  // A loop that does more than wait must stay in part.
  const remove = stays === undefined ? 'remove the loop' : `remove ${target ? `'${target}'` : 'the sidecar'} from the loop and keep the rest, because ${stays}`;
  if (sidecar) {
    return sidecar.spec.startupProbe ? `${remove}${stays === undefined ? `, because '${target}' has a startupProbe` : ''}` : `give '${target}' a startupProbe on that port, and ${remove}`;
  }
  const served = target === undefined ? servedBy(context.recognition, leftover) : undefined;
  return target ? `make '${target}' ${nativeSidecar(context)} with a startupProbe, and ${remove}`
    : served ? `if it does, make '${served}' ${nativeSidecar(context)} with a startupProbe, and ${remove}` : `once the sidecar is native and has a startupProbe, ${remove}`;
}
