import * as ts from 'typescript';
import { Project, readmeProgram } from './project';

/** Where the program of the README writes its manifest. */
const OUTPUT = 'dist/shop.k8s.yaml';

/** Writes the program of the README as CommonJS and as an ES module, and a manifest for the command. */
export function writePrograms(project: Project): void {
  for (const [file, module] of [['main.cjs', ts.ModuleKind.CommonJS], ['main.mjs', ts.ModuleKind.ES2022]] as const) {
    project.write(file, ts.transpileModule(readmeProgram(), { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } }).outputText);
  }
  const script = 'until curl -s localhost:8080; do sleep 1; done; ./work; curl -X POST localhost:15020/quitquitquit';
  const containers = [{ name: 'app', image: 'ghcr.io/acme/app:1', command: ['sh', '-c', script] }, { name: 'proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1' }];
  project.write('job.json', JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job' }, spec: { template: { spec: { restartPolicy: 'Never', containers } } } }));
}

/** Runs them: the YAML of both programs, and what the command prints. */
export function results(project: Project, node: string, command: string): string {
  const yaml = ['main.cjs', 'main.mjs'].map(file => {
    project.run(`rm -rf dist && ${node} ${file}`);
    return project.read(OUTPUT);
  });
  // Both find something, which is exit code 1.
  const printed = ['check', 'migrate'].map(what => project.run(`${command} ${what} job.json || [ $? = 1 ]`));
  return JSON.stringify([...yaml, ...printed]);
}
