import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

/** A text without any of these stops nothing. */
const MAY_STOP = /kill|shutdown|quit|poweroff|revoke|stop/;

/** A program that sends a signal, and what is said to it up to the end of the command. */
const KILL = /(?:^|[\s;&|(`"'/])(kill|pkill|killall)\s+([^;&|\n]*)/g;

/** Signals by which programs are asked to drain, to read their configuration or to say that they live. */
const HARMLESS_SIGNAL = /(^|\s)-(s\s*|-signal[= ])?(SIG)?(USR1|USR2|HUP|WINCH|CONT|10|12|1|0)(\s|$)/i;

/** A word, or the end of a path, that tells a program to stop. */
const ORDER = /(?:^|[\s/"'=])(quitquitquit|shutdown|quit|poweroff)(?=$|[\s?"';&|)])/;

/** nginx’s own way, the end of the token that the app’s secrets hang on, and calls whose word alone would say too little. */
const SPECIAL = /\s-s\s+(stop|quit)\b|\btoken\s+revoke\b|:\d+\/(kill|exit|stop)\b/;

/** The last part of a path that tells a program to stop. */
const STOPPING_PATH = /\/(quitquitquit|quit|shutdown|kill|exit|stop)\/?(\?|$)/;

/** Whether a hook with this command or path stops the program that it runs beside. */
export function stopsProgram(text: string): boolean {
  if (!MAY_STOP.test(text)) {
    return false;
  }
  return ORDER.test(text) || SPECIAL.test(text) || [...text.matchAll(KILL)].some(([, , rest]) => !HARMLESS_SIGNAL.test(rest));
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
  why: 'All pre-stop hooks of a pod begin at once, when the pod is told to stop; only the signal to a native sidecar waits for the app’s end. So a hook that stops the sidecar '
    + 'takes it from an app that still finishes its work, and a sidecar that has ended by then is not started again. A hook that only begins a drain is fine.',
  fix: 'Take the hook away: the kubelet stops the sidecar after the app.',
  example: {
    wrong: `initContainers:
- name: proxy
  restartPolicy: Always
  lifecycle:
    preStop:
      exec: { command: [curl, -XPOST, 'http://localhost:9091/quitquitquit'] }`,
    right: `initContainers:
- name: proxy
  restartPolicy: Always`,
  },
  since: '0.1.0',
  needs: 'hook',
  check: (context: RuleContext): RuleOffence[] => ownContainers(context).flatMap(sidecar => {
    const hook = sidecar.role === ContainerRole.SIDECAR ? sidecar.spec.lifecycle?.preStop : undefined;
    if (!hook) {
      return [];
    }
    const command: unknown = hook.exec?.command;
    const path = String(hook.httpGet?.path ?? '');
    const text = Array.isArray(command) ? command.join(' ') : path;
    return stopsProgram(text) || STOPPING_PATH.test(path)
      ? [{
        container: sidecar.name,
        at: atContainer(context.pod, sidecar, 'lifecycle', 'preStop', ...(Array.isArray(command) ? ['exec', 'command'] : ['httpGet', 'path'])),
        message: stoppingPreStopMessage(sidecar.name, shorten(text)),
        fix: STOPPING_PRE_STOP_FIX,
      }]
      : [];
  }),
};

const LONGEST_TEXT = 80;

/** A script as one line that fits into a sentence. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
}
