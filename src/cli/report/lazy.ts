// Only a run that writes a page needs what builds it, so `migrate` loads it here, on first use.
type PageBuilderFile = typeof import('./page-builder');

/** Builds the page of a report. */
export function pageBuilder(...args: ConstructorParameters<PageBuilderFile['PageBuilder']>): InstanceType<PageBuilderFile['PageBuilder']> {
  const { PageBuilder } = require('./page-builder') as PageBuilderFile;
  return new PageBuilder(...args);
}
