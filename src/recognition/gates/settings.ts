import { GateSetting } from './advice';
import { GateNeed } from '../../knowledge/programs/program';
import { ProgramRun } from '../../knowledge/programs/program-run';
import { Place } from '../leftovers/place';

/**
 * The settings that a container needs for its startup probe to pass; undefined when there is no way to add them.
 *
 * @param placeInScript where a script that starts the program can give it more flags
 */
export function settingsFor(run: ProgramRun, needs: readonly GateNeed[], placeInScript: () => Place | undefined): GateSetting[] | undefined {
  const settings: GateSetting[] = [];
  for (const need of needs) {
    if (!isMet(run, need)) {
      const setting = settingFor(run, need, placeInScript);
      if (!setting) {
        return undefined;
      }
      settings.push(setting);
    }
  }
  return settings;
}

/** Whether a run has what a gate needs. */
export function isMet(run: ProgramRun, { flag = '', variable = '', value }: GateNeed): boolean {
  if (value === undefined) {
    return run.isOn(flag, variable);
  }
  return (flag === '' ? run.variable(variable) : run.setting(flag, variable)) === value;
}

function settingFor(run: ProgramRun, need: GateNeed, placeInScript: () => Place | undefined): GateSetting | undefined {
  const { flag, variable, value } = need;
  const found = flag === undefined ? undefined : run.find(flag);
  if (found) {
    // A flag in a script cannot be replaced, and takes precedence over the variable.
    return run.source.inScript ? undefined : {
      add: { arg: argumentOf(need) },
      replaces: found.word,
      ...(found.inNextWord && value !== undefined ? { replacesValueToo: true } : {}),
    };
  }
  if (variable !== undefined && (flag === undefined || run.hasVariable(variable) || prefersVariables(run, variable))) {
    return { add: { env: { name: variable, value: value ?? 'true' } }, ...(run.hasVariable(variable) ? { replaces: variable } : {}) };
  }
  if (flag === undefined || !run.source.inScript) {
    return flag === undefined ? undefined : { add: { arg: argumentOf(need) } };
  }
  const at = placeInScript();
  return at && { add: { arg: argumentOf(need), at } };
}

function argumentOf({ flag, dashes = '--', value }: GateNeed): string {
  return `${dashes}${flag}${value === undefined ? '' : `=${value}`}`;
}

/** A program that is configured only by variables, or started by a script, gets further settings as variables too. */
function prefersVariables(run: ProgramRun, variable: string): boolean {
  const prefix = variable.slice(0, variable.indexOf('_') + 1);
  return run.source.inScript || (!run.source.words.some(word => word.startsWith('-')) && [...run.source.variables.keys()].some(name => name.startsWith(prefix)));
}
