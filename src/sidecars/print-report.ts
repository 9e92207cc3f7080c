import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { CheckedWorkload, reportText } from './check-report';
import { afterSynth } from './synth-steps';

/** The checked workloads of an app that the next report is about. */
export type ReportedWorkloads = Map<ApiObject, CheckedWorkload>;

const reports = new WeakMap<IConstruct, ReportedWorkloads>();

/** Prints one report after each synth of an app, however many scopes are checked: they may overlap. Returns what the report is about, to be filled during the synth. */
export function reportAfterSynth(root: IConstruct): ReportedWorkloads {
  const known = reports.get(root);
  if (known) {
    return known;
  }
  const workloads: ReportedWorkloads = new Map();
  reports.set(root, workloads);
  afterSynth(root, failure => {
    if (workloads.size > 0 || failure === undefined) {
      process.stderr.write(reportText([...workloads.values()], failure));
    }
    workloads.clear();
  });
  return workloads;
}
