/**
 * Advice for the error message about a path without snapshots.
 */
import { dirname, join } from 'node:path';
import { shellWord } from '../../content/errors/index.js';
import type { Files } from '../../format/files/index.js';
import { CURRENT_FILE, MANIFEST_FILE } from './folder.js';

/** File that every export has. */
const MODEL_FILE = 'model.json';

/** Folder of snapshots in every example. */
const DEFAULT_FOLDER = 'snapshots';

/** Sources of files that are told by their ending. */
const SOURCES: readonly (readonly [ending: string, source: string])[] = [
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.md', 'markdown'],
];

/** @returns the option for the source of such files, after a space; empty if none has a known ending */
function fromOption(names: readonly string[]): string {
  const source = SOURCES.find(([ending]) => names.some((name) => name.toLowerCase().endsWith(ending)))?.[1];
  return source === undefined ? '' : ` --from ${source}`;
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
  const build = `stele build ${shellWord(folder)}${fromOption(names)} --out ${DEFAULT_FOLDER}`;
  if (isUsed) return `If it has your content, build that: ${build}`;
  return `Build one: stele build <export> --out ${shellWord(folder)}`;
}
