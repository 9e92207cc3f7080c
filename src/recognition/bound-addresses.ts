import type { Setting } from './settings';

/**
 * Names that can only tell a program where to listen itself: `--web.listen-address`, `BIND`, `-l`, `--http.addr`. A name such as `QUOTES_HTTP_ADDR` means another one,
 * and so does `LISTENER_URL`.
 */
const BINDS = new RegExp('(^|[-_.])(listen(?![-_.]?to\\b)([-_.]|$)|(listen|bind)([-_.]?(on|host|port|ip|addr|address))?$|serve$)'
  + '|^l$|^(https?|grpc|tcp|web|metrics?|health|probe|telemetry|debug|pprof)[-_.](addr|address)$', 'i');

/** Servers that are told their own address by names, or at places, that mean another one elsewhere. */
const SERVER = /(^|[\s/])(gunicorn|uvicorn|hypercorn|daphne|waitress-serve|runserver|puma|unicorn|http\.server)(\s|$)/;
/** Those names; a plain word has none. */
const OF_SERVER = /^(b|host|)$/;

/** Programs in a script that listen at an address, and what stands right before it: `gunicorn -b`, `php -S`, `ssh -D`, `nc -l`. */
const FLAGGED: readonly (readonly [RegExp, RegExp])[] = [
  [SERVER, /(\s(-b)?|--bind=)$/],
  [/(^|[\s/])php[\d.]{0,4}\s/, /\s-S\s?$/],
  [/(^|[\s/])(auto)?ssh\s/, /\s-[a-zA-Z]{0,9}D\s?$/],
  [/\S/, /\s-l[\s=]?$/],
];
/** What stands before and behind the address at which `ssh -L 127.0.0.1:3307:db:3306` listens. */
const BEFORE_DOOR = /(^|\s)-[a-zA-Z]*L\s*$/;
const BEHIND_DOOR = /^:[\w.-]+:\d/;
/** What stands before the address behind `ssh -L 3307:localhost:3306`, which is one of the other host. */
const BEFORE_FAR_END = /(^|\s)-[a-zA-Z]*L\s*(?:[\w.*-]{0,64}:)?\d{2,5}:$/;

/** So much of a command is read before an address. */
const LOOK_BACK = 200;

/** Whether the name of a setting says that its container itself listens there, whoever else declares the port. */
export function isBinding(name: string): boolean {
  return BINDS.test(name);
}

/** Whether a setting that is an address, or the host of one, tells a server its own. */
export function isOfServer({ name, isScript }: Setting, settings: readonly Setting[]): boolean {
  return !isScript && (isBinding(name)
    || (OF_SERVER.test(name) && settings.some(other => other.name === '' && SERVER.test(other.value)))
    || (name === 'S' && settings.some(other => other.name === '' && /(^|\/)php[\d.]*$/.test(other.value))));
}

/**
 * Whether an address in a setting is none that its container calls: the container listens there, or it is one of another host.
 *
 * @param start where the address begins in the value
 * @param end where it ends
 */
export function isUncalled({ name, value, isScript }: Setting, start: number, end: number): boolean {
  const before = isScript ? commandBefore(value, start) : `${name === '' ? '' : `-${name} `}${commandBefore(value, start)}`;
  return (isScript && FLAGGED.some(([program, flag]) => program.test(before) && flag.test(before)))
    || (BEFORE_DOOR.test(before) && BEHIND_DOOR.test(value.slice(end, end + LOOK_BACK))) || BEFORE_FAR_END.test(before);
}

/** The part of a command that stands before a place of a text. */
export function commandBefore(text: string, place: number): string {
  return text.slice(Math.max(0, place - LOOK_BACK), place).split(/[;&|\n]/).at(-1)!;
}
