// jsii-pacmak, with one difference: in the Python package, lists and maps of structs accept the classes of the structs, and no dictionaries.
// jsii turns a dictionary into a struct only where it is an argument of its own. In a list or a map, Node.js drops every key that is not spelled as in TypeScript,
// before the library sees it: https://github.com/cdk8s-team/cdk8s-core/issues/874
const fs = require('fs');
const path = require('path');

/** `Sequence[Union[X, Dict[str, Any]]]`, or the same with `Mapping`. */
const STRUCT_OR_DICTIONARY = /typing\.(Sequence\[|Mapping\[builtins\.str, )typing\.Union\[("?[\w.]+"?), typing\.Dict\[builtins\.str, typing\.Any\]\]/g;

function withoutDictionaries(source) {
  // The type checks of jsii look at the values of a Dict, but not at those of a Mapping.
  return source.replace(STRUCT_OR_DICTIONARY, (_, collection, struct) => `typing.${collection.replace('Mapping', 'Dict')}${struct}`);
}

/** Changes all generated modules, and reports how many lists and maps it changed. */
function changeModules(folder) {
  const modules = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.py')).map(file => path.join(folder, file));
  return modules.reduce((count, file) => {
    const source = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, withoutDictionaries(source));
    return count + [...source.matchAll(STRUCT_OR_DICTIONARY)].length;
  }, 0);
}

function hookPython({ default: Python }) {
  const { generateCode } = Python.prototype;
  Python.prototype.generateCode = async function (folder, tarball) {
    await generateCode.call(this, folder, tarball);
    if (changeModules(folder) === 0) {
      throw new Error('no list of structs was found in the generated Python: see what jsii-pacmak writes, and change projenrc/pacmak.js');
    }
  };
}

if (require.main === module) {
  hookPython(require('jsii-pacmak/lib/targets/python'));
  require('jsii-pacmak/bin/jsii-pacmak.js');
}

module.exports = { withoutDictionaries };
