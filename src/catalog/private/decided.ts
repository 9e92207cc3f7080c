/** What to do about a flag with which a program prints something and exits. */
export const ENDS = 'remove it, because a sidecar must keep running';

/** The flags and variables that a preset decides, each with what to do instead, for example `set 'healthPort'`. Those that it writes need not be here. */
export interface Decided {
  /** By flag, without leading dashes. */
  readonly flags?: { readonly [flag: string]: string };
  /** By variable. */
  readonly variables?: { readonly [variable: string]: string };
  /** The prefixes of variables that mean flags: with `CSQL_PROXY_`, `CSQL_PROXY_HTTP_PORT` means `--http-port`. */
  readonly variablePrefixes?: readonly string[];
  /**
   * The flags of one letter that the program lets users join, as getopt writes them: a colon follows a letter that takes a value. With `dqp:`, `-qd` means `-q -d`, and
   * `-p1` means `-p 1`.
   */
  readonly letters?: string;
  /** Whether the program completes long flags, as getopt_long does: `--dae` means `--daemon`. */
  readonly completes?: boolean;
  /** Whether the program ignores the case of flags. */
  readonly ignoresCase?: boolean;
  /** What to do with an argument that is not a flag, if the program gives it another meaning. */
  readonly words?: string;
}
