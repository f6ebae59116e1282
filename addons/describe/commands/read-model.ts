/**
 * The content model of what a folder holds: the current snapshot, or an export.
 */
import { join } from 'node:path';
import { readExportModel } from '../../../build/publish/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { CURRENT_FILE, readManifest, withCurrent } from '../../../src/index/snapshot/index.js';

const MODEL_FILE = 'model.json';

/**
 * An export has a model.json, and a folder of snapshots has none.
 *
 * @throws OperationError, IntegrityError or ExportError that says what the folder lacks. Cost: that of one small file.
 */
export async function readModel(files: Files, folder: string): Promise<ContentModel> {
  if (await isExport(files, folder)) return readExportModel(folder, files);
  return (await withCurrent(files, folder, (id) => readManifest(files, folder, id))).model;
}

export async function isExport(files: Files, folder: string): Promise<boolean> {
  const isSnapshots = (await files.stat(join(folder, CURRENT_FILE))) !== undefined;
  return !isSnapshots && (await files.stat(join(folder, MODEL_FILE))) !== undefined;
}
