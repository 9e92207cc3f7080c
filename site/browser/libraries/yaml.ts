// What the rooms use of the library that reads YAML with positions; the rest of it does not have to be in the script.
export { isAlias, isCollection, isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';
