import { setFlagsFromString } from 'node:v8';

/** Later releases may not know the flags. */
const LAST_KNOWN_NODE = 24;

/**
 * Lets the memory grow slowly: a folder is migrated file by file, and what one file leaves behind is collected before much of it piles up.
 *
 * It costs a tenth of the processor time, and keeps a run over thousands of files within a few ten megabytes of a run over one.
 */
export function growSlowly(): void {
  if (Number(process.versions.node.split('.')[0]) <= LAST_KNOWN_NODE) {
    setFlagsFromString('--semi-space-growth-factor=1');
    setFlagsFromString('--heap-growing-percent=30');
  }
}
