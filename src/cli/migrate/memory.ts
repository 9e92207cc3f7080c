import { setFlagsFromString } from 'node:v8';

/** The releases of V8 that know the flags, from Node.js 20 to 26: V8 complains about others. `npm run trial:nodes` asks every supported Node.js. */
const KNOWING_V8 = /^(11\.3|12\.4|13\.6|14\.6)\./;

/**
 * Makes the heap grow slowly: the garbage of one file, or of one workload of a long dump, is collected before much of it piles up.
 *
 * It costs a tenth of the processor time, and a run over thousands of files needs only a few tens of megabytes more than a run over one.
 */
export function growSlowly(): void {
  if (KNOWING_V8.test(process.versions.v8)) {
    setFlagsFromString('--semi-space-growth-factor=1');
    setFlagsFromString('--heap-growing-percent=30');
  }
}
