import { PodEntry } from '../../core/migrate/pod-entry';
import { safeJson } from '../../data/safe-text';

/** Renders the migration as JSON; see docs/migrate.md. */
export function migrateJson(pods: readonly PodEntry[]): string {
  return `${safeJson({ pods: pods.map(({ timelines: _, workload: __, isPatch: ___, ...rest }) => rest) })}\n`;
}
