import * as fc from 'fast-check';

/** Something that must hold for any input. */
export interface Fuzzer {
  readonly name: string;
  /** What must hold: it throws for an input that breaks it. */
  readonly property: () => fc.IProperty<any>;
}
