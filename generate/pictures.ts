import { join } from 'node:path';
import { Page, read, ROOT } from './page';
import { RULE_STORIES } from './rule-stories/all-stories';
import { livesOf } from './rule-stories/life';
import { run, workingIn } from './run-command';
import { DrawnPod, FailingCalls } from '../src/drawing/drawn-pod';
import { drawComparison } from '../src/drawing/svg-comparison';
import { ContainerRole, PodModel } from '../src/kubernetes/pod';
import { findRule } from '../src/rules/all-rules';
import { LifecycleEvent, PodOutcome, PodPhase, TimelineEvent } from '../src/simulator/timeline-event';

/** The folder of generated pictures: what is not generated anymore is removed. */
export const PICTURES = 'docs/pictures';
/** The kubelet whose recordings the README shows. */
const RECORDED = '1.36.3';
const RECORDED_PAIR = {
  subtitle: `Recorded on Kubernetes ${RECORDED}`,
  names: ['Ordinary', 'Native'] as const,
  headings: ['Ordinary container', 'Native sidecar'] as const,
};

interface RecordedTrace {
  readonly kubernetes: string;
  readonly manifest: any;
  readonly scenario: { readonly deleteAt?: number };
  readonly observed: {
    readonly events: TimelineEvent[];
    readonly phase: PodPhase;
    readonly outcome: PodOutcome;
    readonly notes?: { readonly calls: number; readonly failed: number; readonly failedBeforeStop: number; readonly failedAfterStop: number };
  };
}

/** Every generated picture. */
export async function picturePages(): Promise<Page[]> {
  return [recordedJobs(), recordedDeletions(), await explainedWeb(), ...Object.keys(RULE_STORIES).map(rulePicture)];
}

/** An image of a generated picture for Markdown; an image of SVG needs a width. */
export function image(path: string, alt: string): string {
  return `<img src="${path}" width="800" alt="${alt}">`;
}

/** The path of the picture of a rule, from `docs`; undefined if the rule is not about time. */
export function rulePicturePath(id: string): string | undefined {
  return RULE_STORIES[id] === undefined ? undefined : `pictures/${id.toLowerCase()}.svg`;
}

function rulePicture(id: string): Page {
  const [wrong, right] = livesOf(RULE_STORIES[id]);
  const { title } = findRule(id)!;
  return picture(`${id.toLowerCase()}.svg`, drawComparison(wrong, right, { title: id, subtitle: title, names: ['Wrong', 'Right'] }));
}

/** The same Job with an ordinary and with a native sidecar, as a kubelet ran it. */
function recordedJobs(): Page {
  const [before, after] = [recorded('job-ordinary-sidecar'), recorded('job-one-sidecar')];
  return picture('recorded-job.svg', drawComparison(lifeOf(before), lifeOf(after), { ...RECORDED_PAIR, title: 'A Job with a proxy' }));
}

/** The deletion of the same pod with an ordinary and with a native sidecar, as a kubelet did it, and what became of the calls of its app. */
function recordedDeletions(): Page {
  const traces = [recorded('delete-ordinary-proxy'), recorded('delete-native-proxy')];
  const [before, after] = traces.map(trace => ({ ...lifeOf(trace), failing: failingCalls(trace) }));
  const headings = traces.map(({ observed: { notes } }, index) => `${RECORDED_PAIR.headings[index]}: ${notes!.failed} of ${notes!.calls} calls fail`);
  const title = 'A pod with a proxy is deleted';
  return picture('recorded-deletion.svg', drawComparison(before, after, { ...RECORDED_PAIR, title, headings: [headings[0], headings[1]] }));
}

/** The calls of the app fail until the proxy is up, and after it has exited. */
function failingCalls({ observed: { events, notes } }: RecordedTrace): FailingCalls[] {
  const at = (container: string, kind: LifecycleEvent) => events.find(event => event.container === container && event.event === kind)!.at;
  const calls = (failed: number, from: number, to: number) => failed > 0 ? [{ container: 'app', from, to, label: `${failed} calls fail` }] : [];
  return [
    ...calls(notes!.failedBeforeStop, at('app', LifecycleEvent.STARTED), at('proxy', LifecycleEvent.GATE_OPEN)),
    ...calls(notes!.failedAfterStop, at('proxy', LifecycleEvent.EXITED), at('app', LifecycleEvent.EXITED)),
  ];
}

function recorded(name: string): RecordedTrace {
  return JSON.parse(read(`test/fixtures/traces/${RECORDED}/${name}.json`));
}

function lifeOf({ manifest, scenario, observed: { events, phase, outcome } }: RecordedTrace): DrawnPod {
  const pod = PodModel.fromManifest(manifest);
  const isMain = ({ container }: TimelineEvent) => pod.container(container).role === ContainerRole.MAIN;
  const done = events.filter(event => event.event === LifecycleEvent.EXITED && isMain(event)).pop()?.at;
  const stopped = outcome === PodOutcome.COMPLETED ? done : scenario.deleteAt;
  return { pod, result: { events, phase, outcome, stopBegan: stopped === undefined ? undefined : stopped * 1000 } };
}

/** The picture of the page about `explain`. */
async function explainedWeb(): Promise<Page> {
  const { out } = await workingIn(join(ROOT, 'test/fixtures/manifests'), () => run(['explain', 'web.yaml', '--format', 'svg']));
  return picture('explain-web.svg', out.trimEnd());
}

function picture(name: string, svg: string): Page {
  return { file: `${PICTURES}/${name}`, text: `${svg}\n` };
}
