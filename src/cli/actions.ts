// What a command does is loaded when it runs: its help needs none of it, and loading it takes as long as starting Node.js.

/** What `explain` does. */
export function explainAction(): typeof import('./explain/action').explainPath {
  return require('./explain/action').explainPath;
}

/** What `migrate` does. */
export function migrateAction(): typeof import('./migrate/action').migratePaths {
  return require('./migrate/action').migratePaths;
}

/** What `rules` does. */
export function rulesAction(): typeof import('./rules/action').showRules {
  return require('./rules/action').showRules;
}
