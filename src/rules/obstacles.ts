import { Finding, Severity } from './engine/finding';
import { findingsOf, Rule, RuleContext } from './engine/rule';
import { endlessWork } from './jobs/endless-work';
import { endlessInit } from './start/endless-init';
import { gateBehindCni } from './start/gate-behind-cni';
import { gateNeedsApp } from './start/gate-needs-app';
import { gateRewrittenByIstio } from './start/gate-rewritten-by-istio';
import { initWaitsForLater } from './start/init-waits-for-later';
import { missingTool } from './start/missing-tool';
import { postStartBarrier } from './start/post-start-barrier';
import { probeOnLoopback } from './start/probe-on-loopback';
import { ignoresSigtermAnywhere } from './stop/ignores-sigterm';
import { sleepWithoutShell } from './stop/sleep-without-shell';
import { stoppingPreStop } from './stop/stopping-pre-stop';
import { InjectedPlace } from '../knowledge/meshes/injection';
import { keepsVaultAgent, VAULT_INJECTOR } from '../knowledge/meshes/other-injectors';
import { endingOf } from '../recognition/endings';
import { isOrdinaryHelper } from '../recognition/program-stop';
import { timeLimitOf } from '../recognition/time-limit';
import { ExpectedLimit, Expectations } from '../simulator/assumptions';

/** What the rules and recognition know about the course of a pod, as input for the simulator. */
export interface Obstacles {
  readonly expected: Required<Pick<Expectations, 'serving' | 'endless' | 'ended' | 'limits' | 'closedGates' | 'hanging' | 'hangingHooks' | 'failingHooks' | 'stoppingHooks' | 'deaf'>>;
  /** The reasons, as sentences. */
  readonly reasons: readonly string[];
}

type Effect = 'closedGates' | 'hanging' | 'hangingHooks' | 'failingHooks' | 'stoppingHooks' | 'deaf' | 'endless';

/** What happens to the container of a finding. */
interface RuleEffect {
  readonly rule: Rule;
  readonly effect: Effect;
  /** Only errors are certain to happen, unless the rule never reports errors. */
  readonly from: readonly Severity[];
  /** The field that the finding must point at. */
  readonly field?: string;
}

const EFFECTS: readonly RuleEffect[] = [
  { rule: probeOnLoopback, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: gateNeedsApp, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: gateRewrittenByIstio, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: gateBehindCni, effect: 'closedGates', from: [Severity.ERROR] },
  { rule: missingTool, effect: 'closedGates', from: [Severity.ERROR], field: 'startupProbe' },
  { rule: endlessInit, effect: 'hanging', from: [Severity.ERROR] },
  { rule: initWaitsForLater, effect: 'hanging', from: [Severity.ERROR] },
  { rule: postStartBarrier, effect: 'hangingHooks', from: [Severity.ERROR] },
  { rule: sleepWithoutShell, effect: 'failingHooks', from: [Severity.ERROR] },
  { rule: stoppingPreStop, effect: 'stoppingHooks', from: [Severity.ERROR] },
  { rule: endlessWork, effect: 'endless', from: [Severity.ERROR] },
  { rule: ignoresSigtermAnywhere, effect: 'deaf', from: [Severity.INFO, Severity.WARNING] },
];

/** What prevents the usual course of a pod: startup probes that never pass, containers that never exit, and containers that a workaround stops. */
export function obstaclesOf(context: RuleContext): Obstacles {
  const expected: { [effect in Effect | 'serving' | 'ended']: string[] } & { readonly limits: { [container: string]: ExpectedLimit } } = {
    limits: {},
    closedGates: [],
    hanging: [],
    hangingHooks: [],
    failingHooks: [],
    stoppingHooks: [],
    endless: [],
    ended: [],
    deaf: [],
    serving: injectedMains(context),
  };
  const reasons: string[] = [];
  for (const { rule, effect, from, field } of EFFECTS) {
    const certain = findingsOf([rule], context).filter(({ container, severity, place }) => container !== undefined && from.includes(severity)
      && (field === undefined || place?.path.includes(field)));
    for (const found of certain) {
      expected[effect].push(found.container!);
      reasons.push(reasonOf(found));
    }
  }
  addHelpers(context, expected, reasons);
  expected.serving.push(...context.pod.mains.filter(main => isOrdinaryHelper(context.recognition, main)).map(({ name }) => name));
  return { expected, reasons };
}

function reasonOf({ rule, message }: Finding): string {
  return `${message} (${rule})`;
}

/** The ordinary containers that injectors add. */
function injectedMains({ pod, mesh }: RuleContext): string[] {
  const vaultAgents = keepsVaultAgent(pod.metadata.annotations ?? {}) ? VAULT_INJECTOR.adds.filter(({ place }) => place === InjectedPlace.MAIN) : [];
  const injected = [...mesh?.injected ?? [], ...vaultAgents.map(({ name }) => name)];
  return pod.mains.map(({ name }) => name).filter(name => injected.includes(name));
}

/** The ordinary helpers of a pod that runs to completion, the proxy of its mesh, and commands that never exit: NS401 and NS402 report the same ones in a Job. */
function addHelpers(
  { pod, recognition }: RuleContext,
  expected: { readonly [effect in 'serving' | 'endless' | 'ended']: string[] } & { readonly limits: { [container: string]: ExpectedLimit } },
  reasons: string[],
): void {
  if (!pod.runsToCompletion) {
    return;
  }
  const helpers = new Map(recognition.helpers.map(helper => [helper.container.name, helper]));
  for (const main of pod.mains) {
    const { name } = main;
    const isInjected = expected.serving.includes(name);
    const helper = helpers.get(name);
    const neverEnds = isInjected || helper?.neverEnds || recognition.isEndless(main);
    const ending = helper || neverEnds ? endingOf(recognition, main) : undefined;
    const limit = helper ? timeLimitOf(recognition, main) : undefined;
    if (expected.endless.includes(name)) {
      continue;
    }
    if (pod._isEndedByController(name)) {
      expected.ended.push(name);
    } else if (ending) {
      expected.ended.push(name);
      reasons.push(`${ending.by === undefined ? 'a workaround' : `'${ending.by}'`} stops '${name}' when the work is done (${ending.text})`);
    } else if (limit !== undefined) {
      expected.limits[name] = limit;
      reasons.push(`'${name}' exits after its time limit (${limit.text})${limit.exitCode === undefined ? '' : `, with code ${limit.exitCode}`}`);
    } else if (neverEnds) {
      expected.endless.push(name);
    }
  }
}
