/** The user gave something that cannot be used. The message says what is wrong and what to do, with the place in a file where there is one. */
export class InvalidInput extends Error {}
