// One example, from construct to timeline, against the compiled library: npm run demo [-- example]
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, relative } = require('node:path');
const { ApiObject, Yaml } = require('cdk8s');
const ts = require('typescript');
const library = require('..');

const ROOT = dirname(__dirname);
const DEFAULT_EXAMPLE = 'ordered-sidecars';
const IMPORTANT = ['name', 'image', 'restartPolicy', 'startupProbe', 'lifecycle'];

function demo(example) {
  const outdir = join(ROOT, 'dist', 'demo', example);
  const lives = livesOf(synthesize(example, outdir));
  const manifest = relative(ROOT, join(outdir, readdirSync(outdir)[0]));

  heading(1, 'What is written');
  console.log(`examples/${example}/main.ts becomes ${manifest}, plain YAML. The lines that matter:\n`);
  console.log(lives.map(life => indent(importantLines(life))).join('\n\n'));

  heading(2, 'What the rules find');
  console.log(findings(lives.flatMap(life => life.findings)));

  heading(3, 'What the pod will do');
  if (lives.length > 1) {
    console.log(lives.map(life => `${life.pod.title}\n${life.timeline().toText()}`).join('\n\n'));
    return 0;
  }
  console.log(`$ cdk8s-sidecars explain ${manifest}\n`);
  return spawnSync(process.execPath, ['bin/cdk8s-sidecars', 'explain', manifest], { cwd: ROOT, stdio: 'inherit' }).status;
}

function synthesize(example, outdir) {
  rmSync(outdir, { recursive: true, force: true });
  process.env.CDK8S_OUTDIR = outdir;
  const app = load(join(__dirname, example, 'main.ts')).build();
  app.synth();
  return app;
}

/** The life of every workload of an app, with what a mesh adds to its pod. */
function livesOf(app) {
  const objects = app.node.findAll().filter(construct => ApiObject.isApiObject(construct));
  return objects.filter(object => library.PodModel.allIn(object.toJson()).length > 0).map(object => library.PodLifecycle.of(object));
}

/** Runs an example's TypeScript here, with the library of this repository where it imports the published one. */
function load(file) {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options });
  const requireThere = createRequire(file);
  const requireHere = name => {
    if (name === 'cdk8s-sidecars') {
      return library;
    }
    return name.startsWith('.') ? load(sourceOf(join(dirname(file), name))) : requireThere(name);
  };
  const module = { exports: {} };
  new Function('require', 'module', 'exports', '__dirname', outputText)(requireHere, module, module.exports, dirname(file));
  return module.exports;
}

function sourceOf(module) {
  return existsSync(`${module}.ts`) ? `${module}.ts` : join(module, 'index.ts');
}

function importantLines({ pod, budget }) {
  // As it is written: without what a mesh adds, for which there are annotations instead.
  const { metadata, spec } = library.PodModel.fromManifest(pod.manifest);
  const { initContainers, containers, terminationGracePeriodSeconds } = spec;
  const sidecars = initContainers ? { initContainers: initContainers.map(important) } : { annotations: metadata.annotations };
  const text = Yaml.stringify({ ...sidecars, containers: containers.map(important), terminationGracePeriodSeconds });
  return text.trimEnd()
    .replaceAll('restartPolicy: Always', '$&  # in initContainers, this makes it a sidecar')
    .concat(`  # computed: ${budget.explain()}`);
}

function important(container) {
  return Object.fromEntries(IMPORTANT.filter(key => key in container).map(key => [key, container[key]]));
}

function findings(found) {
  const lines = found.map(({ rule, severity, message, fix }) => `${severity} ${rule}: ${message}\n  ${fix}`);
  return lines.length > 0 ? lines.join('\n') : 'Nothing: gates, order, grace period and names are right by construction.';
}

function heading(number, text) {
  console.log(`\n${number}. ${text}\n${'─'.repeat(text.length + 3)}`);
}

function indent(text) {
  return text.replace(/^/gm, '  ');
}

const examples = readdirSync(__dirname, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name);
const wanted = process.argv[2] ?? DEFAULT_EXAMPLE;
if (examples.includes(wanted)) {
  process.exitCode = demo(wanted);
} else {
  console.error(`there is no example '${wanted}': choose one of ${examples.join(', ')}`);
  process.exitCode = 2;
}
