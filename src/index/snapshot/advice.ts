/**
 * Advice for the error message about a path without snapshots.
 */
import { dirname, join } from 'node:path';
import type { Files } from '../../format/files/index.js';
import { MANIFEST_FILE } from './folder.js';

/** File that every export has. */
const MODEL_FILE = 'model.json';

/** @returns a sentence with the next step for the user of a path without snapshots */
export async function findAdvice(files: Files, folder: string): Promise<string> {
  const entry = await files.stat(folder);
  if (entry !== undefined && entry.kind !== 'folder') return 'Give a folder of snapshots';
  const hasFile = async (name: string): Promise<boolean> => (await files.stat(join(folder, name))) !== undefined;
  if (await hasFile(MANIFEST_FILE)) return `It is a snapshot. Give the folder that it is in, ${dirname(folder)}`;
  if (await hasFile(MODEL_FILE)) return `It is an export. Build it: stele build ${folder} --out <snapshots>`;
  return `Build one: stele build <export> --out ${folder}`;
}
