// Run after the compiler: whoever requires the package loads the catalog only when it is asked for. Its forty files would otherwise be loaded by everyone.
const fs = require('fs');
const path = require('path');

const file = path.join(__dirname, '..', 'lib', 'index.js');
const EAGER = 'exports.catalog = __importStar(require("./catalog"));';
const LAZY = `let catalog;
Object.defineProperty(exports, "catalog", { enumerable: true, configurable: true, get: () => (catalog ??= __importStar(require("./catalog"))) });`;

const text = fs.readFileSync(file, 'utf8');
if (!text.includes(EAGER)) {
  throw new Error(`${file} does not load the catalog in the expected way: look at what the compiler wrote, and change projenrc/lazy-catalog.js`);
}
fs.writeFileSync(file, text.replace(EAGER, LAZY));
