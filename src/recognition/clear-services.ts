import { appOf } from './app';
import { App } from './app-sign';
import { helpersByCall } from './helpers-by-call';
import { PodView } from './pod-view';
import { CONFIGURATION, UnclearTie } from './unclear-tie';
import { PodContainer } from '../kubernetes/pod';

/** The view of a pod as it would be if a Service of the input led to one more container. */
class WithService extends PodView {
  private foundApp?: { readonly app: App | undefined };

  public constructor(private readonly seen: PodView, private readonly served: PodContainer) {
    super(seen.recognition);
  }

  public override get targets(): ReadonlySet<PodContainer> {
    return new Set([...this.seen.targets, this.served]);
  }

  public override get app(): App | undefined {
    this.foundApp ??= { app: appOf(this) };
    return this.foundApp.app;
  }
}

/**
 * What would decide about a tie, as a part of a sentence: only a Service with which the same look at the pod finds the helper, or finds no tie anymore, and that is not there already.
 *
 * @param isSeen whether a tie is still unclear in a view
 */
export function whatWouldClear(view: PodView, { from, to }: Pick<UnclearTie, 'from' | 'to'>, isSeen: (view: PodView) => boolean): string {
  const found = new Map(view.recognition.helpers.map(helper => [helper.container, helper]));
  const decides = (served: PodContainer) => {
    const then = new WithService(view, served);
    return !view.targets.has(served)
      && (helpersByCall(then, found).some(({ container }) => container === to) || then.app?.container === to || !isSeen(then));
  };
  const served = [from, to].filter(decides).map(({ name }) => `'${name}'`);
  return served.length === 0 ? CONFIGURATION : `a Service of ${served.join(' or of ')} in the input, or ${CONFIGURATION}`;
}
