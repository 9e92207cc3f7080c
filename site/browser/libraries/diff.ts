// What the rooms use of the library that compares lists; the rest of it does not have to be in the script.
export { diffArrays } from 'diff/lib/diff/array.js';
export { FILE_HEADERS_ONLY, formatPatch } from 'diff/lib/patch/create.js';
