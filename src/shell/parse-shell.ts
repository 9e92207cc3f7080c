// The shell parser is an ES module and is only needed when a pod holds a script, so it is loaded here, once, on first use.
type Unbash = typeof import('unbash', { with: { 'resolution-mode': 'import' } });
type Script = ReturnType<Unbash['parse']>;

let unbash: Unbash | undefined;

/** Parses a shell script into its tree. */
export function parseShell(script: string): Script {
  unbash ??= require('unbash') as Unbash;
  return unbash.parse(script);
}
