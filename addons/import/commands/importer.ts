/**
 * The importer of `stele build --from`, `stele serve --dev --from` and `stele watch`, which the core loads with the add-on.
 *
 * Elsewhere: its options (import-options), the import itself (import.ts of the add-on).
 */
import { type Importer, type ImportRun, ownOptionValues } from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import type { ImportReport } from '../core/export/import-report.js';
import type { NonPublicItems } from '../core/intake/non-public-items.js';
import { withImportedExport } from '../import.js';
import { SOURCES } from '../sources/index.js';
import { type ImportArguments, importFlags, importOptions } from './import-options.js';
import { importLosses, importSummary } from './import-report.js';

const readArguments = ({ options }: ImportRun): ImportArguments => {
  const { strict, documents } = options;
  return {
    ...ownOptionValues(importFlags(), options),
    strict: strict === true,
    ...(typeof documents === 'string' && { documents }),
  };
};

/** @param onReport called with the report of each finished import */
export const createImporter = (onReport?: (report: ImportReport) => void): Importer => ({
  flags: importFlags,
  sources: [...SOURCES.keys()],
  withImported(run, use) {
    const { source, input, beside, earlierModel, signal, onProgress } = run;
    let nonPublicItems: NonPublicItems | undefined;
    const onNonPublicItems = (items: NonPublicItems): void => {
      nonPublicItems = items;
    };
    const options = {
      ...importOptions(readArguments(run)),
      files: diskFiles,
      earlierModel,
      signal,
      onProgress,
      onNonPublicItems,
    };
    return withImportedExport(source, input, beside, options, (folder, report) => {
      onReport?.(report);
      return use({
        folder,
        report,
        summary: importSummary(report),
        losses: importLosses(report),
        takenDown: nonPublicItems,
      });
    });
  },
});
