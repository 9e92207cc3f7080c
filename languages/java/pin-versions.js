// Pins the ranges of versions in a pom.xml to their oldest version, also for what its dependencies need: node pin-versions.js pom.xml
// Maven would read the pom.xml of hundreds of versions to resolve a range. The pom.xml of a user decides anyway.
const fs = require('fs');

const [file] = process.argv.slice(2);
const pinned = fs.readFileSync(file, 'utf8').replace(/<version>\[([^,]+),[^)]*\)/g, '<version>$1');
const [dependencies] = /<dependencies>[^]*?<\/dependencies>/.exec(pinned);
fs.writeFileSync(file, pinned.replace(dependencies, () => `<dependencyManagement>${dependencies}</dependencyManagement>\n${dependencies}`));
