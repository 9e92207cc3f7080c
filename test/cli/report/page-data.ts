import { ReportData, WorkloadData } from '../../../src/report/report-data';

/** The data of a page, as its script reads them. */
export function dataOf(page: string): ReportData {
  const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)!;
  return JSON.parse(json) as ReportData;
}

/** The workload with a name. */
export function workloadIn({ workloads, texts }: ReportData, name: string): WorkloadData {
  return workloads.find(workload => texts[workload.name] === name)!;
}

/** The lines of the diff of a workload. */
export function diffOf(data: ReportData, name: string): string[] {
  const { migration } = workloadIn(data, name);
  return migration?.diff === undefined ? [] : data.diffs[migration.diff].map(line => data.texts[line]);
}
