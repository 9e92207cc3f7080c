/** The formats of `explain`. */
export const FORMATS = ['text', 'json', 'svg', 'mermaid', 'html'] as const;

/** A format of `explain`. */
export type ExplainFormat = (typeof FORMATS)[number];
