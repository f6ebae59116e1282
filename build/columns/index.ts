export {
  appendFolded,
  appendValues,
  type Column,
  columnOf,
  type LinkColumn,
  PopulatedCounts,
  type TextColumn,
  textColumn,
  textPartsOf,
} from './column.js';
export { type LinkReporter, type ResolvedTarget, WrittenTargets } from './link-column.js';
export { linkageJob, linksJob } from './link-sections.js';
export { numbersJob } from './number-column.js';
export { ordinalsJob } from './ordinal-sections.js';
export { termsJob } from './term-looks.js';
export { naturalJob } from './term-orders.js';
export type { DifferingTexts } from './text-column.js';
