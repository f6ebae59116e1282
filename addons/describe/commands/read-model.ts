/**
 * Reads the content model of a folder: of its current snapshot, or of an export.
 */
import { join } from 'node:path';
import { readExportModel } from '../../../build/publish/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { CURRENT_FILE, readManifest, withCurrent } from '../../../src/index/snapshot/index.js';

const MODEL_FILE = 'model.json';

/**
 * Reads the model of an export, or of the current snapshot if the folder is not an export.
 *
 * @throws OperationError, IntegrityError or ExportError that names the missing or damaged file
 * Cost: reading one small file.
 */
export async function readModel(files: Files, folder: string): Promise<ContentModel> {
  if (await isExport(files, folder)) return readExportModel(folder, files);
  return (await withCurrent(files, folder, (id) => readManifest(files, folder, id))).model;
}

/** @returns whether the folder has a model.json and no current snapshot */
export async function isExport(files: Files, folder: string): Promise<boolean> {
  const isSnapshots = (await files.stat(join(folder, CURRENT_FILE))) !== undefined;
  return !isSnapshots && (await files.stat(join(folder, MODEL_FILE))) !== undefined;
}
