import { DataPlace } from '../../data/path';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { belongsNative } from '../../recognition/helpers';
import { meshSeenIn } from '../../recognition/mesh-signs';
import { Budget } from '../../simulator/budget';
import { Severity } from '../engine/finding';
import { atContainerField, atPodSpec } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffence } from '../engine/rule';

/** A grace period that was written down and is no longer than this is short for an app and a sidecar. */
const SHORT_SECONDS = 10;

/** One that is no longer than this is short even if all goes well: a kubelet needs about a second between two containers. */
const VERY_SHORT_SECONDS = 5;

export const gracePeriodTooShort: Rule = {
  id: 'NS301',
  name: 'grace-period-too-short',
  severity: Severity.ERROR,
  title: 'The grace period is too short for what its containers say they need to stop one after another',
  why: 'All containers of a pod share one grace period. Native sidecars stop after the app, one after the other; when the time is over, those that still wait are told to stop '
    + 'together and are killed 2 s later. An error is a sum of what is said for the containers; a grace period that is only short for a pod with sidecars is less.',
  fix: 'Set terminationGracePeriodSeconds to what the app’s hook and shutdown and then each sidecar take, and 2 s more; or leave it out where a construct computes it.',
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
  check: (context: RuleContext): RuleOffence[] => {
    const sum = sumTooLong(context);
    return sum.length > 0 ? sum : shortForSidecars(context);
  },
};

function sumTooLong({ pod, stops }: RuleContext): RuleOffence[] {
  // Even if nothing ran beside anything else, it would take no longer than this.
  const atMost = Object.values(stops).reduce((sum, stop) => sum + (stop.preStop ?? 0) + (stop.shutdown ?? 0), 0);
  if (atMost <= pod.gracePeriodSeconds || pod.sidecars.length === 0) {
    return [];
  }
  const budget = Budget.of(pod, stops);
  if (budget.fits(pod.gracePeriodSeconds)) {
    return [];
  }
  const silent = pod.mains.map(main => main.name).filter(name => stops[name]?.shutdown === undefined);
  const unsaid = silent.length > 0 ? ` and what ${quoted(silent)} ${silent.length > 1 ? 'need' : 'needs'} after SIGTERM, of which nothing is said` : '';
  return [{
    at: atPodSpec(pod, 'terminationGracePeriodSeconds') ?? atFirstHook(pod),
    message: `the grace period is ${pod.gracePeriodSeconds} s, but to stop in order takes ${budget.requiredSeconds} s (${budget.explain()})${unsaid}`,
    fix: `set terminationGracePeriodSeconds to ${budget.recommendedSeconds}${unsaid === '' ? ' or more' : ' and that much more'}, or leave it out, or shorten what takes long`,
  }];
}

/** Of a pod that leaves its grace period to Kubernetes, the hook that is part of the sum. */
function atFirstHook(pod: Pod): DataPlace | undefined {
  const slow = pod.containers.find(container => container.spec.lifecycle?.preStop);
  return slow && atContainerField(pod, slow, 'lifecycle', 'preStop');
}

/** Nobody says how long the containers need, but somebody wrote a grace period that is short for an app and its sidecar. */
function shortForSidecars(context: RuleContext): RuleOffence[] {
  const { pod, stops } = context;
  const written: unknown = pod.spec.terminationGracePeriodSeconds;
  const isSaid = () => Object.values(stops).some(stop => stop.shutdown !== undefined);
  if (typeof written !== 'number' || written > SHORT_SECONDS || pod.runsToCompletion || isSaid()) {
    return [];
  }
  const sharers = whoShares(context);
  return sharers === undefined ? [] : [{
    at: atPodSpec(pod, 'terminationGracePeriodSeconds'),
    message: `the grace period is only ${written} s, and ${sharers}: what has not ended by then is killed`,
    fix: 'set terminationGracePeriodSeconds to what all of them need together, or leave it out: it is 30 s then',
    severity: pod.sidecars.length > 0 && written <= VERY_SHORT_SECONDS ? Severity.WARNING : Severity.INFO,
  }];
}

function whoShares({ pod, recognition }: RuleContext): string | undefined {
  if (pod.sidecars.length > 0) {
    const inStopOrder = pod.sidecars.map(sidecar => sidecar.name).reverse();
    return `${quoted(pod.mains.map(main => main.name))} and then ${quoted(inStopOrder)} need it one after another`;
  }
  const mesh = meshSeenIn(pod);
  if (mesh !== undefined) {
    return `${quoted(pod.mains.map(main => main.name))} and the proxy of ${mesh} share it`;
  }
  const isHelper = ({ name }: PodContainer) => {
    const helper = recognition.helper(name);
    // Only what must outlive the app has less time because of it.
    return helper !== undefined && belongsNative(recognition, helper);
  };
  const helpers = pod.mains.length > 1 ? pod.mains.filter(isHelper).map(main => main.name) : [];
  return helpers.length > 0 && helpers.length < pod.mains.length ? `the app and ${quoted(helpers)} share it` : undefined;
}
