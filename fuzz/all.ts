import { Fuzzer } from './fuzzer';
import { shell } from './shell';
import { text } from './text';
import { types } from './types';

/** All fuzzers. */
export const FUZZERS: readonly Fuzzer[] = [types, text, shell];
