import { Duration } from 'cdk8s';

/** The format of a log line. */
export enum FluentBitFormat {
  /** One JSON object per line. */
  JSON = 'json',
  /** A regular expression with named groups. */
  REGEX = 'regex',
  /** `key=value` pairs. */
  LOGFMT = 'logfmt',
  /** Labeled, tab-separated values. */
  LTSV = 'ltsv',
}

/** A parser that turns log lines into records. */
export interface FluentBitParser {
  /** The format of a line. */
  readonly format: FluentBitFormat;
  /**
   * The expression whose named groups become fields. Required for the format REGEX.
   * @default - no expression
   */
  readonly regex?: string;
  /**
   * The field with the time of the record.
   * @default - the time at which Fluent Bit reads the record
   */
  readonly timeKey?: string;
  /**
   * The format of the time, for example `%Y-%m-%dT%H:%M:%S.%L%z`.
   * @default - the format that Fluent Bit assumes
   */
  readonly timeFormat?: string;
  /**
   * Keeps the field with the time in the record.
   * @default false
   */
  readonly timeKeep?: boolean;
}

/** How much Fluent Bit logs about itself. */
export enum FluentBitLogLevel {
  /** Nothing. */
  OFF = 'off',
  /** Errors. */
  ERROR = 'error',
  /** Errors and warnings. */
  WARN = 'warn',
  /** Starts, stops and problems. */
  INFO = 'info',
  /** Details of each flush. */
  DEBUG = 'debug',
  /** Everything. */
  TRACE = 'trace',
}

/** A parser that joins several lines to one record, for example a stack trace. */
export interface FluentBitMultilineParser {
  /** The name, for `multilineParsers` of an input. */
  readonly name: string;
  /** The expression for the first line of a record, for example `^\\d{4}-\\d\\d-\\d\\d `. */
  readonly firstLine: string;
  /** The expression for the lines that follow it, for example `^\\s+at `. */
  readonly nextLine: string;
  /**
   * How long Fluent Bit waits for the next line of a record.
   * @default Duration.seconds(4)
   */
  readonly flushAfter?: Duration;
}

/** A processor of an input. It runs in the thread of the input, before all filters. */
export interface FluentBitProcessor {
  /** The processor, for example `content_modifier`. Filters are allowed too. */
  readonly plugin: string;
  /**
   * The settings of the processor, with the names that Fluent Bit uses. A value can be a list.
   * @default - the defaults of the processor
   */
  readonly options?: { [key: string]: any };
}

/** A filter, which changes or drops records. */
export interface FluentBitFilter {
  /** The filter plugin, for example `grep`, `modify` or `record_modifier`. */
  readonly plugin: string;
  /**
   * The tags of the records to change.
   * @default '*'
   */
  readonly match?: string;
  /**
   * The settings of the plugin, with the names that Fluent Bit uses. A value can be a list. The rules of `modify` keep their order: in Java, use a `LinkedHashMap`.
   * @default - the defaults of the plugin
   */
  readonly options?: { [key: string]: any };
}

/** Log files with the same format. */
export interface FluentBitInput {
  /**
   * The files, as a pattern below the shared directory. In a directory that does not exist yet, Fluent Bit finds them when the app has created it. Until then it logs an
   * error each time it looks.
   * @default '*.log'
   */
  readonly files?: string;
  /**
   * The tag of the records. Outputs select records by tag.
   * @default 'app'
   */
  readonly tag?: string;
  /**
   * The parser for the lines.
   * @default - the whole line becomes the field `log`
   */
  readonly parser?: FluentBitParser;
  /**
   * The parsers that join several lines to one record: `java`, `python`, `go`, `ruby`, or the name of one in `multilineParsers` of the sidecar.
   * @default - each line is a record
   */
  readonly multilineParsers?: string[];
  /**
   * Processors for the records of these files, in this order.
   * @default - no processors
   */
  readonly processors?: FluentBitProcessor[];
  /**
   * Additional settings of the tail plugin, with the names that Fluent Bit uses. A value can be a list.
   * @default - no additional settings
   */
  readonly options?: { [key: string]: any };
}

/** A destination for records. */
export interface FluentBitOutput {
  /** The output plugin, for example `loki`, `es`, `http` or `stdout`. */
  readonly plugin: string;
  /**
   * The tags of the records to send.
   * @default '*'
   */
  readonly match?: string;
  /**
   * The settings of the plugin, with the names that Fluent Bit uses. A value can be a list, for example `header: ['X-Team shop', 'X-Env production']`. For secret values, use
   * `${NAME}` to refer to an environment variable of the sidecar.
   *
   * The sidecar sets `retry_limit: no_limits`, and `net.connect_timeout` and `net.io_timeout` to a third of its shutdown time.
   * @default - the defaults of the plugin
   */
  readonly options?: { [key: string]: any };
}
