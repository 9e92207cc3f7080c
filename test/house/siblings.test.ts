import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OWN, OWN_NAME, OWN_PLUS } from '../own-package';

// Build steps are plain JavaScript.
const { withDifferences } = jest.requireActual('../../projenrc/siblings/differences');
const { minorsOf, namesFor, packageFor, textFor } = jest.requireActual('../../projenrc/siblings/rewrite');

const ROOT = join(__dirname, '..', '..');
const NAMES = namesFor('33', { ...OWN, name: 'cdk8s-sidecars', peerDependencies: { 'cdk8s-plus-28': '^2.5.6' } });

test('there is a sibling for each other cdk8s-plus among the development dependencies', () => {
  const manifest = { peerDependencies: { 'cdk8s-plus-28': '^2.5.6' }, devDependencies: { 'cdk8s-plus-34': '2.0.20', 'cdk8s-plus-28': '2.5.6', 'cdk8s-cli': '^2', 'cdk8s-plus-33': '2.3.5' } };

  expect(minorsOf(manifest)).toEqual(['33', '34']);
});

test('a sibling has a name of its own in every language, and its own cdk8s-plus', () => {
  const { name, bin, peerDependencies, jsii: { targets } } = packageFor('33', { ...OWN, devDependencies: { 'cdk8s-plus-33': '2.3.5' } });

  expect({ name, bin, peer: peerDependencies['cdk8s-plus-33'], others: peerDependencies[OWN_PLUS] }).toEqual({
    name: `${OWN_NAME}-33`, bin: { 'cdk8s-sidecars': 'bin/cdk8s-sidecars' }, peer: '^2.3.5', others: OWN_PLUS === 'cdk8s-plus-33' ? '^2.3.5' : undefined,
  });
  const { java, python, dotnet, go } = OWN.jsii.targets;
  expect(targets).toEqual({
    java: { package: `${java.package}33`, maven: { groupId: java.maven.groupId, artifactId: `${java.maven.artifactId}-33` } },
    python: { distName: `${python.distName}-33`, module: `${python.module}_33` },
    dotnet: { namespace: `${dotnet.namespace}33`, packageId: `${dotnet.packageId}33` },
    go: { moduleName: go.moduleName, packageName: `${go.packageName}33` },
  });
});

test('commands, annotations and messages are the same in all packages', () => {
  const program = "import { NativeSidecar } from 'cdk8s-sidecars';\nconst key = 'cdk8s-sidecars/shutdown-seconds';\nconst tool = 'cdk8s-sidecars';\n";
  const page = 'Run `npm install cdk8s-plus-28 cdk8s-sidecars`, then `npx cdk8s-sidecars check`. It needs cdk8s-plus-28 ^2.5.6.';

  expect(textFor('src/a.ts', program, NAMES)).toBe(program.replace("from 'cdk8s-sidecars'", "from 'cdk8s-sidecars-33'"));
  expect(textFor('README.md', page, NAMES)).toBe(`Run \`npm install cdk8s-plus-33 cdk8s-sidecars-33\`, then \`npx cdk8s-sidecars check\`. It needs cdk8s-plus-33 ^${OWN.devDependencies['cdk8s-plus-33']}.`);
});

test('what the release may break in this package it may break in a sibling', () => {
  const listed = '# the timeline is a property now\nremoved:cdk8s-sidecars.PodLifecycle.timeline\nremoved:cdk8s-sidecars.catalog.Envoy\n';

  expect(textFor('.compatignore', listed, NAMES)).toBe(listed.replaceAll('cdk8s-sidecars.', 'cdk8s-sidecars-33.'));
});

test('the README of a sibling has its name as the title, and badges of its own', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, own] = NAMES.own;
  const head = textFor('README.md', readme, NAMES).split('\n\n').slice(0, 2).join('\n');
  const addresses = [...head.matchAll(/\((https:[^)]*)\)/g)].map(([, address]) => address).filter(address => !address.startsWith('https://github.com/'));

  expect(head.split('\n')[0]).toBe(`# ${own}`);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter(address => !new RegExp(`/${own}(\\.svg|/|$)`).test(address))).toEqual([]);
});

