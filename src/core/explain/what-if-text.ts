import { LONGEST_SIMULATION_SECONDS } from '../../simulator/scenario';
import { allOf, WhatIf } from '../../simulator/what-if';
import { InvalidInput } from '../invalid-input';

/** What a user wants to try, as it is written. */
export interface WhatIfTexts {
  /** `container=time` for each. */
  readonly slow?: readonly string[];
  /** `container=time` for each. */
  readonly drain?: readonly string[];
  /** `container@time` for each. */
  readonly crash?: readonly string[];
  readonly ignoreSigterm?: readonly string[];
  readonly delete?: string;
}

const UNITS: { readonly [unit: string]: number } = { h: 3600, m: 60, s: 1, ms: 0.001 };
const TIME = /^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/;
const PART = /(?<![\d.])(\d+(?:\.\d+)?)(ms|h|m|s)/g;

/** Reads what a user wants to try; undefined if there is nothing. Throws `InvalidInput` for the first mistake. */
export function parseWhatIf(texts: WhatIfTexts): WhatIf | undefined {
  const { slow = [], drain = [], crash = [], ignoreSigterm = [], delete: deletion } = texts;
  const changes: WhatIf[] = [
    ...slow.map(text => pair(text, '=', '--slow', 'proxy=20s')).map(([name, gate]) => ({ containers: { [name]: { gate } } })),
    ...drain.map(text => pair(text, '=', '--drain', 'app=20s')).map(([name, seconds]) => ({ containers: { [name]: { drain: seconds } } })),
    ...crash.map(text => pair(text, '@', '--crash', 'proxy@30s')).map(([name, at]) => ({ containers: { [name]: { crashes: [at] } } })),
    ...ignoreSigterm.map(name => ({ containers: { [name]: { ignoresSigterm: true } } })),
    ...(deletion === undefined ? [] : [{ deletion: time(deletion, '--delete', '60s'), containers: {} }]),
  ];
  return changes.length === 0 ? undefined : allOf(changes);
}

function pair(text: string, sign: string, option: string, example: string): [string, number] {
  const at = text.lastIndexOf(sign);
  if (at <= 0) {
    throw new InvalidInput(`${option} '${text}' is invalid: write a container and a time, for example ${option} ${example}`);
  }
  return [text.slice(0, at), time(text.slice(at + 1), option, example)];
}

/** A time such as 20s, 1m30s or 500ms; a plain number is seconds. */
function time(text: string, option: string, example: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : TIME.test(text) ? [...text.matchAll(PART)].reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit], 0) : NaN;
  if (!(seconds <= LONGEST_SIMULATION_SECONDS)) {
    throw new InvalidInput(`${option}: '${text}' is not a time of at most a year: write it like 20s, 1m30s or 500ms, for example ${option} ${example}`);
  }
  return Math.round(seconds * 1000) / 1000;
}
