import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { PackedPackage } from './packages';
import { Project } from '../compatibility/project';

/** What came of following the README. */
export interface Followed {
  readonly commands: readonly string[];
  /** How `cdk8s init` ended. */
  readonly init: string;
  /** What was installed. */
  readonly versions: readonly string[];
  readonly seconds: number;
  readonly yaml: string;
  /** What the plugin and the command report. */
  readonly findings: string;
}

const TEMPLATE_PLUS = 'cdk8s-plus-33';
const NOTED = ['cdk8s', 'constructs', 'cdk8s-cli', 'typescript'];

/** Starts a project with `cdk8s init`, installs a package, and uses its README's first program, the plugin and the command, each by the command that a user types. */
export function follow(project: Project, { name, minor, tarball }: PackedPackage): Followed {
  const started = Date.now();
  const commands: string[] = [];
  const run = (command: string) => {
    commands.push(command);
    return project.run(command);
  };
  const init = initialize(project, run);
  const plus = `cdk8s-plus-${minor}`;
  if (plus !== TEMPLATE_PLUS) {
    run(`npm uninstall ${TEMPLATE_PLUS} && npm install ${plus}@latest`);
  }
  copyFileSync(tarball, join(project.folder, `${name}.tgz`));
  run(`npm install ./${name}.tgz`);
  project.write('main.ts', /^```ts\n([^]*?)^```/m.exec(project.read(`node_modules/${name}/README.md`))![1]);
  run('rm -r main.test.ts __snapshots__'); // they test the main.ts of the template
  run('npm run compile');
  run('npx cdk8s synth');
  const yaml = project.read('dist/shop.k8s.yaml');
  const findings = [withPlugin(project, name, run), run('npx cdk8s-sidecars check dist/ --format json'), run('npx cdk8s-sidecars explain dist/shop.k8s.yaml')].join('\n');
  const versions = [...NOTED, plus].map(one => `${one} ${JSON.parse(project.read(`node_modules/${one}/package.json`)).version}`);
  return { commands, init, versions, seconds: Math.round((Date.now() - started) / 1000), yaml, findings };
}

/** Writes the project. Its last steps import the Kubernetes API from a code host: where that cannot be reached, the project is complete except for the import. */
function initialize(project: Project, run: (command: string) => string): string {
  const printed = run('npx --yes cdk8s-cli@latest init typescript-app 2>&1 || true');
  if (!printed.includes('error during project initialization')) {
    return 'completes';
  }
  if (!/ENOTFOUND|ECONNREFUSED|EAI_AGAIN/.test(printed) || !existsSync(join(project.folder, 'node_modules', 'cdk8s'))) {
    throw new Error(`cdk8s init failed: ${printed.split('\n').slice(-20).join(' / ')}`);
  }
  return 'without its import of the Kubernetes API: code host not reachable';
}

/** The same synth with the plugin in cdk8s.yaml; returns what it reports. */
function withPlugin(project: Project, name: string, run: (command: string) => string): string {
  const { version } = JSON.parse(project.read(`node_modules/${name}/package.json`));
  const validation = [`  - package: ./node_modules/${name}`, '    class: LifecycleValidation', `    version: ${version}`, '    properties:', '      failOn: warning'];
  project.write('cdk8s.yaml', ['language: typescript', 'app: npx ts-node main.ts', 'validations:', ...validation, ''].join('\n'));
  run('npx cdk8s synth --validation-reports-output-file report.json');
  // Not its title, which has the path of the package.
  const { reports } = JSON.parse(project.read('report.json')) as { readonly reports: readonly { readonly violations: unknown; readonly summary: { readonly status: string; readonly metadata: unknown } }[] };
  return JSON.stringify(reports.map(({ violations, summary: { status, metadata } }) => ({ violations, status, metadata })));
}
