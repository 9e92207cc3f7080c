/** How a line of a log is written. */
export enum FluentBitFormat {
  /** One JSON object a line. */
  JSON = 'json',
  /** Fields named by a regular expression. */
  REGEX = 'regex',
  /** `key=value` pairs. */
  LOGFMT = 'logfmt',
  /** Labeled, tab-separated values. */
  LTSV = 'ltsv',
}

/** How lines become records. */
export interface FluentBitParser {
  /** How a line is written. */
  readonly format: FluentBitFormat;
  /**
   * The expression whose named groups become fields, for the format REGEX.
   * @default - the format needs no expression
   */
  readonly regex?: string;
  /**
   * The field that holds the time.
   * @default - a record's time is when it was read
   */
  readonly timeKey?: string;
  /**
   * How the time is written, for example `%Y-%m-%dT%H:%M:%S.%L%z`.
   * @default - the format that Fluent Bit assumes
   */
  readonly timeFormat?: string;
  /**
   * Keep the field that holds the time.
   * @default false
   */
  readonly timeKeep?: boolean;
}

/** Log files of one kind. */
export interface FluentBitInput {
  /**
   * Which files, below the shared folder.
   * @default '*.log'
   */
  readonly files?: string;
  /**
   * The tag by which outputs choose its records.
   * @default 'app'
   */
  readonly tag?: string;
  /**
   * How lines become records.
   * @default - the whole line is the field `log`
   */
  readonly parser?: FluentBitParser;
  /**
   * Further settings of the tail plugin, as Fluent Bit spells them.
   * @default - nothing else is set
   */
  readonly options?: { [key: string]: string };
}

/** A place where records go. */
export interface FluentBitOutput {
  /** The output plugin, for example `loki`, `es`, `http` or `stdout`. */
  readonly plugin: string;
  /**
   * The tags that go there.
   * @default '*'
   */
  readonly match?: string;
  /**
   * The settings of the plugin, as Fluent Bit spells them. `${NAME}` stands for an environment variable of the sidecar, for what is secret.
   * @default - the plugin's own defaults
   */
  readonly options?: { [key: string]: string };
}
