import { formatPath } from '../../src/data/path';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { MigrationOptions } from '../../src/migration/draft';
import { planMigration } from '../../src/migration/migrate';
import { Plan } from '../../src/migration/plan';
import { Recognition } from '../../src/recognition/recognition';
import { TestContainer } from '../simulator/pods';

/** An app of which nothing is known. */
export const APP: TestContainer = { name: 'app', image: 'ghcr.io/acme/app:1.0.0' };

/** A database proxy: the app depends on it, and its gate is known. */
export const DB: TestContainer = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=5432', 'acme:europe-west1:shop'] };

/** A container that runs a shell script. */
export function script(text: string, rest: object = {}): TestContainer {
  return { ...APP, command: ['/bin/sh', '-c', text], ...rest };
}

/** Plans with the newest of what is known, unless the test says otherwise. */
export function planOf(recognition: Recognition, options: Partial<MigrationOptions> = {}): Plan {
  return planMigration(recognition, { kubernetes: KubernetesVersion.of('1.33'), ...options });
}

/** The pod's spec in the result of a plan. */
export function specOf({ result }: Plan): any {
  return (result as any).spec.template?.spec ?? (result as any).spec;
}

/** A container of the result. */
export function containerOf(plan: Plan, name: string): any {
  const { containers, initContainers = [] } = specOf(plan);
  return [...initContainers, ...containers].find((container: { name: string }) => container.name === name);
}

/** What a rule asked for: where, before anything moved. */
export function editsOf(plan: Plan, rule: string): string[] {
  return plan.edits.filter(edit => edit.rule === rule).map(edit => `${edit.kind} ${formatPath(edit.path)}`);
}

/** What a rule leaves to a person. */
export function manualOf(plan: Plan, rule: string): string[] {
  return plan.manual.filter(step => step.rule === rule).map(step => step.why);
}
