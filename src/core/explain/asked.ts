import { messageOf } from '../../data/error-message';
import { PodModel } from '../../kubernetes/pod';
import { SimulationResult } from '../../simulator/timeline-event';
import { allOf, changesIn, WhatIf, whatIfSentences, withWhatIf } from '../../simulator/what-if';
import { whyNoEffect } from '../../simulator/what-if-effect';
import { InvalidInput } from '../invalid-input';

/** What a user wants to try with one pod. */
export interface Asked {
  readonly whatIf: WhatIf;
  /** What does not fit this pod, in sentences. */
  readonly refused: readonly string[];
}

/**
 * Applies what a user wants to try to each version of a pod that it fits.
 *
 * Throws `InvalidInput` for a change that fits none of them, and for changes that contradict each other.
 */
export function askedOf(pods: readonly PodModel[], whatIf: WhatIf): Asked[] {
  const drained = whatIf.ignoreSigterm?.find(name => Object.hasOwn(whatIf.drain ?? {}, name));
  if (drained !== undefined) {
    throw new InvalidInput(`container '${drained}' cannot ignore SIGTERM and exit ${whatIf.drain![drained]} s after it: pass --ignore-sigterm or --drain, not both`);
  }
  const changes = changesIn(whatIf).map(change => ({ change, mistakes: pods.map(pod => mistakeIn(pod, change)) }));
  changes.filter(({ mistakes }) => !mistakes.includes(undefined)).forEach(({ mistakes }) => {
    throw new InvalidInput([...new Set(mistakes)].join('; '));
  });
  return pods.map((_, index) => ({
    whatIf: allOf(changes.filter(({ mistakes }) => mistakes[index] === undefined).map(({ change }) => change)),
    refused: changes.flatMap(({ change, mistakes }) => mistakes[index] === undefined ? [] : withoutEffect(change, mistakes[index])),
  }));
}

/** Parts what a user wants to try by whether the simulation that includes it shows an effect. */
export function judge({ whatIf, refused }: Asked, result: SimulationResult): { readonly known: string[]; readonly ineffective: string[] } {
  const changes = changesIn(whatIf).map(change => ({ change, why: whyNoEffect(change, result) }));
  return {
    known: whatIfSentences(allOf(changes.filter(({ why }) => why === undefined).map(({ change }) => change))),
    ineffective: [...refused, ...changes.flatMap(({ change, why }) => why === undefined ? [] : withoutEffect(change, why))],
  };
}

/** Tells that changes have no effect, and why. */
function withoutEffect(whatIf: WhatIf, why: string): string[] {
  return whatIfSentences(whatIf).map(sentence => `${sentence}, which has no effect: ${why}`);
}

function mistakeIn(pod: PodModel, change: WhatIf): string | undefined {
  try {
    withWhatIf(pod, {}, change);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
