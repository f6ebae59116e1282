/**
 * An export that is only there until it is built.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport } from './frame/report.js';
import { type ImportOptions, importExport } from './import.js';

/**
 * @param parent where the export lies meanwhile; made where it is missing
 * @param use    what is done with the export, given its folder
 * @throws what `importExport` and `use` throw; the export is removed in any case
 */
export async function withImportedExport<Result>(
  source: string,
  input: string,
  parent: string,
  options: ImportOptions,
  use: (folder: string, report: ImportReport) => Promise<Result>,
): Promise<Result> {
  await options.files.makeFolder(parent);
  const folder = await mkdtemp(join(parent, '.stele-import-'));
  try {
    const exportFolder = join(folder, 'export');
    const report = await importExport(source, input, exportFolder, options);
    return await use(exportFolder, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
