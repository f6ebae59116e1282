export type { ImportReport } from './frame/report.js';
export { RICH_TEXT_FORMS, type RichTextForm } from './frame/source.js';
export { type ImportOptions, type ImportProgress, importExport, LINK_ROOT, withImportedExport } from './import.js';
export { loadSource, SOURCES } from './sources/index.js';
export { checkZone, readInstant } from './value/instants.js';
