import { PodEntry } from '../../core/migrate/pod-entry';

/** Renders the migration as JSON; see docs/migrate.md. */
export function migrateJson(pods: readonly PodEntry[]): string {
  return `${JSON.stringify({ pods: pods.map(({ timelines: _, ...rest }) => rest) }, undefined, 2)}\n`;
}
