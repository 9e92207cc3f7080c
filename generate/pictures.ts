import { join } from 'node:path';
import { Page, read, ROOT } from './page';
import { RULE_STORIES } from './rule-stories/all-stories';
import { livesOf } from './rule-stories/life';
import { run, workingIn } from './run-command';
import { DrawnPod } from '../src/drawing/drawn-pod';
import { drawComparison } from '../src/drawing/svg-comparison';
import { ContainerRole, PodModel } from '../src/kubernetes/pod';
import { findRule } from '../src/rules/all-rules';
import { LifecycleEvent, PodOutcome, PodPhase, TimelineEvent } from '../src/simulator/timeline-event';

/** The folder of generated pictures: what is not generated anymore is removed. */
export const PICTURES = 'docs/pictures';
/** The kubelet whose recordings the README shows. */
const RECORDED = '1.36.3';

interface RecordedTrace {
  readonly kubernetes: string;
  readonly manifest: any;
  readonly observed: { readonly events: TimelineEvent[]; readonly phase: PodPhase; readonly outcome: PodOutcome };
}

/** Every generated picture. */
export async function picturePages(): Promise<Page[]> {
  return [recordedJobs(), await explainedWeb(), ...Object.keys(RULE_STORIES).map(rulePicture)];
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
  const before = recorded('job-ordinary-sidecar');
  const after = recorded('job-one-sidecar');
  const options = { title: 'A Job with a proxy', subtitle: `Recorded on Kubernetes ${RECORDED}`, names: ['Ordinary container', 'Native sidecar'] as const };
  return picture('recorded-job.svg', drawComparison(before, after, options));
}

function recorded(name: string): DrawnPod {
  const { manifest, observed }: RecordedTrace = JSON.parse(read(`test/fixtures/traces/${RECORDED}/${name}.json`));
  const pod = PodModel.fromManifest(manifest);
  const { events, phase, outcome } = observed;
  const isMain = ({ container }: TimelineEvent) => pod.container(container).role === ContainerRole.MAIN;
  const stopped = outcome === PodOutcome.COMPLETED ? events.filter(event => event.event === LifecycleEvent.EXITED && isMain(event)).pop() : undefined;
  return { pod, result: { events, phase, outcome, stopBegan: stopped && stopped.at * 1000 } };
}

/** The picture of the page about `explain`. */
async function explainedWeb(): Promise<Page> {
  const { out } = await workingIn(join(ROOT, 'test/fixtures/manifests'), () => run(['explain', 'web.yaml', '--format', 'svg']));
  return picture('explain-web.svg', out.trimEnd());
}

function picture(name: string, svg: string): Page {
  return { file: `${PICTURES}/${name}`, text: `${svg}\n` };
}
