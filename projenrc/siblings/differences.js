// What a newer cdk8s-plus writes although nobody asks for it, so that the manifests of a sibling are not the same: every other line of them is.

const DIFFERENCES = [
  { since: 31, after: /^( *)progressDeadlineSeconds: \d+\n(?:\1replicas: \d+\n)?/gm, line: 'revisionHistoryLimit: 10' },
  { since: 29, after: /^( *)setHostnameAsFQDN: false\n/gm, line: 'shareProcessNamespace: false' },
];
/** Committed manifests: snapshots, outputs of examples and pages. */
const MANIFESTS = /\.snap$|\.md$|\/output\/[^/]+\.yaml$/;

/** The text of a file with what a minor of cdk8s-plus adds, unless it is there already. */
function withDifferences(minor, file, text) {
  const differences = MANIFESTS.test(file) ? DIFFERENCES.filter(({ since }) => Number(minor) >= since) : [];
  return differences.reduce((before, { after, line }) => before.replace(after, (found, indentation, offset) => {
    const added = `${indentation}${line}\n`;
    return before.startsWith(added, offset + found.length) ? found : `${found}${added}`;
  }), text);
}

module.exports = { withDifferences };
