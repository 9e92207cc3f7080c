import { copiedFrom } from './copying-pre-stop';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { completes } from '../../recognition/completion';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** A command without any of these words stops nothing. */
const MAY_STOP = /kill|shutdown|quit|poweroff|revoke|stop|umount|fusermount|consul\s+leave/;

/** A program that sends a signal, and its arguments. */
const KILL = /(?:^|[\s;&|(`"'/])(kill|pkill|killall)\s+([^;&|\n]*)/g;

/** Signals that make programs drain, reload their configuration or report that they are alive. */
const HARMLESS_SIGNAL = /(^|\s)-(s\s*|-signal[= ])?(SIG)?(USR1|USR2|HUP|WINCH|CONT|10|12|1|0)(\s|$)/i;

/** A word, or the end of a path, that tells a program to stop. */
const ORDER = /(?:^|[\s/"'=])(quitquitquit|shutdown|quit|poweroff)(?=$|[\s?"';&|)])/;

/** The stop commands of nginx and of a consul agent, the revocation of the token that the app needs, and paths whose last word alone is ambiguous. */
const SPECIAL = /\s-s\s+(stop|quit)\b|\btoken\s+revoke\b|(?<![\w-])consul\s+leave\b|:\d+\/(kill|exit|stop)\b/;

/** A command that takes away a folder which the program has mounted for the app. */
const UNMOUNT = /(?:^|[\s;&|(/])(?:umount|fusermount3?[ \t]+-[a-z]{0,4}u)/;

/** The last part of a path that tells a program to stop. */
const STOPPING_PATH = /\/(quitquitquit|quit|shutdown|kill|exit|stop)\/?(\?|$)/;

/** Whether a hook with this command or path stops the program in its container. */
export function stopsProgram(text: string): boolean {
  // `contour envoy shutdown` drains the container beside it.
  if (!MAY_STOP.test(text) || /\benvoy\s+shutdown\b/.test(text)) {
    return false;
  }
  return ORDER.test(text) || SPECIAL.test(text) || UNMOUNT.test(text) || [...text.matchAll(KILL)].some(([, , rest]) => !HARMLESS_SIGNAL.test(rest));
}

/** The message about a sidecar whose preStop hook stops it. */
export function stoppingPreStopMessage(sidecar: string, text: string): string {
  return `the preStop hook of sidecar '${sidecar}' (${text}) runs first and stops '${sidecar}' while the app still runs`;
}

/** The fix for it. */
export const STOPPING_PRE_STOP_FIX = 'remove it, because the kubelet stops the sidecar after the app';

/** The fix for a hook that also does something else. */
export function partOfHookFix(sidecar: string): string {
  return `remove only what stops it, and do the rest when '${sidecar}' receives SIGTERM, which the kubelet sends after the app has stopped`;
}

/** Programs of a hook that do work of their own: they copy files, or are scripts. */
const WORKS = /(?:^|[\s;&|(])(?:aws|gsutil|gcloud|rclone|azcopy|s3cmd|s5cmd|cp|mv|rsync|scp|tar|zip|restic|mc|\/?[\w./-]{1,200}\.(?:sh|py))(?=[\s;&|)]|$)|deregister/;

/** Whether a preStop hook does more than stop its program. */
export function doesMore({ spec }: PodContainer): boolean {
  const command: unknown = spec.lifecycle?.preStop?.exec?.command;
  return Array.isArray(command) && WORKS.test(command.slice(1).join(' '));
}

export const stoppingPreStop: Rule = {
  id: 'NS303',
  name: 'stopping-pre-stop',
  severity: Severity.ERROR,
  title: 'A preStop hook that stops a native sidecar runs first, not last',
  why: 'The kubelet starts all preStop hooks of a pod at once; only the stop signal of a native sidecar waits until the app exits. A hook that stops the sidecar takes it away from an '
    + 'app that still finishes its work, and the kubelet does not restart the sidecar. A hook that copies what the app writes misses what the app writes while it stops. A hook that only starts a drain is fine.',
  fix: 'Remove the hook, or what in it stops the sidecar: the kubelet stops the sidecar after the app. Do the last work of the sidecar when it receives SIGTERM.',
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
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(sidecar => {
    const hook = sidecar.role === ContainerRole.SIDECAR ? sidecar.spec.lifecycle?.preStop : undefined;
    if (!hook) {
      return [];
    }
    const command: unknown = hook.exec?.command;
    const path = String(hook.httpGet?.path ?? '');
    const text = Array.isArray(command) ? command.join(' ') : path;
    const at = atContainer(context.pod, sidecar, 'lifecycle', 'preStop', ...(Array.isArray(command) ? ['exec', 'command'] : ['httpGet', 'path']));
    return stopsProgram(text) || STOPPING_PATH.test(path)
      ? [{
        container: sidecar.name,
        at,
        message: stoppingPreStopMessage(sidecar.name, shorten(text)),
        fix: doesMore(sidecar) ? partOfHookFix(sidecar.name) : STOPPING_PRE_STOP_FIX,
      }]
      : copiesEarly(context, sidecar, text).map(offense => ({ ...offense, at }));
  }),
};

/** When the work of a Job ends, the hooks of its sidecars run after it. */
function copiesEarly({ pod, recognition }: RuleContext, { name }: PodContainer, text: string): RuleOffense[] {
  const writers = completes(recognition) ? [] : copiedFrom(pod, pod.container(name), text);
  const apps = quoted(writers.map(writer => writer.name));
  return writers.length === 0 ? [] : [{
    container: name,
    message: `the preStop hook of sidecar '${name}' (${shorten(text)}) copies files of ${apps} before ${apps} ${writers.length === 1 ? 'has' : 'have'} stopped, so it misses what is written while the pod stops`,
    fix: `copy them when '${name}' receives SIGTERM, which the kubelet sends to a native sidecar after the app has stopped`,
    severity: Severity.WARNING,
  }];
}

const LONGEST_TEXT = 80;

/** A script as one line that fits into a message. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
}
