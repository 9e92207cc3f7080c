import { FluentBitBudget } from './fluent-bit-budget';
import { ConfigMapping } from './yaml';
import { sortedData } from '../../data/sorted';
import { FLUENT_BIT_CHUNKS_IN_MEMORY, FLUENT_BIT_LONGEST_LINE, FLUENT_BIT_REFRESH_SECONDS } from '../../knowledge/programs/fluent-bit';
import { FluentBitMultilineParser } from '../fluent-bit-pipeline';

/** The directory for read positions and unsent records. */
export const FLUENT_BIT_STATE_FOLDER = '/var/lib/fluent-bit';

/** A parser in the configuration. */
export interface ParserPart {
  readonly format: string;
  readonly regex?: string;
  readonly time_key?: string;
  readonly time_format?: string;
  readonly time_keep?: boolean;
}

/** An input in the configuration. */
export interface InputPart {
  readonly tag: string;
  readonly path: string;
  readonly parser: ParserPart | undefined;
  readonly multilineParsers: readonly string[];
  readonly processors: readonly ProcessorPart[];
  readonly options: Options;
}

/** A processor in the configuration. */
export interface ProcessorPart {
  readonly plugin: string;
  readonly options: Options;
}

/** A filter in the configuration. */
export interface FilterPart extends ProcessorPart {
  readonly match: string;
}

type Options = { readonly [key: string]: any };

/** An output in the configuration. */
export interface OutputPart {
  readonly plugin: string;
  readonly match: string;
  readonly options: Options;
}

/** The values of a Fluent Bit configuration. */
export interface FluentBitParts {
  readonly httpPort: number;
  readonly budget: FluentBitBudget;
  readonly bufferMebibytes: number;
  readonly maxRetrySeconds: number;
  readonly logLevel: string | undefined;
  /** Whether its version cuts long lines, instead of skipping them. */
  readonly canTruncate: boolean;
  readonly multilineParsers: readonly FluentBitMultilineParser[];
  readonly inputs: readonly InputPart[];
  readonly filters: readonly FilterPart[];
  readonly outputs: readonly OutputPart[];
}

/** The configuration in the form that Fluent Bit reads. */
export function fluentBitConfig(parts: FluentBitParts): ConfigMapping {
  const parsers = parts.inputs.flatMap(({ tag, parser }) => (parser ? [{ name: tag, ...parser }] : []));
  return {
    service: {
      'flush': 1,
      'grace': parts.budget.graceSeconds,
      'log_level': parts.logLevel,
      'http_server': true,
      'http_listen': '0.0.0.0',
      'http_port': parts.httpPort,
      'storage.path': `${FLUENT_BIT_STATE_FOLDER}/chunks`,
      'storage.max_chunks_up': FLUENT_BIT_CHUNKS_IN_MEMORY,
      // Without storage.backlog.flush_on_shutdown, which makes 5.1.1 crash at its end while an output is away.
      // Otherwise the waits grow to half an hour, so that an output gets records long after it is back.
      'scheduler.base': 1,
      'scheduler.cap': parts.maxRetrySeconds,
    },
    parsers: parsers.length > 0 ? parsers : undefined,
    multiline_parsers: parts.multilineParsers.length > 0 ? parts.multilineParsers.map(multilineParser) : undefined,
    pipeline: {
      inputs: parts.inputs.map(input => tail(input, parts.canTruncate)),
      filters: parts.filters.length > 0 ? parts.filters.map(({ plugin, match, options }) => ({ name: plugin, match, ...without(options, ['name', 'match'], plugin) })) : undefined,
      outputs: parts.outputs.map(output => ({
        'name': output.plugin,
        'match': output.match,
        'storage.total_limit_size': `${parts.bufferMebibytes}M`,
        // By default a record gets one retry. The buffer limits what is kept, so nothing else has to give up.
        'retry_limit': 'no_limits',
        'net.connect_timeout': `${parts.budget.attemptSeconds}s`,
        'net.io_timeout': `${parts.budget.attemptSeconds}s`,
        ...without(output.options, ['name', 'match']),
      })),
    },
  };
}

/**
 * Fluent Bit finds files within a fraction of a second and reads them from the beginning, because they do not exist yet when it starts. It stores its records and read positions on
 * disk, so a restart neither loses nor repeats records.
 */
function tail(input: InputPart, canTruncate: boolean): ConfigMapping {
  return {
    'name': 'tail',
    'tag': input.tag,
    'path': input.path,
    'parser': input.parser && input.tag,
    'multiline.parser': input.multilineParsers.length > 0 ? input.multilineParsers.join(', ') : undefined,
    // The digits after the point are nanoseconds: 0.2 would be two of them.
    'refresh_interval': FLUENT_BIT_REFRESH_SECONDS.toFixed(9),
    'read_from_head': true,
    'rotate_wait': 5,
    'buffer_max_size': FLUENT_BIT_LONGEST_LINE,
    'skip_long_lines': true,
    'truncate_long_lines': canTruncate ? true : undefined,
    'db': `${FLUENT_BIT_STATE_FOLDER}/${input.tag}.db`,
    'storage.type': 'filesystem',
    ...without(input.options, ['name', 'tag', 'path']),
    'processors': input.processors.length > 0 ? { logs: input.processors.map(({ plugin, options }) => ({ name: plugin, ...without(options, ['name'], plugin) })) } : undefined,
  };
}

function multilineParser({ name, firstLine, nextLine, flushAfter }: FluentBitMultilineParser): ConfigMapping {
  return {
    name,
    type: 'regex',
    flush_timeout: flushAfter ? flushAfter.toMilliseconds() : undefined,
    rules: [{ state: 'start_state', regex: `/${firstLine}/`, next_state: 'cont' }, { state: 'cont', regex: `/${nextLine}/`, next_state: 'cont' }],
  };
}

/** The filter whose options are rules that it applies one after another. */
const ORDERED = 'modify';

/** The user's options of a plugin without those that are fixed, sorted unless their order matters. */
function without(options: Options, fixed: readonly string[], plugin?: string): ConfigMapping {
  const entries = Object.entries(plugin === ORDERED ? options : sortedData(options));
  return Object.fromEntries(entries.filter(([key]) => !fixed.includes(key.toLowerCase())));
}

