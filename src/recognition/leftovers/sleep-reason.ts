import { SimpleCommand, wordsOf } from './shell-walk';
import { commandName } from './sources';
import { repositoryOf } from '../../knowledge/known-programs';
import { PodContainer } from '../../kubernetes/pod';
import { baseName } from '../commands';

/** In seconds: no proxy needs longer until it listens. A longer sleep is about something else. */
const LONGEST_START = 30;
/** How far around a sleep a comment on it stands, in characters: many sleeps may share one line. */
const NEAR = 1000;
const SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Texts about a pause. Another text above a sleep may be the heading of what comes below it. */
const PAUSES = /\b(wait\w*|sleep\w*|give|giving|allow\w*|let|paus\w*|delay\w*|until|so that|before|after|time|seconds?|avoid\w*|prevent\w*)\b/i;
/** Reasons for a pause that have nothing to do with a sidecar. */
const OTHER_REASONS = /\b(dns|rate[- ]?limit\w*|stagger\w*|jitter\w*|throttl\w*|shards?|replicas?|quota\w*|spread\w*|thundering|propagat\w*|settl\w*|cool\w*)\b/i;
const SIDECAR = /\b(side-?cars?|prox(y|ies)|mesh|agents?|tunnels?|vpn|network\w*|connect\w*|listen\w*|containers?)\b/i;
/** Words that tell of a pause or a start, but not of whose. */
const FILLERS = new Set(('a about all allow an and any are at be been before bit boot boots booted brief briefly can come comes container containers do everything few first fix for from '
  + 'fully get give gives hack has have i in init is it its just let little make minute moment more need needed needs now of ok on other others our pause pod process processes '
  + 'programs quick ready s sec second seconds secs services short sleep sleeping so some start started starting starts startup stuff sure temporary that the them then there they '
  + 'things this time to todo until up us wait waiting we while will work workaround').split(' '));

/** Why a sleep is for something else than the start of a sidecar: a clause about the sleep; undefined when nothing shows it. */
export function otherReason(text: string, sleep: SimpleCommand, said?: string, sidecar?: PodContainer): string | undefined {
  if (secondsOf(sleep) > LONGEST_START) {
    return 'it is longer than a sidecar usually needs to start';
  }
  const names = new Set(sidecar ? [sidecar.name, baseName(repositoryOf(String(sidecar.spec.image ?? '')))].flatMap(wordsIn) : []);
  const isOther = (about: string, isHeading: boolean) => OTHER_REASONS.test(about)
    || (!(isHeading && !PAUSES.test(about)) && !SIDECAR.test(about)
      && wordsIn(about).some(word => !FILLERS.has(word)) && !wordsIn(about).some(word => names.has(word)));
  return isOther(commentBehind(text, sleep.end), false) || [commentsAbove(text, sleep.pos), said ?? ''].some(about => isOther(about, true))
    ? 'the script gives another reason for it' : undefined;
}

function secondsOf(sleep: SimpleCommand): number {
  return wordsOf(sleep).slice(1).reduce((sum, word) => sum + Number.parseFloat(word) * (SECONDS[word.at(-1)!] ?? 1), 0);
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().split(/[^a-z]+/).filter(word => word !== '');
}

/** What a command says; undefined when it says nothing. */
export function saidBy(command: SimpleCommand): string | undefined {
  const words = wordsOf(command);
  return /^(echo|printf)$/.test(commandName(words)) ? words.slice(1).join(' ') : undefined;
}

/** The comment on the line of a command. */
function commentBehind(text: string, end: number): string {
  return /^[ \t;]*#([^\n]*)/.exec(text.slice(end, end + NEAR))?.[1] ?? '';
}

/** The comments on the lines right above a command. */
function commentsAbove(text: string, pos: number): string {
  const lines = text.slice(Math.max(0, pos - NEAR), pos).split('\n').slice(0, -1);
  let first = lines.length;
  while (first > 0 && /^[ \t]*#(?!!)/.test(lines[first - 1])) {
    first--;
  }
  return lines.slice(first).join(' ');
}
