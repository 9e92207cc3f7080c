import { DataPlace } from '../../data/path';
import { Subject, wording } from '../../data/wording';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { belongsNative } from '../../recognition/helpers';
import { meshSeenIn } from '../../recognition/mesh-signs';
import { Budget } from '../../simulator/budget';
import { Severity } from '../engine/finding';
import { atContainerField, atPodSpec } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { certainStops } from '../known-shutdowns';

/** An explicit grace period up to this length is short for an app and a sidecar. */
const SHORT_SECONDS = 10;

/** A grace period up to this length is short even if all goes well: the kubelet needs about a second between two containers. */
const VERY_SHORT_SECONDS = 5;

export const gracePeriodTooShort: Rule = {
  id: 'NS301',
  name: 'grace-period-too-short',
  severity: Severity.ERROR,
  title: 'The grace period is too short for the containers to stop one after another',
  why: 'All containers of a pod share one grace period, and native sidecars stop after the app, one after another. When the grace period ends, the kubelet stops the remaining '
    + 'sidecars together and kills them 2 s later. It is an error if the known stop times add up to more than the grace period, and a warning or info if it only looks short.',
  fix: 'Set terminationGracePeriodSeconds to the preStop hook and shutdown time of the app, plus the shutdown time of each sidecar, plus 2 s. With constructs, omit it: they compute it.',
  example: {
    wrong: `terminationGracePeriodSeconds: 5
initContainers:
- name: proxy
  restartPolicy: Always
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
    right: `terminationGracePeriodSeconds: 37    # web 30 s, then proxy 5 s, plus 2 s of margin
initContainers:
- name: proxy
  restartPolicy: Always
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const sum = sumTooLong(context);
    return sum.length > 0 ? sum : shortForSidecars(context);
  },
};

/** Whether the rule needs every shutdown time to judge a pod: its grace period is short, or it is too short. */
export function needsAllStopTimes(context: Pick<RuleContext, 'pod' | 'stops' | 'recognition'>): boolean {
  return context.pod.gracePeriodSeconds <= SHORT_SECONDS || sumTooLong(context).length > 0;
}

function sumTooLong({ pod, stops: declared, recognition, reader }: Pick<RuleContext, 'pod' | 'stops' | 'recognition' | 'reader'>): RuleOffense[] {
  if (pod.sidecars.length === 0) {
    return [];
  }
  const stops = certainStops(declared, recognition);
  // An upper bound: as if no two containers stopped in parallel.
  const atMost = Object.values(stops).reduce((sum, stop) => sum + (stop.preStop ?? 0) + (stop.shutdown ?? 0), 0);
  if (atMost <= pod.gracePeriodSeconds) {
    return [];
  }
  const budget = Budget.of(pod, stops);
  if (budget.fits(pod.gracePeriodSeconds)) {
    return [];
  }
  const silent = pod.mains.map(main => main.name).filter(name => stops[name]?.shutdown === undefined);
  const undeclared = silent.length > 0 ? ` plus the undeclared shutdown time of ${quoted(silent)}` : '';
  return [{
    at: atPodSpec(pod, 'terminationGracePeriodSeconds') ?? atFirstHook(pod),
    message: `the grace period is ${pod.gracePeriodSeconds} s, but stopping in order takes ${budget.requiredSeconds} s (${budget.explain()})${undeclared}`,
    fix: wording`set ${gracePeriodOf(reader)} to ${budget.recommendedSeconds}${reader === 'construct' ? ' s' : ''}${undeclared === '' ? ' or more' : ' plus that time'}, omit it, or shorten the longest step`,
  }];
}

/** The grace period as the reader writes it: cdk8s-plus has another name for it than manifests. */
function gracePeriodOf(reader: RuleContext['reader']): Subject {
  return reader === 'construct' ? wording`the grace period ('terminationGracePeriod' in cdk8s-plus)` : 'terminationGracePeriodSeconds';
}

/** For a pod without an explicit grace period: a preStop hook that is part of the sum. */
function atFirstHook(pod: PodModel): DataPlace | undefined {
  const slow = pod.containers.find(container => container.spec.lifecycle?.preStop);
  return slow && atContainerField(pod, slow, 'lifecycle', 'preStop');
}

/** No stop times are declared, but the grace period is explicit and short for an app and its sidecar. */
function shortForSidecars(context: RuleContext): RuleOffense[] {
  const { pod, stops, recognition, reader } = context;
  const written: unknown = pod.spec.terminationGracePeriodSeconds;
  // The time of a known program says nothing about the others, and a manifest does not repeat it.
  const isDeclared = () => {
    const known = certainStops({}, recognition);
    return Object.entries(stops).some(([name, { shutdown }]) => shutdown !== undefined && shutdown !== known[name]?.shutdown);
  };
  if (typeof written !== 'number' || written > SHORT_SECONDS || pod.runsToCompletion || isDeclared()) {
    return [];
  }
  const sharers = whoShares(context);
  return sharers === undefined ? [] : [{
    at: atPodSpec(pod, 'terminationGracePeriodSeconds'),
    message: `the grace period is only ${written} s, and ${sharers}, so the kubelet kills containers that need longer`,
    fix: wording`set ${gracePeriodOf(reader)} to the time that all of them need together, or omit it (the default is 30 s)`,
    severity: pod.sidecars.length > 0 && written <= VERY_SHORT_SECONDS ? Severity.WARNING : Severity.INFO,
  }];
}

function whoShares({ pod, recognition }: RuleContext): string | undefined {
  if (pod.sidecars.length > 0) {
    const inStopOrder = pod.sidecars.map(sidecar => sidecar.name).reverse();
    return `${quoted(pod.mains.map(main => main.name))} and then ${quoted(inStopOrder)} stop one after another`;
  }
  const mesh = meshSeenIn(recognition);
  if (mesh !== undefined) {
    return `${quoted(pod.mains.map(main => main.name))} and the ${mesh} proxy share it`;
  }
  const isHelper = ({ name }: PodContainer) => {
    const helper = recognition.helper(name);
    // Only a helper that must outlive the app has less time because of it.
    return helper !== undefined && belongsNative(recognition, helper);
  };
  const helpers = pod.mains.length > 1 ? pod.mains.filter(isHelper).map(main => main.name) : [];
  return helpers.length > 0 && helpers.length < pod.mains.length ? `the app and ${quoted(helpers)} share it` : undefined;
}
