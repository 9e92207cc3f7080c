// Run after the compiler: puts the two hundred files of the command into one, lib/cli/bundle.js, because to find and open each of them takes longer than most
// runs do. Modules stay modules: each runs when it is first required, and packages stay outside.
const fs = require('fs');
const path = require('path');

const lib = path.join(__dirname, '..', 'lib');
const entry = path.join(lib, 'cli', 'main.js');
const REQUIRE = /\brequire\((["'])(\.[^"']*)\1\)/g;
const SOURCE_MAP = /^\/\/# sourceMappingURL=.*$/gm;

/** Every file that the entry requires, at once or later, with what each calls the others. */
function collect() {
  const modules = new Map();
  const waiting = [entry];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (modules.has(file)) {
      continue;
    }
    const source = fs.readFileSync(file, 'utf8').replace(SOURCE_MAP, '');
    const names = [...source.matchAll(REQUIRE)].map(([, , name]) => name);
    const required = Object.fromEntries(names.map(name => [name, require.resolve(path.resolve(path.dirname(file), name))]));
    modules.set(file, { source, required });
    waiting.push(...Object.values(required));
  }
  return modules;
}

function bundle(modules) {
  const number = new Map([...modules.keys()].map((file, index) => [file, index]));
  const parts = [...modules].map(([file, { source, required }]) => {
    const numbers = Object.fromEntries(Object.entries(required).map(([name, target]) => [name, number.get(target)]));
    const folder = JSON.stringify(path.relative(path.dirname(entry), path.dirname(file)));
    return `[${JSON.stringify(numbers)}, ${folder}, function (exports, require, module, __dirname) {${source}\n}],`;
  });
  return `"use strict";
const path = require("path");
const outside = require;
const loaded = [];
const modules = [
${parts.join('\n')}
];
function load(number) {
  if (!loaded[number]) {
    const [numbers, folder, run] = modules[number];
    loaded[number] = { exports: {} };
    const inside = name => Object.hasOwn(numbers, name) ? load(numbers[name]) : outside(name);
    run.call(loaded[number].exports, loaded[number].exports, inside, loaded[number], path.join(__dirname, folder));
  }
  return loaded[number].exports;
}
module.exports = load(${number.get(entry)});
`;
}

fs.writeFileSync(path.join(lib, 'cli', 'bundle.js'), bundle(collect()));
