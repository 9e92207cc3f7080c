// Runs after the compiler: the plugin takes its check from the bundle of the command, so that the package does not hold the command twice.
const fs = require('fs');
const path = require('path');

const PLUGIN = path.join(__dirname, '..', 'lib', 'plugin.js');
const [MODULES, BUNDLE] = ['require("./cli/lazy")', 'require("./cli/bundle")'];

const text = fs.readFileSync(PLUGIN, 'utf8');
if (!text.includes(MODULES)) {
  throw new Error(`lib/plugin.js has no ${MODULES}: change projenrc/plugin-in-bundle.js`);
}
fs.writeFileSync(PLUGIN, text.replace(MODULES, BUNDLE));
