import { FluentBitBudget } from './fluent-bit-budget';
import { FilterPart, InputPart, OutputPart, ParserPart } from './fluent-bit-config';
import { refusal } from '../../caller/refusal';
import { FluentBitFilter, FluentBitFormat, FluentBitInput, FluentBitOutput, FluentBitParser } from '../fluent-bit-pipeline';

/** The inputs of a configuration. */
export function inputParts(subject: string, folder: string, inputs: readonly FluentBitInput[]): InputPart[] {
  const parts = inputs.map(({ files, tag, parser, multilineParsers, processors, options }) => ({
    tag: checkTag(subject, tag ?? 'app'),
    path: `${folder}/${checkFiles(subject, folder, files ?? '*.log')}`,
    parser: parser ? parserPart(subject, parser) : undefined,
    multilineParsers: multilineParsers ?? [],
    processors: (processors ?? []).map(processor => ({ plugin: checkPlugin(subject, processor.plugin, 'processor'), options: processor.options ?? {} })),
    options: options ?? {},
  }));
  const duplicate = parts.find(({ tag }, index) => parts.findIndex(other => other.tag === tag) !== index);
  if (duplicate) {
    throw refusal`${subject} has two inputs with the tag '${duplicate.tag}': set a unique 'tag' for each input`;
  }
  return parts;
}

function parserPart(subject: string, parser: FluentBitParser): ParserPart {
  if (parser.format === FluentBitFormat.REGEX && !parser.regex) {
    throw refusal`${subject} has a parser with the format '${parser.format}' but no expression: set 'regex', for example ^(?<time>[^ ]+) (?<message>.*)$`;
  }
  return { format: parser.format, regex: parser.regex, time_key: parser.timeKey, time_format: parser.timeFormat, time_keep: parser.timeKeep };
}

/** The outputs of a configuration. */
export function outputParts(subject: string, outputs: readonly FluentBitOutput[] | undefined, budget: FluentBitBudget): OutputPart[] {
  if (!outputs || outputs.length === 0) {
    throw refusal`${subject} has no outputs, so it would drop all logs: set 'outputs', for example [{ plugin: 'stdout' }]`;
  }
  return outputs.map(({ plugin, match, options }) => {
    checkTimeouts(subject, options ?? {}, budget);
    return { plugin: checkPlugin(subject, plugin, 'output'), match: match ?? '*', options: options ?? {} };
  });
}

/** The filters of a configuration. */
export function filterParts(subject: string, filters: readonly FluentBitFilter[]): FilterPart[] {
  return filters.map(({ plugin, match, options }) => ({ plugin: checkPlugin(subject, plugin, 'filter'), match: match ?? '*', options: options ?? {} }));
}

/** Refuses a timeout of an output that does not fit into the shutdown time. */
function checkTimeouts(subject: string, options: { readonly [key: string]: unknown }, { shutdownSeconds, attemptSeconds }: FluentBitBudget): void {
  for (const [key, value] of Object.entries(options)) {
    const seconds = /^net\.(io|connect)_timeout$/i.test(key) ? Number(/^(\d+)s?$/.exec(String(value))?.[1] ?? NaN) : 0;
    if (Number.isNaN(seconds) || seconds < 0 || seconds > attemptSeconds) {
      const why = `an attempt that hangs may take at most ${attemptSeconds} s of the shutdown time of ${shutdownSeconds} s`;
      throw refusal`an output of ${subject} sets '${key}' to ${JSON.stringify(value)}, but ${why}: set a longer 'shutdown', or a shorter timeout`;
    }
  }
}

const EXAMPLES = { output: 'loki', filter: 'grep', processor: 'content_modifier' };

function checkPlugin(subject: string, plugin: string, kind: keyof typeof EXAMPLES): string {
  if (!/^[a-z][a-z0-9_-]*$/.test(plugin)) {
    throw refusal`${subject} has the ${kind} plugin '${plugin}', which is not a valid name: set the name of ${kind === 'output' ? 'an' : 'a'} ${kind} plugin, for example ${EXAMPLES[kind]}`;
  }
  return plugin;
}

function checkTag(subject: string, tag: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(tag)) {
    throw refusal`the tag '${tag}' of ${subject} is not valid: use letters, digits, dots and dashes, for example app.access`;
  }
  return tag;
}

function checkFiles(subject: string, folder: string, files: string): string {
  if (files === '' || files.startsWith('/') || files.split('/').includes('..')) {
    throw refusal`${subject} cannot read '${files}', which is not below the shared directory '${folder}': set a path below it, for example *.log`;
  }
  return files;
}
