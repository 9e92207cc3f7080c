import { appOf } from './app';
import { App } from './app-sign';
import type { Helper } from './helper';
import { isHelperByCall } from './helpers-by-call';
import { PodView, viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';
import { CONFIGURATION, UnclearTie } from './unclear-tie';
import { PodContainer } from '../kubernetes/pod';

/** The view of a pod as it would be if a Service of the input led to one more container. */
class WithService extends PodView {
  private readonly allTargets: ReadonlySet<PodContainer>;
  private foundApp?: { readonly app: App | undefined };

  public constructor(seen: PodView, served: PodContainer) {
    super(seen.recognition);
    this.allTargets = new Set([...seen.targets, served]);
  }

  public override get targets(): ReadonlySet<PodContainer> {
    return this.allTargets;
  }

  public override get app(): App | undefined {
    this.foundApp ??= { app: appOf(this) };
    return this.foundApp.app;
  }
}

function withService(recognition: RecognizedPod, served: PodContainer): PodView {
  return new WithService(viewOf(recognition), served);
}

function helpersFound({ helpers }: RecognizedPod): ReadonlyMap<PodContainer, Helper> {
  return new Map(helpers.map(helper => [helper.container, helper]));
}

/**
 * What would decide about a tie, as a part of a sentence: only a Service with which the same look at the pod finds the helper, or finds no tie anymore, and that is not there already.
 *
 * @param isSeen whether a tie is still unclear in a view
 */
export function whatWouldClear(view: PodView, { from, to }: Pick<UnclearTie, 'from' | 'to'>, isSeen: (view: PodView) => boolean): string {
  const { recognition } = view;
  const found = recognition.once(helpersFound, recognition.pod);
  const decides = (served: PodContainer) => {
    const then = recognition.once(withService, served);
    return !view.targets.has(served) && (isHelperByCall(then, found, to) || then.app?.container === to || !isSeen(then));
  };
  const served = [from, to].filter(decides).map(({ name }) => `'${name}'`);
  return served.length === 0 ? CONFIGURATION : `a Service of ${served.join(' or of ')} in the input, or ${CONFIGURATION}`;
}
