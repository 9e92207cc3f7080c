import { ProgramRun } from './program-run';

/** Whether an image is the one of that name in Docker's library, also behind a mirror. */
export function isOfficial({ repository }: ProgramRun, name: string): boolean {
  return new RegExp(`^((.*/)?library/|docker\\.io/)?${name}$`).test(repository);
}
