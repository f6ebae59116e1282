/**
 * Advice for the error message about a path without snapshots.
 */
import { dirname, join } from 'node:path';
import { shellWord, sourcesOfFolder } from '../../content/errors/index.js';
import type { Files } from '../../format/files/index.js';
import { CURRENT_FILE, MANIFEST_FILE } from './folder.js';

/** File that every export has. */
const MODEL_FILE = 'model.json';

/** Folder of snapshots in every example. */
const DEFAULT_FOLDER = 'snapshots';

/** @returns the commands that build the folder, one for each source that may read its files */
function buildCommands(folder: string, names: readonly string[]): string {
  const sources = sourcesOfFolder(names);
  const options = sources.length === 0 ? [''] : sources.map((source) => ` --from ${source}`);
  return options.map((option) => `stele build ${shellWord(folder)}${option} --out ${DEFAULT_FOLDER}`).join(', or ');
}

/** @returns a sentence with the next step for the user of a path without snapshots */
export async function findAdvice(files: Files, folder: string): Promise<string> {
  const entry = await files.stat(folder);
  if (entry !== undefined && entry.kind !== 'folder') return 'Give a folder of snapshots';
  const hasFile = async (name: string): Promise<boolean> => (await files.stat(join(folder, name))) !== undefined;
  if (await hasFile(MANIFEST_FILE)) return `It is a snapshot. Give the folder that it is in, ${dirname(folder)}`;
  const inner = join(folder, DEFAULT_FOLDER);
  if (await hasFile(join(DEFAULT_FOLDER, CURRENT_FILE))) return `Give the folder of snapshots in it: ${inner}`;
  if (await hasFile(MODEL_FILE))
    return `It is an export. Build it: stele build ${shellWord(folder)} --out ${DEFAULT_FOLDER}`;
  // A folder that has files is more likely the content than the place for its snapshots.
  const names = entry === undefined ? [] : await files.list(folder);
  const isUsed = names.some((name) => !name.startsWith('.')) && !names.includes(CURRENT_FILE);
  if (isUsed) return `If it has your content, build that: ${buildCommands(folder, names)}`;
  return `Build one: stele build <export> --out ${shellWord(folder)}`;
}
