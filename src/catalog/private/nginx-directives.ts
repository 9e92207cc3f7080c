import { block, Directive, directive } from './nginx-conf';
import { refusal } from '../../caller/refusal';
import { shown } from '../../data/arguments';
import { isObject, JsonObject } from '../../data/json';
import { sortedEntries } from '../../data/sorted';
import { authored, Subject, wording, Wording } from '../../data/wording';

/** A part of the configuration to which a user can add directives. */
export type NginxContext = 'main' | 'events' | 'http' | 'server' | 'location';

const READ_ONLY = 'remove it, because only /tmp is writable';

/** The directives that the sidecar decides, and what to do instead. */
const DECIDED: { readonly [context in NginxContext]: { readonly [directive: string]: string | Wording } } = {
  main: {
    daemon: 'remove it, because nginx must stay the first process of its container',
    worker_shutdown_timeout: "set 'shutdown'",
    pid: READ_ONLY,
    events: contextOf('events'),
    http: contextOf('http'),
  },
  events: {},
  http: {
    client_body_temp_path: READ_ONLY,
    proxy_temp_path: READ_ONLY,
    fastcgi_temp_path: READ_ONLY,
    uwsgi_temp_path: READ_ONLY,
    scgi_temp_path: READ_ONLY,
    client_max_body_size: "set 'maxBodySize'",
    gzip: "set 'gzip'",
  },
  server: {
    'listen': "set 'port'",
    'ssl_certificate': "set 'certificate'",
    'ssl_certificate_key': "set 'certificate'",
    'location /': contextOf('location'),
  },
  location: {
    proxy_pass: "set 'appPort'",
    proxy_read_timeout: "set 'readTimeout'",
    proxy_buffering: "set 'buffering'",
    proxy_request_buffering: "set 'buffering'",
  },
};

function contextOf(context: NginxContext): Wording {
  return wording`set '${context}' of 'config'`;
}

/** Directives that repeat with another first word. */
const REPEATED = ['proxy_set_header', 'add_header'];

/** Refuses contexts that do not exist, and those that are no mappings. */
export function checkContexts(subject: string, config: JsonObject): void {
  for (const [context, directives] of Object.entries(config)) {
    if (!(context in DECIDED)) {
      throw refusal`'config' of ${subject} has the context '${context}': use ${Object.keys(DECIDED).map(known => `'${known}'`).join(', ')}`;
    }
    if (!isObject(directives)) {
      throw refusal`'${context}' in 'config' of ${subject} is ${shown(directives)}: set an object with directives, for example ${"{ keepalive_timeout: '75s' }"}`;
    }
  }
}

/** The directives of a context with those of the user, which replace directives of the same name. */
export function withDirectives(subject: string, context: NginxContext, own: readonly Directive[], config: JsonObject): Directive[] {
  const given: JsonObject = config[context] ?? {};
  const where = wording`'${context}' in 'config' of ${subject}`;
  const added = inOrder(given).flatMap(([name, value]) => {
    const instead = DECIDED[context][name.trim().replace(/\s+/g, ' ')];
    if (instead !== undefined) {
      throw refusal`${where} has '${name}', which the sidecar decides: ${authored(instead)}`;
    }
    return value === null || value === undefined ? [] : directivesOf(where, name, value);
  });
  const replaced = new Set([...added.filter(one => !one.block).map(keyOf), ...Object.keys(given).filter(name => given[name] === null)]);
  // nginx reads the first location that matches a regular expression, so those of the user come before the one of the sidecar.
  const kept = own.filter(one => one.block || !replaced.has(keyOf(one)));
  return [...kept.filter(one => !one.block), ...added, ...kept.filter(one => one.block)];
}

/** Directives whose place among the others matters. A log format, for example, must come before the access log that uses it. */
const PLACED = ['allow', 'break', 'deny', 'if', 'include', 'load_module', 'log_format', 'return', 'rewrite', 'set'];

/** The user's directives by name, or in the order given where nginx follows it: then one of them has a place, or is a block. */
function inOrder(given: JsonObject): [string, unknown][] {
  const hasOrder = Object.entries(given).some(([name, value]) => PLACED.includes(wordsOf(name)[0]) || [value].flat().some(isObject));
  return hasOrder ? Object.entries(given) : sortedEntries(given);
}

function directivesOf(where: Subject, name: string, value: unknown): Directive[] {
  const words = wordsOf(name);
  if (words.length === 0) {
    throw refusal`${where} has a directive without a name: set a name, for example keepalive_timeout`;
  }
  if (Array.isArray(value)) {
    return value.flatMap(one => directivesOf(where, name, one));
  }
  if (isObject(value)) {
    return [block(words, Object.entries(value).flatMap(([inner, innerValue]) => directivesOf(where, inner, innerValue)))];
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw refusal`${where} has '${name}' with ${shown(value)}: set a string, a number, a list of them, or an object for a block`;
  }
  return [directive(...words, ...wordsOf(String(value)))];
}

/** Words are separated by spaces, or in double quotes. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) => quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
}

function keyOf({ words }: Directive): string {
  return words.slice(0, REPEATED.includes(words[0]) ? 2 : 1).join(' ');
}
