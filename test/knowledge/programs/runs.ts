import { ProgramRun, RunSource } from '../../../src/knowledge/programs/program-run';

/** A program that is run from an image, with what a test says of it. */
export function runOfImage(image: string, words: readonly string[] = [], rest: Partial<RunSource> = {}): ProgramRun {
  return new ProgramRun({
    image,
    words,
    hasCommand: false,
    inScript: false,
    variables: new Map(),
    files: () => [],
    hasMounts: false,
    ports: [],
    freePort: wanted => wanted,
    ...rest,
  });
}
