export {
  appendFoldedTexts,
  appendValues,
  type Column,
  createColumn,
  createTextColumn,
  type InverseColumn,
  isReadColumn,
  type LinkColumn,
  readTextParts,
  type TextColumn,
} from './column.js';
export { EarlierColumn } from './earlier-column.js';
export type { LinkingItems } from './inverse-column.js';
export { type InverseLinks, invertLinks, type OrdinalKey, sortDocs } from './inverse-links.js';
export type { LinkReporter, ResolvedTarget } from './link-column.js';
export { linkageJob, linksJob } from './link-sections.js';
export { naturalJob } from './natural-order.js';
export { numbersJob } from './number-column.js';
export { ordinalsJob } from './ordinal-sections.js';
export { PopulatedCounts } from './populated-counts.js';
export type { ResolvedLinks } from './resolved-links.js';
export { termsJob } from './term-sections.js';
export type { DifferingTexts } from './text-column.js';
export { WrittenTargets } from './written-targets.js';
