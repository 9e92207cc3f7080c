/** The flags and variables that a preset decides, each with what to do instead, for example `set 'healthPort'`. Those that it writes need not be here. */
export interface Decided {
  /** By flag, without leading dashes. */
  readonly flags?: { readonly [flag: string]: string };
  /** By variable. */
  readonly variables?: { readonly [variable: string]: string };
  /** The prefix of variables that mean flags: with `CSQL_PROXY_`, `CSQL_PROXY_HTTP_PORT` means `--http-port`. */
  readonly variablePrefix?: string;
  /** What to do with an argument that is not a flag, if the program gives it another meaning. */
  readonly words?: string;
}
