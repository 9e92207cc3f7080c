import * as kplus from 'cdk8s-plus-28';
import { Measured, Scenario } from './scenario';
import { Stage } from './stage';
import { NativeSidecar } from '../../../src';
import { Binary } from '../binaries';

/** A preset of a program, as the scenarios set it up. */
export interface Subject {
  /** The name of the preset, with its variant. */
  readonly preset: string;
  /** As `Program.name` of the catalog. */
  readonly program: string;
  readonly make: (workload: kplus.Workload) => NativeSidecar;
  /** What the program finds here beyond what its binary always finds. */
  readonly brings?: Partial<Binary>;
}

/** What cannot be better, because of the program or of what happens around it. */
export type Allowances = Pick<Scenario, 'mayLose' | 'mayOverrun'>;

/** A scenario that begins when the program has started; its gate need not be open. */
export function staged(subject: Subject, name: string, act: (stage: Stage) => Promise<Measured>, allowances: Allowances = {}): Scenario {
  const { preset, program, make, brings } = subject;
  const run = async (binary: Binary, path: string) => {
    const stage = Stage.of(make, { ...binary, ...brings }, path);
    try {
      await stage.started();
      return { ...await act(stage), shutdownSeconds: stage.shutdownSeconds };
    } finally {
      stage.remove();
    }
  };
  return { preset, program, name, ...allowances, run };
}
