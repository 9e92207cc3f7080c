import { ContainerData, PictureData } from './report-data';
import { Texts } from './texts';
import { DrawnPod } from '../drawing/drawn-pod';
import { ContainerRole, PodModel, PodContainer } from '../kubernetes/pod';
import { LifecycleEvent, PodOutcome, PodPhase, TimelineEvent } from '../simulator/timeline-event';

const EVENTS = Object.values(LifecycleEvent);
const NO_CODE = -1;
const NUMBERS_OF_EVENT = 4;

/** Keeps of a pod's life what its picture needs. */
export function pictureData({ pod, result, injected = [], requestsSeconds }: DrawnPod, texts: Texts): PictureData {
  const positions = new Map(pod.containers.map(({ name }, index) => [name, index]));
  return {
    containers: pod.containers.map(({ name, role, spec }) =>
      ({ name: texts.add(name), role, gate: spec.startupProbe !== undefined, injected: injected.includes(name) })),
    job: pod.job !== undefined,
    grace: pod.gracePeriodSeconds,
    events: result.events.flatMap(({ at, container, event, code = NO_CODE }) => [at, positions.get(container) ?? 0, EVENTS.indexOf(event), code]),
    outcome: result.outcome,
    phase: result.phase,
    why: texts.maybe(result.why),
    stopBegan: result.stopBegan,
    requestsSeconds,
  };
}

/** The pod's life that a picture shows; `texts` are those of the page. */
export function drawnPod(picture: PictureData, texts: readonly string[]): DrawnPod {
  const { containers, grace, job, outcome, phase, why, stopBegan, requestsSeconds } = picture;
  const spec = {
    terminationGracePeriodSeconds: grace,
    initContainers: containers.filter(({ role }) => role !== ContainerRole.MAIN).map(container => containerSpec(container, texts)),
    containers: containers.filter(({ role }) => role === ContainerRole.MAIN).map(container => containerSpec(container, texts)),
  };
  const pod = PodModel.fromManifest(job ? { apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec } } } : { apiVersion: 'v1', kind: 'Pod', spec });
  return {
    pod,
    result: {
      events: eventsOf(picture, pod.containers),
      outcome: outcome as PodOutcome,
      phase: phase as PodPhase,
      why: why === undefined ? undefined : texts[why],
      stopBegan,
    },
    injected: containers.filter(({ injected }) => injected).map(({ name }) => texts[name]),
    requestsSeconds,
  };
}

function containerSpec({ name, role, gate }: ContainerData, texts: readonly string[]) {
  return {
    name: texts[name],
    ...(role === ContainerRole.SIDECAR ? { restartPolicy: 'Always' } : {}),
    ...(gate ? { startupProbe: {} } : {}),
  };
}

function eventsOf({ events }: PictureData, containers: readonly PodContainer[]): TimelineEvent[] {
  return Array.from({ length: events.length / NUMBERS_OF_EVENT }, (_, index) => {
    const [at, container, event, code] = events.slice(index * NUMBERS_OF_EVENT, (index + 1) * NUMBERS_OF_EVENT);
    return { at, container: containers[container].name, event: EVENTS[event], ...(code === NO_CODE ? {} : { code }) };
  });
}
