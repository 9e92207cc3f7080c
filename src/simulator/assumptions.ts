import { ContainerBehavior, Scenario } from './scenario';
import { ContainerWhatIf, triedWith, WhatIf } from './what-if';
import { SidecarSupport } from '../kubernetes/features';
import { hookOf } from '../kubernetes/hooks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, PodModel, PodContainer, PodRestartPolicy } from '../kubernetes/pod';
import { KILL, stopSignalOf } from '../kubernetes/stop-signals';

/** The assumed time that an app needs after its stop signal. */
export const ASSUMED_APP_SHUTDOWN_SECONDS = 30;

/** The assumed time that a sidecar needs after its stop signal. */
export const ASSUMED_SIDECAR_SHUTDOWN_SECONDS = 5;

/** The assumed time until a startup probe passes. */
export const ASSUMED_GATE_SECONDS = 1;

/** The assumed duration of a regular init container. */
export const ASSUMED_INIT_SECONDS = 1;

/** The assumed duration of work, and the assumed time before a server is deleted. */
export const ASSUMED_LIFE_SECONDS = 60;

/** A scenario for a pod without further information, and its assumptions as sentences. */
export interface AssumedScenario {
  readonly scenario: Scenario;
  readonly assumptions: string[];
  /** Whether the time that a container needs to stop is assumed. */
  readonly assumesStops: boolean;
}

/** How long containers need after their stop signal, by name, in seconds. */
export type KnownShutdowns = { readonly [container: string]: number };

/** A time limit, and the exit code with which it ends a program. */
export type ExpectedLimit = { readonly seconds: number; readonly exitCode?: number };

/** What is known about a pod's programs, by container name. The rest is assumed. */
export interface Expectations {
  readonly shutdowns?: KnownShutdowns;
  /** Main containers that never exit on their own, even when the work does. */
  readonly endless?: readonly string[];
  /** Main containers that serve the app, such as an injected proxy or another helper: they are assumed to stop as fast as a sidecar. */
  readonly serving?: readonly string[];
  /** Main containers that something stops once the work is done. */
  readonly ended?: readonly string[];
  /** Main containers that exit after a time limit of their own. */
  readonly limits?: { readonly [container: string]: ExpectedLimit };
  /** Containers whose startup probe never passes. */
  readonly closedGates?: readonly string[];
  /** Init containers that never exit. */
  readonly hanging?: readonly string[];
  /** Containers whose postStart hook never ends. */
  readonly hangingHooks?: readonly string[];
  /** Containers whose preStop hook fails at once. */
  readonly failingHooks?: readonly string[];
  /** Containers whose preStop hook tells the program to exit. */
  readonly stoppingHooks?: readonly string[];
  /** Containers that ignore their stop signal. */
  readonly deaf?: readonly string[];
  /** The pod is never deleted. */
  readonly stays?: boolean;
  /** What a user wants to try, so that it is not assumed. */
  readonly whatIf?: WhatIf;
}

/**
 * Assumes what a pod's programs do where it is not known: they start, run, and the pod is deleted; work that runs to completion succeeds.
 *
 * An app with an unknown shutdown time takes what is left of the grace period, so a pod with Kubernetes' defaults always fits.
 */
export function assumeScenario(pod: PodModel, kubernetes: KubernetesVersion, expected: Expectations = {}): AssumedScenario {
  const ends = pod.restartPolicy !== PodRestartPolicy.ALWAYS;
  const known = expected.shutdowns ?? {};
  const left = leftOfGracePeriod(pod, known, expected.failingHooks);
  const assumed = assumedShutdowns(pod, known, expected.failingHooks);
  const life = assumedLife(pod);
  const containers: { [container: string]: ContainerBehavior } = {};
  for (const container of pod.containers) {
    const shutdown = knownShutdown(known, container) ?? (serves(container, expected) ? assumed.sidecar : assumed.app(container));
    containers[container.name] = assumeBehavior(container, shutdown, ends ? life : undefined, expected);
  }
  const isDeleted = !ends && !expected.stays;
  const asked = askedOf(expected);
  const isUnsure = (container: PodContainer) => knownShutdown(known, container) === undefined
    && stopSignalOf(container, kubernetes) !== KILL
    && !expected.deaf?.includes(container.name) && !asked(container, 'drain') && !asked(container, 'ignoresSigterm');
  const stopping = [...pod.sidecars, ...(isDeleted ? pod.mains.filter(main => serves(main, expected)) : [])];
  const apps = pod.mains.filter(main => !serves(main, expected));
  const unsureApps = (isDeleted ? apps : []).filter(isUnsure);
  const unsureHelpers = (isDeleted || ends ? stopping : []).filter(isUnsure);
  return {
    assumesStops: unsureApps.length + unsureHelpers.length > 0,
    scenario: { kubernetes, deleteAt: isDeleted ? life : undefined, containers },
    assumptions: [
      ...(ends ? workAssumptions(pod, life, expected) : isDeleted && expected.whatIf?.deletion === undefined ? [`the pod is deleted ${life} s after its start`] : []),
      ...initAssumptions(pod, expected),
      ...gateAssumptions(pod, expected),
      ...shutdownAssumptions(unsureApps, app => inWords(ASSUMED_APP_SHUTDOWN_SECONDS, left.app(app), 'which is what is left of the grace period'), kubernetes),
      ...shutdownAssumptions(unsureHelpers, () => inWords(ASSUMED_SIDECAR_SHUTDOWN_SECONDS, left.sidecar, 'which is a share of what is left of the grace period'), kubernetes),
      ...hookAssumptions(pod),
      ...platformAssumptions(pod, kubernetes),
    ],
  };
}

