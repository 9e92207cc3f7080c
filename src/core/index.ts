// The core on texts, for tools and browsers: text in, data out. It needs no Node module. It is not part of the jsii API.
export { InvalidInput } from './invalid-input';
export { check, explain, migrate, parse } from './on-text';
export type { CheckedTexts, ExplainedText, MigratedTexts } from './on-text';
export type { ExplainTextOptions, MigrateTextOptions, SourceText, TextOptions } from './text-options';