test('programs in other languages import the packages of the sibling, and run the same command', () => {
  const python = 'import cdk8s_plus_28 as kplus\nfrom cdk8s_sidecars.catalog import FluentBit\nmetadata("cdk8s-sidecars")\nwith_name("cdk8s-sidecars")\n"acknowledge.cdk8s-sidecars/NS301"\n';
  const java = 'import io.github.cdk8ssidecars.catalog.FluentBit;\nimport org.cdk8s.plus28.Deployment;\n';
  const go = '"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"\n"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"\ncdk8ssidecars.NewSidecarJob(cdk8splus28.NewPod())\n';
  const pom = '<groupId>io.github.cdk8s-sidecars</groupId><artifactId>cdk8s-sidecars</artifactId><artifactId>cdk8s-plus-28</artifactId><version>${cdk8s-sidecars.version}</version>';

  expect(textFor('examples/python/a.py', python, NAMES)).toBe('import cdk8s_plus_33 as kplus\nfrom cdk8s_sidecars_33.catalog import FluentBit\nmetadata("cdk8s-sidecars-33")\nwith_name("cdk8s-sidecars")\n"acknowledge.cdk8s-sidecars/NS301"\n');
  expect(textFor('examples/java/src/A.java', java, NAMES)).toBe('import io.github.cdk8ssidecars33.catalog.FluentBit;\nimport org.cdk8s.plus33.Deployment;\n');
  expect(textFor('examples/go/a.go', go, NAMES)).toBe('"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars33"\n"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus33/v2"\ncdk8ssidecars33.NewSidecarJob(cdk8splus33.NewPod())\n');
  expect(textFor('examples/java/pom.xml', pom, NAMES)).toBe('<groupId>io.github.cdk8s-sidecars</groupId><artifactId>cdk8s-sidecars-33</artifactId><artifactId>cdk8s-plus-33</artifactId><version>${cdk8s-sidecars.version}</version>');
});

test('programs and scripts in other languages pin no version of cdk8s-plus: a sibling has versions of its own', () => {
  const folders = ['languages', 'examples/python', 'examples/go'].map(folder => join(ROOT, folder));
  const files = folders.flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)))
    .filter(file => statSync(file).isFile() && !/\.(md|mod|sum|pyc)$/.test(file));
  const pinned = files.filter(file => /cdk8s[_-]?plus[_-]?\d+(\/v2)?(@v|==)\d/.test(readFileSync(file, 'utf8')));

  expect([files.length > 20, pinned]).toEqual([true, []]);
});

test('no source names a cdk8s-plus in another way than by an import, which is rewritten', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
  const naming = files.map(file => join('src', file)).filter(file => readFileSync(join(ROOT, file), 'utf8').includes(OWN_PLUS));
  const left = naming.filter(file => textFor(file, readFileSync(join(ROOT, file), 'utf8'), { own: [OWN_NAME, 'sibling'], plus: [OWN_PLUS, 'other'], floor: ['', ''] }).includes(OWN_PLUS));

  expect([naming.length > 20, left]).toEqual([true, []]);
});

test('the README tells everybody which package to choose', () => {
  const [, table] = /<!-- family: begin -->([^]*?)<!-- family: end -->/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!;

  for (const minor of ['33', '34']) {
    expect(table).toMatch(new RegExp(`cdk8s-plus-${minor}.* \\| \`npm install cdk8s-sidecars-${minor}\` \\|`));
  }
  expect(textFor('README.md', `<!-- family: begin -->${table}<!-- family: end -->`, NAMES)).toContain(table);
});

test('the README tells users of every language the name of their package', () => {
  const [, table] = /<!-- family: begin -->([^]*?)<!-- family: end -->/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!;
  const rows = [OWN, packageFor('34', OWN)].map(({ jsii: { targets: { python, go, java: { maven }, dotnet } } }) => [
    `pip install ${python.distName}`, `go get ${go.moduleName}/${go.packageName}`, `${maven.groupId}:${maven.artifactId}`, `dotnet add package ${dotnet.packageId}`,
  ]);

  for (const [index, own] of rows[0].entries()) {
    expect(table).toContain(`| \`${own}\` | \`${rows[1][index]}\` |`);
  }
});

test('what a newer cdk8s-plus adds to a manifest is added once to what is committed', () => {
  const manifest = '  progressDeadlineSeconds: 600\n  replicas: 2\n  selector: {}\n      setHostnameAsFQDN: false\n';
  const added = withDifferences('34', 'examples/job/output/shop.k8s.yaml', manifest);

  expect(added).toBe('  progressDeadlineSeconds: 600\n  replicas: 2\n  revisionHistoryLimit: 10\n  selector: {}\n      setHostnameAsFQDN: false\n      shareProcessNamespace: false\n');
  expect([withDifferences('34', 'a.snap', added), withDifferences('28', 'a.snap', manifest), withDifferences('34', 'a.ts', manifest)]).toEqual([added, manifest, manifest]);
  // The newest releases of older minors differ too.
  expect([withDifferences('32', 'a.snap', manifest), withDifferences('30', 'a.snap', manifest)]).toEqual([added, added.replace('  revisionHistoryLimit: 10\n', '')]);
});
