import { IConstruct } from 'constructs';

/** Runs after a synth, with the error that ended it; undefined if it succeeded. */
export type AfterSynth = (failure: unknown) => void;

/** What runs before and after each synth of an app. */
class SynthSteps {
  public readonly before = new Set<() => void>();
  public readonly after = new Set<AfterSynth>();
  public running = false;

  /** Runs the steps around a synth. A synth within a synth, such as that of a chart of the app, has no steps of its own. */
  public around<T>(isApp: boolean, synth: () => T): T {
    if (this.running) {
      return synth();
    }
    this.running = true;
    let failure: unknown;
    try {
      this.before.forEach(step => step());
      return synth();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.running = false;
      if (isApp) {
        this.after.forEach(step => step(failure));
      }
    }
  }
}

const steps = new WeakMap<IConstruct, SynthSteps>();

/** Runs a step before each synth of the app, or of one of its charts: it may still change the app. */
export function beforeSynth(root: IConstruct, step: () => void): void {
  stepsOf(root).before.add(step);
}

/** Runs a step after each synth of the whole app, also if the synth fails. */
export function afterSynth(root: IConstruct, step: AfterSynth): void {
  stepsOf(root).after.add(step);
}

/** Synthesizes an app, or a chart of it, with the steps of the app. */
export function withSynthSteps<T>(root: IConstruct, synthesized: IConstruct, synth: () => T): T {
  const known = steps.get(root);
  return known ? known.around(root === synthesized, synth) : synth();
}

/** Whether an app, or a chart of it, synthesizes with its steps. */
export function isSynthesizing(root: IConstruct): boolean {
  return steps.get(root)?.running === true;
}

function stepsOf(root: IConstruct): SynthSteps {
  const known = steps.get(root) ?? new SynthSteps();
  steps.set(root, known);
  return known;
}
