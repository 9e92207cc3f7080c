import { migrateJson } from './json';
import { migrateReport } from './report';
import { PodEntry } from '../../core/migrate/pod-entry';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

export { migrateHuman } from './human';
export { migrateJson } from './json';
export { isPage } from './page-name';

/** A report in the format that the name of its file asks for; a page is built elsewhere. */
export function reportIn(file: string, pods: readonly PodEntry[], kubernetes: KubernetesVersion): string {
  return /\.json$/i.test(file) ? migrateJson(pods) : migrateReport(pods, kubernetes.toString());
}
