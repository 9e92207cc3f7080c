import { isAbsolute, relative, sep } from 'node:path';
import { CheckFinding, CheckReport } from '../../core/check/report';
import { safeJson } from '../../data/safe-text';
import { Severity } from '../../rules/engine/finding';
import { RuleText } from '../../rules/engine/rule';
import { TextRegion } from '../../yaml/line-starts';
import { InputProblem } from '../../yaml/problem';
import { STDIN_NAME } from '../io/files';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS = { [Severity.ERROR]: 'error', [Severity.WARNING]: 'warning', [Severity.INFO]: 'note' } as const;
const FINGERPRINT = 'cdk8sSidecars/v1';
const HOME = 'https://www.npmjs.com/package/cdk8s-sidecars';

/**
 * Renders a report as SARIF 2.1.0, the format that code hosts read.
 *
 * @param report the findings and problems
 * @param rules all rules, for the help text of each finding
 * @param version the version of this package
 */
export function checkSarif(report: CheckReport, rules: readonly RuleText[], version: string): string {
  const indexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const results = [...report.findings, ...report.acknowledged].map(finding => resultOf(finding, indexes));
  return `${safeJson({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'cdk8s-sidecars', version, informationUri: HOME, rules: rules.map(ruleOf) } },
      invocations: [{ executionSuccessful: report.problems.length === 0, toolExecutionNotifications: report.problems.map(notificationOf) }],
      columnKind: 'utf16CodeUnits',
      results,
    }],
  })}\n`;
}

function ruleOf({ id, name, severity, title, why, fix, example }: RuleText): object {
  const parts = [why ?? title, ...(fix === undefined ? [] : [`What to do: ${fix}`])];
  const examples = example ? ['Wrong:', fenced(example.wrong), 'Right:', fenced(example.right)] : [];
  return {
    id,
    name,
    shortDescription: { text: title },
    fullDescription: { text: parts[0] },
    help: { text: parts.join('\n\n'), markdown: [...parts, ...examples].join('\n\n') },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf(finding: CheckFinding, indexes: ReadonlyMap<string, number>): object {
  const { rule, severity, message, fix, workload, container, fingerprint, acknowledged } = finding;
  const qualified = [finding.namespace, workload, container].filter(part => part !== null).join('/');
  return {
    ruleId: rule,
    ...(indexes.has(rule) ? { ruleIndex: indexes.get(rule) } : {}),
    level: LEVELS[severity],
    message: { text: `${message}: ${fix}` },
    locations: [{
      physicalLocation: physicalLocation(finding.file, finding.region),
      logicalLocations: [{ name: container ?? workload, fullyQualifiedName: qualified, kind: 'resource' }],
    }],
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(acknowledged === undefined ? {} : { suppressions: [{ kind: 'inSource', justification: acknowledged }] }),
  };
}

function notificationOf({ file, line, column, message }: InputProblem): object {
  return { level: 'error', message: { text: message }, locations: [{ physicalLocation: physicalLocation(file, { line, column }) }] };
}

function physicalLocation(file: string, { line, column, endLine, endColumn }: Partial<TextRegion>): object {
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return { artifactLocation: { uri: uriOf(file) }, ...(line === undefined ? {} : { region }) };
}

/** Relative to the working folder, as code hosts require. */
function uriOf(file: string): string {
  if (file === STDIN_NAME) {
    return 'stdin';
  }
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return path.split(sep).filter(part => part !== '.').map(encodeURIComponent).join('/');
}

function fenced(yaml: string): string {
  return `\`\`\`yaml\n${yaml.trimEnd()}\n\`\`\``;
}
