import * as kplus from 'cdk8s-plus-28';
import { resources } from './preset';
import { refusal } from '../../caller/refusal';

const DEFAULT_MEBIBYTES = 64;

/** The size of a cache in mebibytes. */
export function checkCacheSize(subject: string, mebibytes: number = DEFAULT_MEBIBYTES): number {
  if (mebibytes < 1) {
    throw refusal`'maxMemory' of ${subject} is less than 1 MiB: set at least 1 MiB, for example Size.mebibytes(64)`;
  }
  return mebibytes;
}

/** The memory of a cache: the request covers its data and the program, and the limit doubles that for fragmentation and connections. */
export function cacheResources(mebibytes: number): kplus.ContainerResources {
  return resources(50, mebibytes + 32, 2 * mebibytes + 32);
}
