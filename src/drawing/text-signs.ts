import { Phase } from './lanes';

/** The characters of a drawing as text. */
export interface Signs {
  readonly phases: { readonly [phase in Phase]: string };
  /** Before a container starts that waited for another one. */
  readonly held: string;
  readonly exit: string;
  readonly killed: string;
  readonly cut: string;
  readonly ruler: { readonly from: string; readonly line: string; readonly to: string };
  readonly requests: string;
}

/** For terminals and pages that show block characters. */
export const UNICODE: Signs = {
  phases: { waiting: '┄', starting: '░', up: '█', hook: '▓', stopping: '▒', backoff: '·' },
  held: '►',
  exit: '▏',
  killed: '✗',
  cut: '…',
  ruler: { from: '├', line: '─', to: '┤' },
  requests: '≈',
};

/** For terminals, logs and mails that show only ASCII. */
export const ASCII: Signs = {
  phases: { waiting: '.', starting: '-', up: '#', hook: '=', stopping: '~', backoff: ':' },
  held: '>',
  exit: '|',
  killed: 'x',
  cut: '~',
  ruler: { from: '|', line: '-', to: '|' },
  requests: '^',
};
