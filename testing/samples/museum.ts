/**
 * The museum, a sample with locales, as a snapshot that is built once in each process.
 */
import { fileURLToPath } from 'node:url';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { temporaryFolder } from './bookshop.js';

export const MUSEUM_EXPORT = fileURLToPath(new URL('../../data/museum', import.meta.url));

async function build(): Promise<string> {
  const folder = temporaryFolder();
  await buildSnapshot(MUSEUM_EXPORT, folder, { files: diskFiles, strict: true });
  return folder;
}

let built: Promise<string> | undefined;
let opened: Promise<Space> | undefined;

/** @returns the folder of snapshots; not to be changed */
export function museumSnapshots(): Promise<string> {
  built ??= build();
  return built;
}

export function openMuseum(): Promise<Space> {
  opened ??= museumSnapshots().then((folder) => openCurrent(diskFiles, folder));
  return opened;
}
