export { type ContentHash, ContentHasher } from './content-hash.js';
export {
  type ExportSource,
  type ItemsReading,
  type ItemsSource,
  type OpenExportOptions,
  openExport,
} from './export.js';
export { InternTable, internedBytesMaximum } from './intern-table.js';
export type { ExportItem, FieldValue, ImageValue, LinkTarget } from './item.js';
export { detached } from './item.js';
export type { Block } from './lines.js';
export { plainReader } from './plain.js';
export {
  type Place,
  ProblemLog,
  quoted,
  type Reason,
  type RecordedWarning,
  type RecordedWarnings,
  WARNING_KINDS,
  type WarningKind,
} from './problems.js';
export { SeenIds } from './seen-ids.js';
