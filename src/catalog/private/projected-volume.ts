import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';

/**
 * A projected volume, which cdk8s-plus does not support.
 * @see https://kubernetes.io/docs/concepts/storage/projected-volumes/
 */
export function projectedVolume(scope: Construct, name: string, sources: kplus.k8s.VolumeProjection[]): kplus.Volume {
  return Object.assign(kplus.Volume.fromEmptyDir(scope, 'volume-token', name), { _toKube: (): kplus.k8s.Volume => ({ name, projected: { sources } }) });
}
