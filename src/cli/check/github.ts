import { CheckFinding, CheckReport } from '../../core/check/report';
import { safeGithubMessage, safeGithubProperty } from '../../data/safe-text';
import { InputProblem } from '../../yaml/problem';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Renders a report as GitHub workflow commands, which GitHub shows as annotations on the lines.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function checkGithub({ findings, problems }: CheckReport): string {
  return [...problems.map(problemCommand), ...findings.map(findingCommand)].map(line => `${line}\n`).join('');
}

function findingCommand({ severity, file, region, rule, workload, message, fix }: CheckFinding): string {
  const { line, endLine, column, endColumn } = region;
  // GitHub takes columns on one line only.
  const columns = line === endLine ? { col: column, endColumn } : {};
  return command(LEVELS[severity], { file, line, endLine, ...columns, title: `${rule} ${workload}` }, `${message}: ${fix}`);
}

function problemCommand({ file, line, column, message }: InputProblem): string {
  return command('error', { file, line, col: column, title: 'unreadable input' }, message);
}

function command(name: string, properties: { readonly [key: string]: string | number | undefined }, data: string): string {
  const pairs = Object.entries(properties).filter(([, value]) => value !== undefined).map(([key, value]) => `${key}=${safeGithubProperty(String(value))}`);
  return `::${name} ${pairs.join(',')}::${safeGithubMessage(data)}`;
}
