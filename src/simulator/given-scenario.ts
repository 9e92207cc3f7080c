import { Scenario } from './scenario';
import { checkValue, Kind, OBJECT, VERSION } from '../data/arguments';
import { isObject } from '../data/json';
import { Caller } from '../data/language';
import { wording } from '../data/wording';

const SCENARIO: Kind = { ...OBJECT, what: 'an object, for example { deleteAt: 60 }' };
const BEHAVIOR: Kind = { ...OBJECT, what: 'an object, for example { shutdown: 3 }' };
const BEHAVIORS: Kind = {
  is: isObject,
  what: wording`an object that maps each container name to what its program does, for example { ${'app'}: { shutdown: 3 } }`,
  checkInside: (_, behaviors: object, caller) => Object.entries(behaviors).forEach(([name, behavior]) => checkValue(`container '${name}' of the scenario`, behavior, BEHAVIOR, caller)),
};

/** The scenario that a caller passes, who may have no type checks. Null stands for none. The simulator checks the values inside. */
export function givenScenario(scenario: Scenario | null | undefined, caller: Caller): Scenario {
  checkValue('the scenario', scenario, SCENARIO, caller);
  const given = scenario ?? {};
  checkValue(wording`'kubernetes' of the scenario`, given.kubernetes, VERSION, caller);
  checkValue(wording`'containers' of the scenario`, given.containers, BEHAVIORS, caller);
  return given;
}