/** Whether a container serves the app, natively or not. */
function serves({ name, role }: PodContainer, { serving = [], ended = [], endless = [], limits = {} }: Expectations): boolean {
  return role === ContainerRole.SIDECAR || [...serving, ...ended, ...endless, ...Object.keys(limits)].includes(name);
}

function assumeBehavior({ name, role, spec }: PodContainer, shutdown: number, life: number | undefined, expected: Expectations): ContainerBehavior {
  if (role === ContainerRole.INIT) {
    return expected.hanging?.includes(name) ? { neverExits: true } : { exitsAfter: ASSUMED_INIT_SECONDS };
  }
  const gate = expected.closedGates?.includes(name) ? { gateNeverOpens: true } : { gateOpens: spec.startupProbe ? ASSUMED_GATE_SECONDS : undefined };
  const hook = {
    ...(expected.hangingHooks?.includes(name) ? { postStartNeverEnds: true } : {}),
    ...(expected.failingHooks?.includes(name) ? { preStop: 0 } : {}),
    ...(expected.stoppingHooks?.includes(name) ? { preStopStops: true } : {}),
  };
  const stop = { ...hook, shutdown, ...(expected.deaf?.includes(name) ? { ignoresSigterm: true } : {}) };
  if (role === ContainerRole.SIDECAR || life === undefined || expected.endless?.includes(name)) {
    return { ...gate, ...stop };
  }
  const limit = expected.limits?.[name];
  const exit = limit?.exitCode === undefined ? {} : { exitCode: limit.exitCode };
  return { ...gate, ...stop, ...exit, exitsAfter: limit?.seconds ?? (expected.ended?.includes(name) ? life + shutdown : life) };
}

/** Work with a deadline is assumed to finish well before it. */
function assumedLife(pod: PodModel): number {
  const deadline = pod.job?.activeDeadlineSeconds;
  return deadline === undefined ? ASSUMED_LIFE_SECONDS : Math.min(ASSUMED_LIFE_SECONDS, Math.max(1, Math.floor(deadline / 2)));
}

function workAssumptions(pod: PodModel, life: number, expected: Expectations): string[] {
  const { endless = [], ended = [], limits = {} } = expected;
  const asked = askedOf(expected);
  const open = pod.mains.filter(main => !asked(main, 'work'));
  const lasting = open.filter(main => endless.includes(main.name));
  const work = open.filter(main => !endless.includes(main.name) && !ended.includes(main.name) && !Object.hasOwn(limits, main.name));
  return [
    ...(work.length > 0 ? [`${sentence(work, 'succeeds', 'succeed')} after ${life} s`] : []),
    ...(lasting.length > 0 ? [sentence(lasting, 'never exits on its own', 'never exit on their own')] : []),
  ];
}

function knownShutdown(known: KnownShutdowns, container: PodContainer): number | undefined {
  return Object.hasOwn(known, container.name) ? known[container.name] : undefined;
}

function shutdownAssumptions(
  containers: readonly PodContainer[], timeOf: (container: PodContainer) => string, kubernetes: KubernetesVersion,
): string[] {
  const alike = new Map<string, { readonly signal: string; readonly time: string; readonly members: PodContainer[] }>();
  for (const container of containers) {
    const [signal, time] = [stopSignalOf(container, kubernetes) ?? 'SIGTERM', timeOf(container)];
    const group = alike.get(`${signal} ${time}`) ?? { signal, time, members: [] };
    group.members.push(container);
    alike.set(`${signal} ${time}`, group);
  }
  return [...alike.values()].map(({ signal, time, members }) => `after ${signal} ${sentence(members, 'needs', 'each need')} ${time}`);
}

/** What each kind of container is assumed to need after its stop signal, or may take of the grace period, in seconds. */
interface StopSeconds {
  readonly app: (main: PodContainer) => number;
  readonly sidecar: number;
}

