import { Finding, Severity } from './engine/finding';
import { findingsOf, Rule, RuleContext } from './engine/rule';
import { gateNeedsApp } from './start/gate-needs-app';
import { gateRewrittenByIstio } from './start/gate-rewritten-by-istio';
import { initWaitsForLater } from './start/init-waits-for-later';
import { probeOnLoopback } from './start/probe-on-loopback';
import { ignoresSigterm } from './stop/ignores-sigterm';
import { PodRestartPolicy } from '../kubernetes/pod';
import { endingOf } from '../recognition/endings';
import { Expectations } from '../simulator/assumptions';

/** What the rules and recognition know about how a pod's life goes, in the words of a simulation. */
export interface Obstacles {
  readonly expected: Required<Pick<Expectations, 'endless' | 'ended' | 'closedGates' | 'hanging' | 'deaf'>>;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
}

type Effect = 'closedGates' | 'hanging' | 'deaf';

/** What happens to the container of a finding. Only errors are certain to happen, except where the rule itself never reports one. */
const EFFECTS: readonly { readonly rule: Rule; readonly effect: Effect; readonly from: readonly Severity[] }[] = [
  { rule: probeOnLoopback, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: gateNeedsApp, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: gateRewrittenByIstio, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: initWaitsForLater, effect: 'hanging', from: [Severity.ERROR] },
  { rule: ignoresSigterm, effect: 'deaf', from: [Severity.INFO, Severity.WARNING] },
];

/** What keeps a pod from the usual course of its life: gates that never open, containers that never end, those that a workaround ends. */
export function obstaclesOf(context: RuleContext): Obstacles {
  const expected: { [effect in Effect | 'ended' | 'endless']: string[] } = { closedGates: [], hanging: [], endless: [], ended: [], deaf: [] };
  const reasons: string[] = [];
  for (const { rule, effect, from } of EFFECTS) {
    for (const found of findingsOf([rule], context).filter(({ container, severity }) => container !== undefined && from.includes(severity))) {
      expected[effect].push(found.container!);
      reasons.push(reasonOf(found));
    }
  }
  addHelpers(context, expected, reasons);
  return { expected, reasons };
}

function reasonOf({ rule, message }: Finding): string {
  return `${message} (${rule})`;
}

/** The ordinary helpers of work that ends, and the proxy of its mesh: NS401 and NS402 report the same ones. */
function addHelpers(
  { pod, mesh, recognition }: RuleContext, expected: { readonly endless: string[]; readonly ended: string[] }, reasons: string[],
): void {
  if (pod.restartPolicy === PodRestartPolicy.ALWAYS) {
    return;
  }
  const helpers = new Map(recognition.helpers.map(helper => [helper.container.name, helper]));
  for (const main of pod.mains) {
    const { name } = main;
    const isInjected = mesh?.injected.includes(name) === true;
    const helper = helpers.get(name);
    const ending = isInjected || helper ? endingOf(recognition, main) : undefined;
    if (ending) {
      expected.ended.push(name);
      reasons.push(`${ending.by === undefined ? 'a workaround' : `'${ending.by}'`} makes '${name}' end once the work is done (${ending.text})`);
    } else if (isInjected || helper?.neverEnds) {
      expected.endless.push(name);
    }
  }
}
