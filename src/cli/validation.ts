import { CliIo } from './io/io';
import { readManifests } from './io/read';
import { readConfig } from './settings/config';
import { settle } from './settings/settings';
import { checkManifests, reportOf } from '../core/check/check-manifests';
import { CheckFinding, CheckReport } from '../core/check/report';
import { readMesh } from '../core/mesh-option';
import { FAIL_ON, isFailing, notesOnSettings, GivenSettings } from '../core/settings';
import { messageOf } from '../data/error-message';
import { safeLine } from '../data/safe-text';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { findRule } from '../rules/all-rules';
import { formatProblem } from '../yaml/problem';

/** The part of the context that `cdk8s synth` passes to a plugin which is needed here, so that cdk8s-cli need not be installed. */
export interface SynthValidationContext {
  /** The files that synth wrote. */
  readonly manifests: readonly string[];
  readonly report: SynthValidationReport;
  readonly logger: { log(message: string): void };
}

/** Where a plugin reports violations; cdk8s-cli adds the construct path by the resource's name. */
export interface SynthValidationReport {
  addViolation(violation: SynthViolation): void;
  submit(status: 'success' | 'failure', metadata?: { readonly [key: string]: string }): void;
}

/** A violation in the form that cdk8s-cli expects. */
export interface SynthViolation {
  readonly ruleName: string;
  readonly recommendation: string;
  readonly fix: string;
  readonly violatingResources: readonly { readonly resourceName: string; readonly manifestPath: string; readonly locations: readonly string[] }[];
}

/** The values under `properties` in cdk8s.yaml: the options of `cdk8s-sidecars check` with the same names. */
export interface LifecycleValidationProps {
  /**
   * The version of the cluster's nodes, for example "1.34".
   * @default - the value in the config file, or 1.33
   */
  readonly kubernetesVersion?: string;
  /**
   * The lowest severity that makes synth fail: error, warning or never.
   * @default - the value in the config file, or error
   */
  readonly failOn?: string;
  /**
   * The config file of `cdk8s-sidecars check`.
   * @default - .cdk8s-sidecars.yaml, if it exists
   */
  readonly config?: string;
  /**
   * The mesh that injects its proxy, with its version, for example istio@1.29.
   * @default - the value in the config file, or no mesh
   */
  readonly mesh?: string;
}

/** Checks the manifests that synth wrote: the work of `LifecycleValidation`. */
export type Validator = (context: SynthValidationContext) => Promise<void>;

const PROPERTIES = ['kubernetesVersion', 'failOn', 'config', 'mesh'];

/** Synth has written its files, so standard input is empty, and all output goes to the report. */
const IO: CliIo = { out: () => {}, err: () => {}, stdin: async () => new Uint8Array() };

/** Prepares the check; throws at once if a property is invalid. */
export function validator(props: LifecycleValidationProps): Validator {
  const given = readProperties(props);
  return async ({ manifests, report, logger }) => {
    const settings = settle(given, await readConfig(props.config, IO).catch(error => { throw invalid(messageOf(error)); }));
    const input = await readManifests(manifests, IO);
    const result = checkManifests(input, settings);
    const found = reportOf(input, result, undefined);
    notesOnSettings(settings).forEach(note => logger.log(note));
    [...found.problems, ...result.notes].forEach(problem => logger.log(safeLine(formatProblem(problem))));
    violationsOf(found.findings).forEach(violation => report.addViolation(violation));
    report.submit(found.problems.length > 0 || isFailing(found, settings.failOn) ? 'failure' : 'success', summaryOf(found));
  };
}

function readProperties(props: LifecycleValidationProps): GivenSettings {
  const { kubernetesVersion, failOn, config, mesh } = props;
  const unknown = Object.keys(props).find(key => !PROPERTIES.includes(key));
  if (unknown !== undefined) {
    throw invalid(`unknown property '${unknown}': the properties are ${PROPERTIES.join(', ')}`);
  }
  for (const [key, value] of Object.entries({ kubernetesVersion, config, mesh })) {
    if (value !== undefined && typeof value !== 'string') {
      throw invalid(`'${key}' is ${JSON.stringify(value)} but must be a string: put it in quotes`);
    }
  }
  if (failOn !== undefined && !FAIL_ON.some(choice => choice === failOn)) {
    throw invalid(`'failOn' is ${JSON.stringify(failOn)}: choose one of ${FAIL_ON.join(', ')}`);
  }
  try {
    return {
      kubernetes: kubernetesVersion === undefined ? undefined : KubernetesVersion.of(kubernetesVersion),
      mesh: mesh === undefined ? undefined : readMesh(mesh),
      failOn: FAIL_ON.find(choice => choice === failOn),
    };
  } catch (error) {
    throw invalid(messageOf(error));
  }
}

function invalid(sentence: string): Error {
  return new Error(`LifecycleValidation: ${sentence}`);
}

/** Makes one violation of equal findings; several resources may share it. */
function violationsOf(findings: readonly CheckFinding[]): SynthViolation[] {
  const groups = new Map<string, CheckFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.severity, finding.message, finding.fix]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map(group => {
    const [{ rule, severity, message, fix }] = group;
    return {
      ruleName: `${rule} ${findRule(rule)!.name} (${severity})`,
      recommendation: safeLine(message),
      fix: safeLine(fix),
      violatingResources: group.map(resourceOf),
    };
  });
}

function resourceOf({ name, workload, file, region, container }: CheckFinding) {
  const place = `line ${region.line}, column ${region.column}: ${workload}${container === null ? '' : `, container '${container}'`}`;
  return { resourceName: safeLine(name ?? workload), manifestPath: safeLine(file), locations: [safeLine(place)] };
}

function summaryOf({ summary: { pods, error, warning, info }, acknowledged, problems }: CheckReport): { [key: string]: string } {
  const counts = { pods, error, warning, info, acknowledged: acknowledged.length, ...(problems.length > 0 ? { unreadable: problems.length } : {}) };
  return Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, String(count)]));
}
