import { isObject } from '../data/json';
import { Scenario } from '../simulator/scenario';

/**
 * Refuses a behavior without a key if the caller is a program in another language: jsii drops the keys of a Python dictionary that stands for a struct, unless they are
 * spelled as in TypeScript.
 */
export function refuseEmptyBehaviors({ containers }: Scenario): void {
  for (const [name, behavior] of Object.entries(process.env.JSII_AGENT ? containers ?? {} : {})) {
    if (isObject(behavior) && Object.keys(behavior).length === 0) {
      throw new Error(`container '${name}' of the scenario has an empty behavior: set what its program does, for example its exit after 90 s `
        + '(in Python, pass ContainerBehavior(exits_after=90), because jsii drops the keys of a dictionary)');
    }
  }
}
