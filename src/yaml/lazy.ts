// Each library is loaded on first use, because loading all of them takes longer than most runs of the command. This cannot be `import()`: jest cannot run it,
// and every caller would have to wait. None of them needs Node, so that this room also runs in a browser.

/** The fast YAML parser, about 10 ms to load. */
export function jsYaml(): typeof import('js-yaml') {
  return require('js-yaml');
}

/** The YAML parser that reports the position of every node, about 40 ms to load. */
export function yaml(): typeof import('yaml') {
  // Asked for every node, and `require` looks for it each time.
  foundYaml ??= require('yaml') as typeof import('yaml');
  return foundYaml;
}

let foundYaml: typeof import('yaml') | undefined;

/** The library that compares lists of lines, about 5 ms to load. */
export function diff(): typeof import('diff') {
  return require('diff');
}
