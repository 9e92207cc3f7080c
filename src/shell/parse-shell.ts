// The shell parser is only needed when a pod holds a script, so it is loaded here, once, on first use. It is an ES module: the package holds it as CommonJS
// (projenrc/shell-parser.js).
type Unbash = typeof import('unbash', { with: { 'resolution-mode': 'import' } });
type Script = ReturnType<Unbash['parse']>;

/** The parser limits how deep a script nests, except for functions whose body is a function. */
const DEEP_FUNCTIONS = /(?<![\w-])(?:[\w-]+[ \t]*\([ \t]*\)\s*){256}/;

let unbash: Unbash | undefined;

/** Parses a shell script into its tree. A script that cannot be parsed safely is one with an error and without commands. */
export function parseShell(script: string): Script {
  unbash ??= require('unbash') as Unbash;
  try {
    return DEEP_FUNCTIONS.test(script) ? unparsed(script) : unbash.parse(script);
  } catch (error) {
    if (error instanceof RangeError) {
      // It nests deeper than the stack.
      return unparsed(script);
    }
    throw error;
  }
}

function unparsed(script: string): Script {
  return { type: 'Script', pos: 0, end: script.length, shebang: undefined, commands: [], errors: [{ message: 'the script nests too deep', pos: 0 }] };
}
