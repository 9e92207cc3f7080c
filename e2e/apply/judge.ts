import { SIDECAR } from './objects';
import { ApplyRecord, Attempt, Live } from './record';
import { WAYS } from './ways';
import { PodModel } from '../../src/kubernetes/pod';
import { liveObject } from '../../src/migration/live-object';

/** The way that the report recommends for a live object. */
export function recommendedFor({ object }: Live): string {
  const { way, manager } = liveObject(PodModel.fromManifest(object), [SIDECAR])!;
  return way === 'server-side' && manager !== 'kubectl' ? WAYS.find(({ asManager }) => asManager)!.name : way;
}

/** Attempts in a recommended way that did not work, with the manifest or with the dump. */
export function brokenAdvice({ attempts, live }: ApplyRecord): Attempt[] {
  return live.flatMap(one => attempts.filter(({ kind, made, input, way, outcome }) =>
    kind === one.kind && made === one.made && input !== 'renamed' && way === recommendedFor(one) && outcome !== 'works'));
}
