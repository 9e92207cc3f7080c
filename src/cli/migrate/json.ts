import { PodEntry } from '../../core/migrate/pod-entry';
import { isObject } from '../../data/json';
import { safeJson } from '../../data/safe-text';
import { Verdict } from '../../migration/plan';
import { inputJson, InputReport } from '../io/input-json';

/** Everything that a migration reports. */
export interface MigrationResult extends InputReport {
  /** One for each pod, and one for each patch. */
  readonly pods: readonly PodEntry[];
  /** How many files were looked at. */
  readonly files: number;
}

const VERDICTS: readonly Verdict[] = ['migrated', 'already-native', 'advice', 'refused', 'nothing-to-do'];

/** Renders the migration as JSON; see docs/migrate.md. The format is stable: fields are only added. */
export function migrateJson(result: MigrationResult): string {
  const { pods, files } = result;
  const whole = pods.filter(pod => !pod.isPatch);
  const counts = VERDICTS.map(verdict => [verdict, whole.filter(pod => pod.verdict === verdict).length]);
  const data = {
    pods: pods.map(podJson),
    ...inputJson(result),
    summary: { files, pods: whole.length, ...Object.fromEntries(counts), patches: pods.length - whole.length },
  };
  return `${safeJson(data)}\n`;
}

/** Whether a value is this form; the first one had only the pods. */
export function isMigrationJson(data: unknown): boolean {
  return isObject(data) && Array.isArray(data.pods) && (Object.keys(data).length === 1 || (Array.isArray(data.problems) && isObject(data.summary)));
}

function podJson({ timelines: _, workload: __, isPatch, ...rest }: PodEntry): object {
  return isPatch ? { ...rest, patch: true } : rest;
}
