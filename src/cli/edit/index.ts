export { applyEdits, editDocument } from './apply';
export { unifiedDiff } from './diff';
export { writeAtomically } from './write';
