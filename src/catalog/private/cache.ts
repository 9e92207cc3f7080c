import * as kplus from 'cdk8s-plus-28';
import { resources } from './preset';

const DEFAULT_MEBIBYTES = 64;

/** How large a cache is, in mebibytes. */
export function checkCacheSize(subject: string, mebibytes: number = DEFAULT_MEBIBYTES): number {
  if (mebibytes < 1) {
    throw new Error(`${subject} cannot cache in less than a mebibyte: give 'maxMemory', for example Size.mebibytes(64)`);
  }
  return mebibytes;
}

/** What a cache needs: its data, the program itself, and as much again for fragmentation and connections before it is killed. */
export function cacheResources(mebibytes: number): kplus.ContainerResources {
  return resources(50, mebibytes + 32, 2 * mebibytes + 32);
}
