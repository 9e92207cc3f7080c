/** Options or input that cannot be used. The message describes the problem and the fix, with the place in the file if there is one. */
export class InvalidInput extends Error {}
