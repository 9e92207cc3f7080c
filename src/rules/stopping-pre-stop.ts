import { Severity } from './finding';
import { Offence, ownContainers, Rule, RuleContext } from './rule';
import { ContainerRole } from '../lifecycle/pod';

const STOPPING = /\b(quitquitquit|kill|pkill|killall|shutdown|poweroff|quit)\b/;

/** Whether a hook with this command or path stops the program that it runs beside. */
export function stopsProgram(text: string): boolean {
  return STOPPING.test(text);
}

/** The sentence about a sidecar whose pre-stop hook stops it. */
export function stoppingPreStopMessage(sidecar: string, text: string): string {
  return `the pre-stop hook of sidecar '${sidecar}' (${text}) stops it, and it runs first, while the app still needs '${sidecar}'`;
}

/** What to do about it. */
export const STOPPING_PRE_STOP_FIX = 'take it away, the kubelet stops the sidecar after the app';

export const stoppingPreStop: Rule = {
  id: 'NS303',
  name: 'stopping-pre-stop',
  severity: Severity.ERROR,
  title: 'A pre-stop hook that stops a native sidecar runs first, not last',
  check: (context: RuleContext): Offence[] => ownContainers(context).flatMap(sidecar => {
    if (sidecar.role !== ContainerRole.SIDECAR) {
      return [];
    }
    const hook = sidecar.spec.lifecycle?.preStop ?? {};
    const command: unknown = hook.exec?.command;
    const text = Array.isArray(command) ? command.join(' ') : String(hook.httpGet?.path ?? '');
    return stopsProgram(text)
      ? [{ container: sidecar.name, message: stoppingPreStopMessage(sidecar.name, text), fix: STOPPING_PRE_STOP_FIX }]
      : [];
  }),
};
