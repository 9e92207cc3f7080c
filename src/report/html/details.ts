import { Html, html, trusted } from './html';
import { pictureHtml } from './picture';
import { resourcesHtml } from './resources';
import { badge } from './row';
import { safeXmlLines } from '../../data/safe-text';
import { Verdict } from '../../migration/plan';
import { FindingData, MigrationData, ReportData, StepData, TextId, WorkloadData } from '../report-data';
import { SEVERITIES } from '../workloads';

/** Everything about a workload: its findings, what it does, what the migration changes, its resources. */
export function detailsHtml(index: number, data: ReportData): Html {
  const workload = data.workloads[index];
  const { file, line, migration } = workload;
  return html`<p class="place"><code>${data.texts[file]}:${line}</code></p>${[
    findingsHtml(workload, data),
    pictureHtml(index, data),
    migration && migrationHtml(migration, data, index),
    resourcesHtml(workload, data),
  ]}`;
}

function findingsHtml(workload: WorkloadData, data: ReportData): Html {
  const bySeverity = SEVERITIES.flatMap(severity => workload.findings.filter(finding => finding.severity === severity));
  return bySeverity.length === 0
    ? html`<h4>Findings</h4><p>No rule reports a problem.</p>`
    : html`<h4>Findings</h4><ul class="findings">${bySeverity.map(finding => findingHtml(finding, workload, data))}</ul>`;
}

function findingHtml(finding: FindingData, { file }: WorkloadData, { texts, rules }: ReportData): Html {
  const { rule, severity, line, column, message, fix, accepted } = finding;
  const reason = accepted === undefined ? undefined : html`<p class="accepted">Accepted: ${texts[accepted]}</p>`;
  return html`<li class="finding ${severity}"><p>${badge(severity)} <b>${rule}</b> <span class="rule">${rules[rule]}</span></p>
<p>${texts[message]}</p><p class="fix"><b>Fix:</b> ${texts[fix]}</p>${reason}<p class="place"><code>${texts[file]}:${line}:${column}</code></p></li>`;
}

const SENTENCES: { readonly [verdict in Verdict]: string } = {
  'migrated': 'The command migrate can change this workload',
  'advice': 'The command migrate changes nothing here: decide on the remaining steps',
  'refused': 'The command migrate cannot change this workload safely',
  'already-native': 'The sidecars of this workload are already native',
  'nothing-to-do': 'This workload has no sidecar to move',
};

function migrationHtml(migration: MigrationData, data: ReportData, index: number): Html {
  const { texts } = data;
  const { verdict, moved, changes, steps, consequences, note } = migration;
  const containers = moved && html`. Native sidecars after it: ${moved.map((name, at) => html`${at > 0 ? ', ' : ''}<code>${texts[name]}</code>`)}`;
  return html`<h4>Migration</h4><p>${SENTENCES[verdict]}${containers}.${note === undefined ? '' : ` ${texts[note]}.`}</p>${[
    listHtml('Changes', changes?.map(step => stepHtml(step, texts))),
    listHtml('Remaining steps', steps?.map(step => stepHtml(step, texts))),
    listHtml('Consequences', consequences?.map(text => html`${texts[text]}`)),
    diffHtml(migration, data, index),
  ]}`;
}

function stepHtml({ rule, why }: StepData, texts: readonly string[]): Html {
  return html`${texts[why]}${rule === undefined ? '' : ` (${rule})`}`;
}

function listHtml(title: string, items: readonly Html[] | undefined): Html | undefined {
  return items && html`<h5>${title}</h5><ul>${items.map(item => html`<li>${item}</li>`)}</ul>`;
}

const SIGNS: { readonly [sign: string]: string } = { '+': 'add', '-': 'del', '@': 'hunk' };

function diffHtml({ diff }: MigrationData, { diffs, texts }: ReportData, index: number): Html | undefined {
  if (diff === undefined) {
    return undefined;
  }
  const line = (id: TextId) => {
    const style = SIGNS[texts[id][0]];
    const text = trusted(safeXmlLines(texts[id]));
    return style === undefined ? html`${text}\n` : html`<span class="${style}">${text}\n</span>`;
  };
  return html`<h5 id="diff-${index}">Diff</h5><pre class="diff" tabindex="0" role="group" aria-labelledby="diff-${index}"><code>${diffs[diff].map(line)}</code></pre>`;
}