/**
 * How many seconds an app and a sidecar of unknown shutdown time are assumed to take: no more than the grace period leaves for them, but at least a second.
 *
 * @param failingHooks the containers whose preStop hook fails at once
 */
export function assumedShutdowns(pod: PodModel, known: KnownShutdowns, failingHooks?: readonly string[]): StopSeconds {
  const left = leftOfGracePeriod(pod, known, failingHooks);
  return { app: main => fitted(ASSUMED_APP_SHUTDOWN_SECONDS, left.app(main)), sidecar: fitted(ASSUMED_SIDECAR_SHUTDOWN_SECONDS, left.sidecar) };
}

/** What the preStop hook of an app and the sidecars leave for it, and the share of each of many sidecars. Negative if the hooks take too long. */
function leftOfGracePeriod(pod: PodModel, known: KnownShutdowns, failingHooks: readonly string[] = []): StopSeconds {
  const hook = (main: PodContainer) => failingHooks.includes(main.name) ? 0 : hookOf(main, 'preStop')?.seconds ?? 0;
  const share = Math.floor((pod.gracePeriodSeconds - Math.max(...pod.mains.map(hook)) - 1) / Math.max(1, pod.sidecars.length));
  const sidecars = pod.sidecars.reduce((total, one) => total + (knownShutdown(known, one) ?? fitted(ASSUMED_SIDECAR_SHUTDOWN_SECONDS, share)), 0);
  return { app: main => Math.floor(pod.gracePeriodSeconds - hook(main) - sidecars), sidecar: share };
}

function fitted(usual: number, left: number): number {
  return Math.min(usual, Math.max(1, left));
}

function inWords(usual: number, left: number, why: string): string {
  return `${fitted(usual, left)} s${left >= usual ? '' : left >= 1 ? `, ${why}` : ', although the grace period leaves less'}`;
}

function gateAssumptions(pod: PodModel, expected: Expectations): string[] {
  const asked = askedOf(expected);
  const gated = pod.containers.filter(container => container.role !== ContainerRole.INIT
    && container.spec.startupProbe && !expected.closedGates?.includes(container.name) && !asked(container, 'gate'));
  return gated.length > 0 ? [`${sentence(gated, 'is', 'are each')} up ${ASSUMED_GATE_SECONDS} s after the start, and the startup probe passes at its next check`] : [];
}

function initAssumptions(pod: PodModel, expected: Expectations): string[] {
  const asked = askedOf(expected);
  const inits = pod.containers.filter(container => container.role === ContainerRole.INIT
    && !expected.hanging?.includes(container.name) && !asked(container, 'gate') && !asked(container, 'work'));
  return inits.length > 0 ? [`${sentence(inits, 'takes', 'each take')} ${ASSUMED_INIT_SECONDS} s and ${inits.length > 1 ? 'succeed' : 'succeeds'}`] : [];
}

/** Tells whether a user wants to try something with a container, so that it is not assumed. */
function askedOf({ whatIf = { containers: {} } }: Expectations): (container: PodContainer, what: keyof ContainerWhatIf) => boolean {
  return ({ name }, what) => triedWith(whatIf, name)[what] !== undefined;
}

function hookAssumptions(pod: PodModel): string[] {
  const silent = pod.containers.filter(container => {
    const hook = hookOf(container, 'preStop');
    return hook !== undefined && hook.seconds === undefined;
  });
  return silent.length > 0 ? [`the preStop ${silent.length > 1 ? 'hooks' : 'hook'} of ${quote(silent)} ${silent.length > 1 ? 'take' : 'takes'} no time`] : [];
}

/** The assumptions about the cluster, and about fields that the manifest leaves open. */
export function platformAssumptions(pod: PodModel, kubernetes: KubernetesVersion): string[] {
  const notes: string[] = [];
  if (kubernetes.sidecars === SidecarSupport.ALPHA && pod.sidecars.length > 0) {
    notes.push('the feature gate SidecarContainers is on; before 1.29 it is off by default');
  }
  if (pod.job && pod.spec.restartPolicy === undefined) {
    notes.push('restartPolicy is Never: a Job must set Never or OnFailure, and this one sets neither');
  }
  const grace: unknown = pod.spec.terminationGracePeriodSeconds;
  if (grace !== undefined && grace !== null && grace !== pod.gracePeriodSeconds) {
    notes.push(`terminationGracePeriodSeconds is ${pod.gracePeriodSeconds}: ${JSON.stringify(grace)} in the manifest is not a whole number`);
  }
  return notes;
}

function sentence(containers: readonly PodContainer[], singular: string, plural: string): string {
  return `${quote(containers)} ${containers.length > 1 ? plural : singular}`;
}

function quote(containers: readonly PodContainer[]): string {
  const names = containers.map(container => `'${container.name}'`);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : names.join('');
}
