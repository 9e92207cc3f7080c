import { Cluster, FILE } from './source';
import { migrate } from '../../../../src/core';
import { messageOf } from '../../../../src/data/error-message';
import { unifiedDiff } from '../../../../src/yaml/unified-diff';

/** A line of a diff. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'place';
  readonly text: string;
}

/** What a person reads about one workload. */
export interface MigratedWorkload {
  /** The workload, such as Job/report. */
  readonly name: string;
  /** What the migration changes, as sentences. */
  readonly changes: readonly string[];
  /** What is left to do by hand, as sentences. */
  readonly manual: readonly { readonly rule: string | null; readonly why: string }[];
}

/** What `migrate` makes of the text. */
export interface Migration {
  /** The migrated text; the same as before when nothing changes. */
  readonly text: string;
  readonly diff: readonly DiffLine[];
  readonly workloads: readonly MigratedWorkload[];
  /** Why there is no migration. */
  readonly refusal?: string;
}

/** Migrates the text, and tells what changes. */
export function migrationOf(text: string, { kubernetes, mesh }: Cluster): Migration {
  try {
    const { texts: [migrated], pods } = migrate([{ name: FILE, text }], { kubernetesVersion: kubernetes, ...(mesh === '' ? {} : { mesh }) });
    const workloads = pods.map(({ kind, name, edits, consequences = [], manual }): MigratedWorkload => ({
      name: `${kind}/${name ?? ''}`,
      changes: [...new Set([...edits.map(({ why }) => why), ...consequences])],
      manual,
    }));
    const told = workloads.filter(({ changes, manual }) => changes.length + manual.length > 0);
    return { text: migrated.text, diff: diffLines(text, migrated.text), workloads: told };
  } catch (error) {
    return { text, diff: [], workloads: [], refusal: messageOf(error) };
  }
}

function diffLines(before: string, after: string): DiffLine[] {
  const lines = unifiedDiff(FILE, before, after).split('\n').slice(2);
  return lines.filter((line, index) => index < lines.length - 1 || line !== '').map(lineOf);
}

function lineOf(line: string): DiffLine {
  const kinds: { readonly [sign: string]: DiffLine['kind'] } = { '+': 'added', '-': 'removed', '@': 'place', '\\': 'place' };
  return { kind: kinds[line.charAt(0)] ?? 'same', text: line };
}
