import { EMPTY_STATE, PlaygroundState } from './state';
import { ContainerWhatIf, WhatIf } from '../../../src/simulator/what-if';

/** The longest text that a link may unfold to, in characters, so that no link can fill the memory. */
const LONGEST_TEXT = 2_000_000;

/** The most crashes of one container that a link may hold: each one makes a simulation longer. */
const MOST_CRASHES = 10;

/** What precedes the state in the fragment of a link. */
const KEY = 'm=';

/** The state as a fragment, which a browser sends to no server: compressed JSON in base64url. */
export async function fragmentOf(state: PlaygroundState): Promise<string> {
  const json = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(json).arrayBuffer());
  let text = '';
  bytes.forEach(byte => text += String.fromCharCode(byte));
  return `#${KEY}${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The state in a fragment; undefined if it has none. Throws a sentence if it is damaged. */
export async function stateIn(fragment: string): Promise<PlaygroundState | undefined> {
  const text = fragment.replace(/^#/, '');
  if (!text.startsWith(KEY)) {
    return undefined;
  }
  try {
    const bytes = Uint8Array.from(atob(text.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
    return readState(JSON.parse(await unfold(bytes)));
  } catch {
    throw new Error('the link is damaged or incomplete: copy it again');
  }
}

async function unfold(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (text.length > LONGEST_TEXT) {
      await reader.cancel();
      throw new Error('too long');
    }
  }
  return text;
}

/** Takes from foreign data only what has the right form. */
function readState(data: Partial<Record<keyof PlaygroundState, unknown>>): PlaygroundState {
  const { text, kubernetes, mesh, workload, whatIf } = data;
  return {
    text: typeof text === 'string' ? text : EMPTY_STATE.text,
    kubernetes: typeof kubernetes === 'string' ? kubernetes : EMPTY_STATE.kubernetes,
    mesh: typeof mesh === 'string' ? mesh : EMPTY_STATE.mesh,
    workload: isTime(workload) ? Math.floor(workload) : EMPTY_STATE.workload,
    whatIf: readWhatIf(isObject(whatIf) ? whatIf : {}),
  };
}

function readWhatIf({ deletion, containers }: { [key: string]: unknown }): WhatIf {
  const read = Object.entries(isObject(containers) ? containers : {}).map(([name, own]) => [name, readContainer(isObject(own) ? own : {})]);
  return { ...timeOrNever('deletion', deletion), containers: Object.fromEntries(read) };
}

function readContainer({ drain, gate, crashes, work, ignoresSigterm }: { [key: string]: unknown }): ContainerWhatIf {
  return {
    ...(isTime(drain) ? { drain } : {}),
    ...timeOrNever('gate', gate),
    ...(Array.isArray(crashes) && crashes.length <= MOST_CRASHES && crashes.every(isTime) ? { crashes } : {}),
    ...timeOrNever('work', work),
    ...(typeof ignoresSigterm === 'boolean' ? { ignoresSigterm } : {}),
  };
}

function timeOrNever(key: string, value: unknown): object {
  return value === 'never' || isTime(value) ? { [key]: value } : {};
}

/** At most a day: more would make a simulation long. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 86_400;
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
