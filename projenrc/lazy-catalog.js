// Run after the compiler: whoever requires the package loads what most programs use, and everything else when it is first asked for. The forty files of the
// catalog, the meshes, the simulator and the workloads would otherwise be loaded by everyone.
const fs = require('fs');
const path = require('path');

const file = path.join(__dirname, '..', 'lib', 'index.js');
/** Loaded at once: what nearly every program uses, and what that needs. */
const AT_ONCE = ['./sidecars/native-sidecar', './sidecars/pod-lifecycle'];
const EAGER_CATALOG = 'exports.catalog = __importStar(require("./catalog"));';
const LAZY_CATALOG = 'Object.defineProperty(exports, "catalog", { enumerable: true, get: function () { return parts.catalog; } });';
const REQUIRED = /^(?:var|const) (\w+) = require\("(\.\/[^"]+)"\);$/gm;

const text = fs.readFileSync(file, 'utf8');
const modules = new Map([...text.matchAll(REQUIRED)].map(([, variable, module]) => [variable, module]));
if (!text.includes(EAGER_CATALOG) || modules.size === 0) {
  throw new Error(`${file} does not load its parts in the expected way: look at what the compiler wrote, and change projenrc/lazy-catalog.js`);
}

const parts = ['  get catalog() { return (catalog ??= __importStar(require("./catalog"))); },'];
const lazy = text
  .replace(REQUIRED, (line, variable, module) => AT_ONCE.includes(module) ? line : '')
  .replace(/\breturn (\w+)\.(\w+);/g, (line, variable, name) => {
    const module = modules.get(variable);
    if (module === undefined || AT_ONCE.includes(module)) {
      return line;
    }
    parts.push(`  get ${name}() { return require("${module}").${name}; },`);
    // Of this form node knows the name of the export without running the file, so that it can also be imported by its name.
    return `return parts.${name};`;
  })
  .replace(EAGER_CATALOG, LAZY_CATALOG);
fs.writeFileSync(file, `${lazy}\nlet catalog;\nconst parts = {\n${parts.join('\n')}\n};\n`);
