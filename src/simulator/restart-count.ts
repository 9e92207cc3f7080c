import { Actor } from './actor';
import { restartLimit } from './stop-orders';
import { PodModel } from '../kubernetes/pod';

/**
 * The restarts of all containers of a pod, which a Job with restartPolicy OnFailure counts against its backoffLimit.
 *
 * A pod with restartPolicy Never is never counted: the Job counts failed pods, and a pod whose containers restart in place has not failed.
 */
export class RestartCount {
  public readonly limit: number | undefined;
  private count = 0;
  private removed = 0;

  constructor(pod: PodModel) {
    this.limit = restartLimit(pod);
  }

  /** The kubelet has removed containers to restart them: each one counts, and the kubelet publishes that with the next start. */
  public removedAll(actors: readonly Actor[]): void {
    this.removed += actors.filter(actor => actor.lastCode !== undefined).length;
  }

  /** A container starts. Returns whether the limit is reached. */
  public started(actor: Actor): boolean {
    this.count += this.removed + (actor.lastCode === undefined ? 0 : 1);
    this.removed = 0;
    return this.limit !== undefined && this.count >= this.limit;
  }
}
