import { ContainerBehavior, Scenario } from './scenario';
import { WhatIf } from './what-if';
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

/** What is known about a pod's programs, by container name. The rest is assumed. */
export interface Expectations {
  readonly shutdowns?: KnownShutdowns;
  /** Main containers that never exit on their own, even when the work does. */
  readonly endless?: readonly string[];
  /** Main containers that serve the app, such as an injected proxy: they are assumed to stop as fast as a sidecar. */
  readonly serving?: readonly string[];
  /** Main containers that something stops once the work is done. */
  readonly ended?: readonly string[];
  /** Containers whose startup probe never passes. */
  readonly closedGates?: readonly string[];
  /** Init containers that never exit. */
  readonly hanging?: readonly string[];
  /** Containers whose postStart hook never ends. */
  readonly hangingHooks?: readonly string[];
  /** Containers whose preStop hook fails at once. */
  readonly failingHooks?: readonly string[];
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
  const { app: appShutdown, sidecar: sidecarShutdown } = assumedShutdowns(pod, known, expected.failingHooks);
  const life = assumedLife(pod);
  const containers: { [container: string]: ContainerBehavior } = {};
  for (const container of pod.containers) {
    const shutdown = knownShutdown(known, container) ?? (serves(container, expected) ? sidecarShutdown : appShutdown);
    containers[container.name] = assumeBehavior(container, shutdown, ends ? life : undefined, expected);
  }
  const isDeleted = !ends && !expected.stays;
  const asked = expected.whatIf ?? {};
  const isUnsure = (container: PodContainer) => knownShutdown(known, container) === undefined
    && stopSignalOf(container, kubernetes) !== KILL
    && ![...expected.deaf ?? [], ...asked.ignoreSigterm ?? [], ...Object.keys(asked.drain ?? {})].includes(container.name);
  const stopping = [...pod.sidecars, ...(isDeleted ? pod.mains.filter(main => serves(main, expected)) : [])];
  const apps = pod.mains.filter(main => !serves(main, expected));
  const unsureApps = (isDeleted ? apps : []).filter(isUnsure);
  const unsureHelpers = (isDeleted || ends ? stopping : []).filter(isUnsure);
  return {
    assumesStops: unsureApps.length + unsureHelpers.length > 0,
    scenario: { kubernetes, deleteAt: isDeleted ? life : undefined, containers },
    assumptions: [
      ...(ends ? workAssumptions(pod, life, expected) : isDeleted && asked.deleteAt === undefined ? [`the pod is deleted ${life} s after its start`] : []),
      ...initAssumptions(pod, expected),
      ...gateAssumptions(pod, expected),
      ...shutdownAssumptions(unsureApps, inWords(appShutdown, ASSUMED_APP_SHUTDOWN_SECONDS), kubernetes),
      ...shutdownAssumptions(unsureHelpers, inWords(sidecarShutdown, ASSUMED_SIDECAR_SHUTDOWN_SECONDS), kubernetes),
      ...hookAssumptions(pod),
      ...platformAssumptions(pod, kubernetes),
    ],
  };
}

/** Whether a container serves the app, natively or not. */
function serves({ name, role }: PodContainer, { serving = [], ended = [], endless = [] }: Expectations): boolean {
  return role === ContainerRole.SIDECAR || [...serving, ...ended, ...endless].includes(name);
}

function assumeBehavior({ name, role, spec }: PodContainer, shutdown: number, life: number | undefined, expected: Expectations): ContainerBehavior {
  if (role === ContainerRole.INIT) {
    return expected.hanging?.includes(name) ? { neverExits: true } : { exitsAfter: ASSUMED_INIT_SECONDS };
  }
  const gate = expected.closedGates?.includes(name) ? { gateNeverOpens: true } : { gateOpens: spec.startupProbe ? ASSUMED_GATE_SECONDS : undefined };
  const hook = {
    ...(expected.hangingHooks?.includes(name) ? { postStartNeverEnds: true } : {}),
    ...(expected.failingHooks?.includes(name) ? { preStop: 0 } : {}),
  };
  const stop = { ...hook, shutdown, ...(expected.deaf?.includes(name) ? { ignoresSigterm: true } : {}) };
  if (role === ContainerRole.SIDECAR || life === undefined || expected.endless?.includes(name)) {
    return { ...gate, ...stop };
  }
  return { ...gate, ...stop, exitsAfter: expected.ended?.includes(name) ? life + shutdown : life };
}

