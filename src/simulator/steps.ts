/** How a step of the worker went: it is done, it takes time, the back-off delays it, or the back-off delays it and every step after it. */
export type StepResult = 'done' | 'takes-time' | 'held' | 'held-with-all-after';

/** A step of the worker; it calls `resume` when it is over, if it takes time. */
export type Step = (resume: () => void) => StepResult;

/**
 * Runs steps one after another.
 *
 * @param whenDone called when no step is left
 * @param afterwards called then if a step took time, so that the caller has long returned
 * @returns whether all steps are over, and any of them did something
 */
export function runSteps(steps: readonly Step[], whenDone: () => void, afterwards: () => void): boolean {
  let did = false;
  let next = 0;
  const proceed = (): boolean => {
    while (next < steps.length) {
      const result = steps[next++](() => {
        if (proceed()) {
          afterwards();
        }
      });
      if (result === 'takes-time') {
        did = true;
        return false;
      }
      did = did || result === 'done';
      next = result === 'held-with-all-after' ? steps.length : next;
    }
    whenDone();
    return true;
  };
  return proceed() && did;
}
