import { ruleLink } from './findings-list';
import { h } from '../../dom';
import { DiffLine, Migration } from '../analysis/migration';

/** The parts of the page that show a migration. */
export interface MigrationPlaces {
  readonly summary: HTMLElement;
  readonly diff: HTMLElement;
  readonly steps: HTMLElement;
  readonly apply: HTMLButtonElement;
}

/** Shows what `migrate` changes, and what it leaves to do. */
export function showMigration({ summary, diff, steps, apply }: MigrationPlaces, migration: Migration): void {
  const hasChanges = migration.diff.length > 0;
  summary.textContent = migration.refusal ?? (hasChanges ? 'The command migrate makes these changes:' : 'The command migrate changes nothing here.');
  apply.hidden = !hasChanges;
  diff.hidden = !hasChanges;
  diff.replaceChildren(...migration.diff.map(lineOf));
  steps.replaceChildren(...migration.workloads.flatMap(({ name, changes, manual }) => [
    ...(changes.length === 0 ? [] : [h('h3', {}, `Why, in ${name}`), h('ul', {}, ...changes.map(change => h('li', {}, change)))]),
    ...(manual.length === 0 ? [] : [h('h3', {}, `Left to do by hand in ${name}`), h('ul', {}, ...manual.map(stepOf))]),
  ]));
}

function stepOf({ rule, why }: { readonly rule: string | null; readonly why: string }): HTMLElement {
  return rule === null ? h('li', {}, why) : h('li', {}, ruleLink(rule), ` ${why}`);
}

function lineOf({ kind, text }: DiffLine): HTMLElement {
  return h('span', { class: `diff-${kind}` }, `${text}\n`);
}
