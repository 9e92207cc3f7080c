import { GIT_SYNC_SCENARIOS } from './git-sync';
import { Scenario } from './scenario';
import { VAULT_SCENARIOS } from './vault';

/** The presets that bring files to the app. */
export const CONTENT_SCENARIOS: readonly Scenario[] = [...VAULT_SCENARIOS, ...GIT_SYNC_SCENARIOS];
