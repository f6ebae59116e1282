export type {
  BlockColumn,
  BlockColumns,
  ByteColumn,
  ItemColumns,
  LinksOfBlock,
  LinkTargets,
  LocalRecords,
  NumbersOfBlock,
  TextListsOfBlock,
} from './blocks/block-columns.js';
export { BlockReader } from './blocks/block-reader.js';
export {
  type ExportSource,
  type ItemsReader,
  type ItemsSource,
  type OpenExportOptions,
  openExport,
  readExportModel,
} from './export.js';
export { type ContentHash, ContentHasher } from './files/content-hash.js';
export { adviseForFile, NotAnExport } from './files/import-advice.js';
export type { Block } from './files/lines.js';
export { IdTable } from './ids/id-table.js';
export { InternTable, internedBytesMaximum } from './ids/intern-table.js';
export { detachString, type ExportItem, type FieldValue, type LinkTarget } from './item.js';
export { type ExportPlace, type RecordedWarning, WARNING_KINDS, type WarningKind } from './problem-kinds.js';
export { formatProblem } from './problem-text.js';
export { ProblemLog, quoted, type Reason, type RecordedWarnings } from './problems.js';
export { findRepeatedFields, type RepeatedField } from './repeated-values.js';
export { imageAttributes } from './values/image-links.js';
export { plainReader } from './values/plain-reader.js';
