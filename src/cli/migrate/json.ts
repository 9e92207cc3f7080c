import { PodEntry } from '../../core/migrate/pod-entry';

/** The migration in the form that other programs read; see docs/migrate.md. */
export function migrateJson(pods: readonly PodEntry[]): string {
  return `${JSON.stringify({ pods: pods.map(({ timelines: _, ...rest }) => rest) }, undefined, 2)}\n`;
}
