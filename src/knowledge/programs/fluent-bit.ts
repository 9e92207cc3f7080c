import { isLoopback, portOf } from './address';
import { httpGate, Program } from './program';
import { Since } from './since';

const HTTP_ON = /^[ \t]*http_server:?\s+(on|true)\b/im;

/** It is off unless it is switched on; a variable may do that. */
const HTTP_OFF = /^[ \t]*http_server:?\s+(off|false)\b/im;
const HTTP_NAMED = /^[ \t]*http_server\b/im;
/** What every configuration has. */
const INPUTS = /^[ \t]*(\[INPUT\]|inputs:)/im;
/** Other files may switch it on. */
const INCLUDES = /^[ \t]*(@include\b|includes:)/im;

/**
 * Fluent Bit, as a reader of log files that the app writes into a shared folder.
 *
 * It looks for new files every 60 s unless told otherwise, so that a short Job is over before it has found the first. On SIGTERM it stops reading at once,
 * and then has `grace` seconds to send what it has read; after them it still waits for attempts under way, without a limit unless told otherwise. It retries a
 * record once unless told otherwise.
 *
 * @see https://docs.fluentbit.io/manual/
 */
export const FLUENT_BIT: Program = {
  name: 'Fluent Bit',
  image: 'cr.fluentbit.io/fluent/fluent-bit:5.1.1',
  repositories: /(^|\/)(fluent-bit(-plugin-loki)?|aws-for-fluent-bit)$/,
  command: /^(fluent-bit|td-agent-bit)$/,
  user: 65532,
  onlySidecar: true,
  direction: 'shipper',
  once: { flag: /^--(dry-run|version|help)$|^-[DV]$|^(-p ?|--prop[= ])?exit_on_eof=(on|true|yes)$/, file: /^[ \t]*(- )?exit_on_eof:?[ \t]+["']?(on|true|yes)\b/im },
  gate: 'HTTP 2020 /',
  shutdownSeconds: 11,
  requires: { version: [3, 2], what: 'a YAML configuration with parsers' },
  startup: run => {
    const text = run.fileWith(HTTP_ON);
    const listen = text && /^[ \t]*http_listen:?\s+(\S+)/im.exec(text)?.[1];
    const port = portOf(text && (/^[ \t]*http_port:?\s+(\d+)/im.exec(text)?.[1] ?? String(FLUENT_BIT_HTTP_PORT)));
    return port === undefined || isLoopback(listen ?? '') ? 'the manifest does not show that its HTTP server is on' : httpGate('/', port);
  },
  shutPorts: run => {
    const isOff = run.fileWith(HTTP_OFF) !== undefined || run.fileWith(HTTP_NAMED) === undefined;
    const mayBeOn = run.fileWith(HTTP_ON) ?? run.fileWith(INCLUDES) ?? run.find('H', 'http', 'P', 'port') ?? run.find('health');
    return run.sees(INPUTS) && isOff && mayBeOn === undefined ? [FLUENT_BIT_HTTP_PORT] : [];
  },
  // The images of AWS bring a system, those with -debug a shell.
  shellLess: run => /(^|\/)fluent\/fluent-bit$/.test(run.repository) && run.isVariantSeen && !/debug|windows/.test(run.tag),
  imageUser: run => /(^|\/)fluent\/fluent-bit$/.test(run.repository) ? { root: true, id: 65532 } : undefined,
};

/** The port of its own HTTP server, on all addresses. The path `/` answers whatever the outputs do. */
export const FLUENT_BIT_HTTP_PORT = 2020;

/** How often it looks for new files, in seconds. */
export const FLUENT_BIT_REFRESH_SECONDS = 0.2;

/** How long it goes on reading after the app of a Job has ended, in seconds: time to find a file, and to read a burst to its end. */
export const FLUENT_BIT_LAST_READ_SECONDS = 2;

/** How many chunks, of about 2 MB each, it keeps in memory. The program's own 128 would not fit into a sidecar's limit. */
export const FLUENT_BIT_CHUNKS_IN_MEMORY = 16;

/** The longest line that it reads whole. The program's own 32 kB are less than a stack trace in JSON. */
export const FLUENT_BIT_LONGEST_LINE = '1M';

/** Read in the source of 4.1 and 4.2. Before, longer lines are skipped. */
export const FLUENT_BIT_TRUNCATION: Since = { version: [4, 2], what: 'the setting truncate_long_lines' };
