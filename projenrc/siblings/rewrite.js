// How a file of this package reads in a sibling: the package for another minor of cdk8s-plus.
const { isProgram, programFor } = require('./languages');

const FAMILY = /<!-- family: begin -->[^]*?<!-- family: end -->/;

/** The minors of cdk8s-plus that have a sibling: development dependencies on cdk8s-plus, but for the one of this package. */
function minorsOf({ devDependencies, peerDependencies }) {
  return Object.keys(devDependencies).filter(name => plusMinor(name) && !peerDependencies[name]).map(plusMinor).sort();
}

function plusMinor(name) {
  return /^cdk8s-plus-(\d+)$/.exec(name)?.[1];
}

/** The names that change: ours and that of cdk8s-plus, from this package to its sibling. */
function namesFor(minor, { name, peerDependencies, devDependencies }) {
  const plus = Object.keys(peerDependencies).find(plusMinor);
  const ofSibling = `cdk8s-plus-${minor}`;
  return { own: [name, `${name}-${minor}`], plus: [plus, ofSibling], floor: [peerDependencies[plus], `^${devDependencies[ofSibling]}`] };
}

/** The package.json of a sibling: its name in every language, and its cdk8s-plus. */
function packageFor(minor, manifest) {
  const { own: [name, ownName], plus: [plus, ownPlus], floor: [, floor] } = namesFor(minor, manifest);
  const { [plus]: _peer, ...peerDependencies } = manifest.peerDependencies;
  const { java, python, dotnet, go } = manifest.jsii.targets;
  const targets = {
    java: { package: `${java.package}${minor}`, maven: { ...java.maven, artifactId: `${java.maven.artifactId}-${minor}` } },
    python: { distName: `${python.distName}-${minor}`, module: `${python.module}_${minor}` },
    dotnet: { namespace: `${dotnet.namespace}${minor}`, packageId: `${dotnet.packageId}${minor}` },
    go: { ...go, packageName: `${go.packageName}${minor}` },
  };
  const jest = { ...manifest.jest, moduleNameMapper: { [`^${ownName}$`]: manifest.jest.moduleNameMapper[`^${name}$`] } };
  return {
    ...manifest,
    name: ownName,
    description: `${manifest.description}, for ${ownPlus}`,
    peerDependencies: { ...peerDependencies, [ownPlus]: floor },
    jsii: { ...manifest.jsii, targets },
    jest,
  };
}

/** The text of any other file. Commands, annotations and other names that users see are the same in all packages. */
function textFor(file, text, names) {
  const { own, plus, floor } = names;
  if (isProgram(file)) {
    return programFor(text, names);
  }
  if (/\.(ts|js|ts-fixture)$/.test(file)) {
    return imported(imported(text, own), plus);
  }
  if (file.endsWith('.md')) {
    const [family] = FAMILY.exec(text) ?? [];
    const kept = family === undefined ? text : text.replace(family, '<!-- family -->');
    const changed = badged(installed(imported(kept, own), own), own).replaceAll(`${plus[0]} ${floor[0]}`, `${plus[1]} ${floor[1]}`).replaceAll(plus[0], plus[1]);
    return family === undefined ? changed : changed.replace('<!-- family -->', () => family);
  }
  if (/(^|\/)(tsconfig|package)\.json$/.test(file)) {
    return text.replaceAll(`"${own[0]}":`, `"${own[1]}":`).replaceAll(`"${plus[0]}": "${floor[0]}"`, `"${plus[1]}": "${floor[1]}"`);
  }
  if (file === '.compatignore') {
    // Types are named by their package.
    return text.replaceAll(`:${own[0]}.`, `:${own[1]}.`);
  }
  return file.endsWith('cdk8s.yaml') ? text.replaceAll(`node_modules/${own[0]}\n`, `node_modules/${own[1]}\n`) : text;
}

/** `from 'x'`, `require('x')` and `import('x')`. */
function imported(text, [from, to]) {
  return text.replaceAll(new RegExp(`(from |require\\(|import\\()'${from}'`, 'g'), `$1'${to}'`);
}

/** `npm install x` and `pip install x`. */
function installed(text, [from, to]) {
  return text.replace(/(npm|pip) install [^`\n]*/g, line => line.replace(new RegExp(`(?<= )${from}(?![-\\w])`), to));
}

/** The title of the README, and the names of the package in the addresses of its badges. */
function badged(text, [from, to]) {
  const places = 'npm\\/[vl]|npmjs\\.com\\/package|pypi\\/v|pypi\\.org\\/project|maven-central\\/v\\/[\\w.-]+|sonatype\\.com\\/artifact\\/[\\w.-]+';
  return text.replace(new RegExp(`^# ${from}$`, 'm'), `# ${to}`).replaceAll(new RegExp(`((?:${places})\\/)${from}(?![-\\w])`, 'g'), `$1${to}`);
}

module.exports = { minorsOf, namesFor, packageFor, textFor };
