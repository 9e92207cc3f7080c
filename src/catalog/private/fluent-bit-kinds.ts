import { PRESET_KINDS } from './preset';
import { DURATION, FLAG, Kind, Kinds, listOf, mappingOf, NUMBER, oneOf, required, requiredElsewhere, SIZE, structOf, structsOf, TEXT, TEXTS } from '../../data/arguments';
import { DATA } from '../../data/plain-data';
import { wording } from '../../data/wording';
import {
  FluentBitFilter, FluentBitFormat, FluentBitInput, FluentBitLogLevel, FluentBitMultilineParser, FluentBitOutput, FluentBitParser, FluentBitProcessor,
} from '../fluent-bit-pipeline';
import { FluentBitProps } from '../fluent-bit-props';

/** A value of a setting, or several. */
const SCALAR: Kind = { is: value => ['string', 'number', 'boolean'].includes(typeof value), what: 'a string' };
const OPTIONS: Kind = mappingOf(
  { is: value => SCALAR.is(value) || listOf(SCALAR, '').is(value), what: '' },
  wording`an object whose values are strings, numbers, booleans or lists of them, for example ${"{ host: 'loki', header: ['X-Team shop'] }"}`,
);

const PLUGIN = (example: string): Kind => ({ ...required(TEXT), what: `the name of a plugin, for example '${example}'` });

const PARSER = structOf<FluentBitParser>({
  format: required(oneOf(FluentBitFormat)), regex: TEXT, timeKey: TEXT, timeFormat: TEXT, timeKeep: FLAG,
}, 'a parser, for example { format: FluentBitFormat.JSON }');

/** What the properties of a `FluentBit` must be. */
export const FLUENT_BIT_KINDS: Kinds<FluentBitProps> = {
  ...PRESET_KINDS,
  outputs: requiredElsewhere(structsOf<FluentBitOutput>({ plugin: PLUGIN('stdout'), match: TEXT, options: OPTIONS }, "a list of outputs, for example [{ plugin: 'stdout' }]")),
  inputs: structsOf<FluentBitInput>({
    files: TEXT,
    tag: TEXT,
    options: OPTIONS,
    parser: PARSER,
    multilineParsers: TEXTS,
    processors: structsOf<FluentBitProcessor>({ plugin: PLUGIN('content_modifier'), options: OPTIONS }, "a list of processors, for example [{ plugin: 'content_modifier' }]"),
  }, "a list of inputs, for example [{ files: '*.log' }]"),
  filters: structsOf<FluentBitFilter>({ plugin: PLUGIN('grep'), match: TEXT, options: OPTIONS }, wording`a list of filters, for example [{ plugin: 'grep', options: ${"{ exclude: 'log debug' }"} }]`),
  multilineParsers: structsOf<FluentBitMultilineParser>({
    name: required(TEXT), firstLine: required(TEXT), nextLine: required(TEXT), flushAfter: DURATION,
  }, "a list of parsers, for example [{ name: 'trace', firstLine: '^[A-Z]', nextLine: '^ ' }]"),
  path: TEXT,
  container: TEXT,
  lastRead: DURATION,
  bufferSize: SIZE,
  sizeLimit: SIZE,
  httpPort: NUMBER,
  metrics: FLAG,
  podFields: FLAG,
  podLabels: TEXTS,
  maxRetryInterval: DURATION,
  logLevel: oneOf(FluentBitLogLevel),
  config: DATA,
};