/** Work with a deadline is assumed to finish well before it. */
function assumedLife(pod: PodModel): number {
  const deadline = pod.job?.activeDeadlineSeconds;
  return deadline === undefined ? ASSUMED_LIFE_SECONDS : Math.min(ASSUMED_LIFE_SECONDS, Math.max(1, Math.floor(deadline / 2)));
}

function workAssumptions(pod: PodModel, life: number, { endless = [], ended = [] }: Expectations): string[] {
  const lasting = pod.mains.filter(main => endless.includes(main.name));
  const work = pod.mains.filter(main => !endless.includes(main.name) && !ended.includes(main.name));
  return [
    ...(work.length > 0 ? [`${sentence(work, 'succeeds', 'succeed')} after ${life} s`] : []),
    ...(lasting.length > 0 ? [sentence(lasting, 'never exits on its own', 'never exit on their own')] : []),
  ];
}

function knownShutdown(known: KnownShutdowns, container: PodContainer): number | undefined {
  return Object.hasOwn(known, container.name) ? known[container.name] : undefined;
}

function shutdownAssumptions(containers: readonly PodContainer[], time: string, kubernetes: KubernetesVersion): string[] {
  const signalOf = (container: PodContainer) => stopSignalOf(container, kubernetes) ?? 'SIGTERM';
  return [...new Set(containers.map(signalOf))].map(signal =>
    `after ${signal} ${sentence(containers.filter(container => signalOf(container) === signal), 'needs', 'each need')} ${time}`);
}

/**
 * How many seconds an app and a sidecar of unknown shutdown time are assumed to take: no more than their share of the grace period.
 *
 * @param failingHooks the containers whose preStop hook fails at once
 */
export function assumedShutdowns(
  pod: PodModel, known: KnownShutdowns, failingHooks: readonly string[] = [],
): { readonly app: number; readonly sidecar: number } {
  const left = pod.gracePeriodSeconds - longestHook(pod, failingHooks);
  const sidecar = assumedSidecarShutdown(pod, left);
  return { app: assumedAppShutdown(pod, left, known, sidecar), sidecar };
}

/** The share of the grace period for each of many sidecars, at least a second. */
function assumedSidecarShutdown(pod: PodModel, left: number): number {
  return Math.min(ASSUMED_SIDECAR_SHUTDOWN_SECONDS, Math.max(1, Math.floor((left - 1) / Math.max(1, pod.sidecars.length))));
}

/** The part of the grace period that its preStop hook and the sidecars leave for the app, at least a second. */
function assumedAppShutdown(pod: PodModel, left: number, known: KnownShutdowns, sidecarShutdown: number): number {
  const sidecars = pod.sidecars.reduce((total, sidecar) => total + (knownShutdown(known, sidecar) ?? sidecarShutdown), 0);
  return Math.min(ASSUMED_APP_SHUTDOWN_SECONDS, Math.max(1, Math.floor(left - sidecars)));
}

function longestHook(pod: PodModel, failing: readonly string[]): number {
  return Math.max(...pod.mains.map(main => failing.includes(main.name) ? 0 : hookOf(main, 'preStop')?.seconds ?? 0));
}

function inWords(assumed: number, usual: number): string {
  return `${assumed} s${assumed < usual ? ', which is what is left of the grace period' : ''}`;
}

function gateAssumptions(pod: PodModel, { closedGates = [], whatIf }: Expectations): string[] {
  const gated = pod.containers.filter(({ name, role, spec }) =>
    role !== ContainerRole.INIT && spec.startupProbe && !closedGates.includes(name) && !isSlow(name, whatIf));
  return gated.length > 0 ? [`${sentence(gated, 'is', 'are each')} up ${ASSUMED_GATE_SECONDS} s after the start, and the startup probe passes at its next check`] : [];
}

function initAssumptions(pod: PodModel, { hanging = [], whatIf }: Expectations): string[] {
  const inits = pod.containers.filter(({ name, role }) => role === ContainerRole.INIT && !hanging.includes(name) && !isSlow(name, whatIf));
  return inits.length > 0 ? [`${sentence(inits, 'takes', 'each take')} ${ASSUMED_INIT_SECONDS} s and ${inits.length > 1 ? 'succeed' : 'succeeds'}`] : [];
}

function isSlow(name: string, whatIf: WhatIf | undefined): boolean {
  return whatIf?.slow !== undefined && Object.hasOwn(whatIf.slow, name);
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
