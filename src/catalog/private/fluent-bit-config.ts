import { ConfigMapping } from './yaml';
import { FLUENT_BIT_CHUNKS_IN_MEMORY, FLUENT_BIT_REFRESH_SECONDS } from '../../knowledge/programs/fluent-bit';

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
  readonly options: { readonly [key: string]: string };
}

/** An output in the configuration. */
export interface OutputPart {
  readonly plugin: string;
  readonly match: string;
  readonly options: { readonly [key: string]: string };
}

/** The values of a Fluent Bit configuration. */
export interface FluentBitParts {
  readonly httpPort: number;
  readonly graceSeconds: number;
  readonly bufferMebibytes: number;
  readonly inputs: readonly InputPart[];
  readonly outputs: readonly OutputPart[];
}

/** The configuration in the form that Fluent Bit reads. */
export function fluentBitConfig(parts: FluentBitParts): ConfigMapping {
  const parsers = parts.inputs.flatMap(({ tag, parser }) => (parser ? [{ name: tag, ...parser }] : []));
  return {
    service: {
      'flush': 1,
      'grace': parts.graceSeconds,
      'http_server': true,
      'http_listen': '0.0.0.0',
      'http_port': parts.httpPort,
      'storage.path': `${FLUENT_BIT_STATE_FOLDER}/chunks`,
      'storage.max_chunks_up': FLUENT_BIT_CHUNKS_IN_MEMORY,
    },
    parsers: parsers.length > 0 ? parsers : undefined,
    pipeline: {
      inputs: parts.inputs.map(tail),
      outputs: parts.outputs.map(output => ({
        'name': output.plugin,
        'match': output.match,
        'storage.total_limit_size': `${parts.bufferMebibytes}M`,
        ...without(output.options, ['name', 'match']),
      })),
    },
  };
}

/**
 * Fluent Bit finds files within a second and reads them from the beginning, because they do not exist yet when it starts. It stores its records and read positions on
 * disk, so a restart neither loses nor repeats records.
 */
function tail(input: InputPart): ConfigMapping {
  return {
    'name': 'tail',
    'tag': input.tag,
    'path': input.path,
    'parser': input.parser && input.tag,
    'refresh_interval': FLUENT_BIT_REFRESH_SECONDS,
    'read_from_head': true,
    'rotate_wait': 5,
    'skip_long_lines': true,
    'db': `${FLUENT_BIT_STATE_FOLDER}/${input.tag}.db`,
    'storage.type': 'filesystem',
    ...without(input.options, ['name', 'tag', 'path']),
  };
}

function without(options: { readonly [key: string]: string }, fixed: readonly string[]): ConfigMapping {
  return Object.fromEntries(Object.entries(options).filter(([key]) => !fixed.includes(key.toLowerCase())));
}
