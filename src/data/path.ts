/** From the root of a document to a part of it: keys of objects and indexes of lists. */
export type DataPath = readonly (string | number)[];

/** A path as people write it: `spec.containers[1].image`. */
export function formatPath(path: DataPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    return /^[\w-]+$/.test(step) ? `${text}${text === '' ? '' : '.'}${step}` : `${text}['${step}']`;
  }, '');
}
