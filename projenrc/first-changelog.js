// The entry of the first release. Its commits tell users nothing: they change what was never published.
const fs = require('fs');

/** The heading of a generated entry, with what the package is in place of its commits. */
function firstEntry(entry, { description, homepage }) {
  const [heading] = /^## .*$/m.exec(entry);
  return `${heading}\n\nThe first release: ${description}. Start with the [README](${homepage}).\n`;
}

module.exports = { firstEntry };

if (require.main === module) {
  const { CHANGELOG: file } = process.env;
  fs.writeFileSync(file, firstEntry(fs.readFileSync(file, 'utf8'), JSON.parse(fs.readFileSync('package.json', 'utf8'))));
}
