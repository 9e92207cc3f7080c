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

/** Log files with the same format. */
export interface FluentBitInput {
  /**
   * The files, as a pattern below the shared directory.
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
   * Additional settings of the tail plugin, with the names that Fluent Bit uses.
   * @default - no additional settings
   */
  readonly options?: { [key: string]: string };
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
   * The settings of the plugin, with the names that Fluent Bit uses. For secret values, use `${NAME}` to refer to an environment variable of the sidecar.
   * @default - the defaults of the plugin
   */
  readonly options?: { [key: string]: string };
}
