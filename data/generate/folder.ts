/**
 * The folder of a generated export: which files may be overwritten, and how a half-written export is prevented from being
 * taken for a whole one.
 *
 * `model.json` bears its name only when all else is written; until then it is `model.json.partial`, and a folder without
 * model.json is no export. Both name the space, by which a folder is known as ours to replace.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationError } from '../../src/content/errors/errors.js';
import { diskFiles } from '../../src/format/files/index.js';
import { MODELS, type ModelDefinition, SPACE_PREFIX } from './model.js';

const modelName = 'model.json';
const partialName = 'model.json.partial';

/** Every file name that any profile writes. */
const generatedNames: ReadonlySet<string> = new Set([
  modelName,
  partialName,
  ...Object.values(MODELS).flatMap((model) => model.contentTypes.map((type) => `${type.name}.ndjson`)),
]);

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** @returns the names in the folder, none if there is not a folder. @throws OperationError if it is a file */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    if (errorCode(error) !== 'ENOTDIR') throw error;
    throw new OperationError(`${folder} is a file. --out names a folder, which need not exist yet.`);
  }
}

/** Whether a model file names a space that only this generator names. */
async function isGeneratedModel(path: string): Promise<boolean> {
  try {
    const model: unknown = JSON.parse(await readFile(path, 'utf8'));
    return (
      typeof model === 'object' &&
      model !== null &&
      'space' in model &&
      typeof model.space === 'string' &&
      model.space.startsWith(SPACE_PREFIX)
    );
  } catch {
    return false;
  }
}

/**
 * Prepares the folder: empty except for `model.json.partial`.
 *
 * @throws OperationError if it holds anything but an export this generator wrote, whole or interrupted; nothing is
 * changed then
 */
export async function beginExport(folder: string, model: ModelDefinition): Promise<void> {
  const names = await namesIn(folder);
  const remedy = 'Choose an empty or new folder, or one that holds a generated export.';
  const foreign = names.find((name) => !generatedNames.has(name));
  if (foreign !== undefined) {
    throw new OperationError(`${folder} holds "${foreign}", which no generated export does. ${remedy}`);
  }
  const marked = names.filter((name) => name === modelName || name === partialName);
  const generated = await Promise.all(marked.map((name) => isGeneratedModel(join(folder, name))));
  if (names.length > 0 && !generated.includes(true)) {
    throw new OperationError(`${folder} has an export that was not generated, and was not changed. ${remedy}`);
  }
  await diskFiles.makeFolder(folder);
  await writeFile(join(folder, partialName), `${JSON.stringify(model, undefined, 2)}\n`);
  for (const name of names) if (name !== partialName) await rm(join(folder, name));
}

/** Gives the model its name: the export is whole. @returns the model's file name */
export async function finishExport(folder: string): Promise<string> {
  await rename(join(folder, partialName), join(folder, modelName));
  return modelName;
}
