export { wholeSeconds } from '../meshes/drain';
