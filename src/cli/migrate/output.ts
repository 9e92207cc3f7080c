import { migrateJson, MigrationResult } from './json';
import { migrateReport } from './report';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

export { migrateHuman } from './human';
export { migrateJson } from './json';
export { isPage } from './page-name';

/** A report in the format that the name of its file asks for; a page is built elsewhere. */
export function reportIn(file: string, result: MigrationResult, kubernetes: KubernetesVersion): string {
  return /\.json$/i.test(file) ? migrateJson(result) : migrateReport(result.pods, kubernetes.toString());
}
