// What the rooms use of the library that reads shell scripts: they never print one.
export { parse } from 'unbash';
