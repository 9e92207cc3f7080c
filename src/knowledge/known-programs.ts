import { KnownProgram } from './programs/program';
import { PROGRAMS } from './programs/program-list';

/** The image without its tag and digest. */
export function repositoryOf(image: string): string {
  return image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
}

/** The program behind an image, whatever part it plays; undefined when the image is not known. */
export function programOfImage(image: unknown): KnownProgram | undefined {
  if (typeof image !== 'string') {
    return undefined;
  }
  const repository = repositoryOf(image);
  return PROGRAMS.find(known => known.repositories.test(repository));
}
