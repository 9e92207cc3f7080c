import { PodModel } from '../../kubernetes/pod';
import { Finding } from '../../rules/engine/finding';

/**
 * Identifies findings by what does not change when a file is edited: rule, workload and container, not the line or the message.
 *
 * If a workload has the same finding twice, they are numbered in order.
 */
export class Fingerprints {
  private readonly seen = new Map<string, number>();

  /** The name of the next finding. */
  public of(pod: PodModel, finding: Finding): string {
    const workload = `${pod.kind} ${pod.namespace ?? 'default'}/${pod.title.slice(pod.kind.length + 1)}`;
    const text = [finding.rule, workload, ...(finding.container === undefined ? [] : [finding.container])].join(' ');
    const count = (this.seen.get(text) ?? 0) + 1;
    this.seen.set(text, count);
    return count === 1 ? text : `${text} #${count}`;
  }
}
