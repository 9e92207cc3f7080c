import { SIDECAR } from './objects';
import { ApplyRecord, Attempt, Live } from './record';
import { WAYS } from './ways';
import { PodModel } from '../../src/kubernetes/pod';
import { liveObject } from '../../src/migration/live-object';

/** The ways that the report recommends for a live object. Either Helm can upgrade a release, but only Helm 4 knows of server-side apply. */
export function recommendedFor({ object }: Live): string[] {
  const { tool, way, manager } = liveObject(PodModel.fromManifest(object), [SIDECAR])!;
  if (tool === 'Helm') {
    const majors = way.includes('--server-side') ? [4] : [3, 4];
    return majors.map(major => way.replace('helm', `helm ${major}`));
  }
  return [way === 'server-side' && manager !== 'kubectl' ? WAYS.find(({ asManager }) => asManager)!.name : way];
}

/** Attempts in a recommended way that did not work, with the manifest or with the dump. */
export function brokenAdvice({ attempts, live }: Pick<ApplyRecord, 'attempts' | 'live'>): Attempt[] {
  return live.flatMap(one => attempts.filter(({ kind, made, input, way, outcome }) =>
    kind === one.kind && made === one.made && input !== 'renamed' && recommendedFor(one).includes(way) && outcome !== 'works'));
}
