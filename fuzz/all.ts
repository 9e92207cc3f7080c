import { Fuzzer } from './fuzzer';
import { shell } from './shell';

/** All fuzzers. */
export const FUZZERS: readonly Fuzzer[] = [shell];
