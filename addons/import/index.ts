/**
 * The door of the add-on: its commands, and the importer that a build uses.
 */
import { type AddOnCommands, loadJudge } from '../../src/cli/index.js';
import { createImporter } from './commands/importer.js';

export const commands: AddOnCommands = {
  import: async () => (await import('./commands/import.js')).importCommand,
  watch: async () => (await import('./commands/watch/watch.js')).watchCommand(await loadJudge()),
};

export const importer = createImporter();

export type { ImportReport } from './core/export/import-report.js';
export type { NonPublicItems } from './core/intake/non-public-items.js';
export { RICH_TEXT_FORMS, type RichTextForm } from './core/intake/source.js';
export { checkedOrigin, type Fetched, fetchChanges } from './fetch/fetch.js';
export { importExport, LINK_ROOT, withImportedExport } from './import.js';
export type { ImportOptions, ImportProgress } from './options.js';
export { loadSource, SOURCES } from './sources/index.js';
/** Loads the converter of HTML to Markdown, which sources load only when they need it. */
export const loadTextConverter = () => import('./text/converter.js');
export { checkZone, readInstant } from './value/instants.js';
