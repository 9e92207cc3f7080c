import { KnownProgram } from '../knowledge/programs/program';
import { PodModel } from '../kubernetes/pod';
import { isConfigured } from '../recognition/what-runs';
import { InputProblem } from '../yaml/problem';

/** The sidecars of the configuration that no container has matched so far. */
export class UnmatchedSidecars {
  private readonly left: Set<KnownProgram>;
  private hasPods = false;

  public constructor(programs: readonly KnownProgram[]) {
    this.left = new Set(programs);
  }

  /** Looks at the containers of a pod. */
  public see(pod: PodModel): void {
    this.hasPods = true;
    for (const program of this.left) {
      if (pod.containers.some(container => isConfigured(program, container))) {
        this.left.delete(program);
      }
    }
  }

  /** Notes on entries that have no effect on this input; none if there was no pod. */
  public notes(): InputProblem[] {
    return this.hasPods
      ? [...this.left].map(({ name }) => ({ file: 'the configuration', message: `no container of this input matches the sidecar '${name}'` }))
      : [];
  }
}
