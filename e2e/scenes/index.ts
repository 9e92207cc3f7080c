import { FAULTS } from './faults';
import { JOBS } from './jobs';
import { RESTARTS } from './restarts';
import { STARTING } from './starting';
import { STOPPING } from './stopping';
import { TRAFFIC } from './traffic';
import { Scene } from '../scenario';

/** Every scene. The slowest come first, so that none is left at the end. */
export const SCENES: readonly Scene[] = [...JOBS.filter(scene => scene.kind === 'cronjob'), ...RESTARTS, ...FAULTS, ...STOPPING, ...JOBS.filter(scene => scene.kind !== 'cronjob'), ...STARTING, ...TRAFFIC];
