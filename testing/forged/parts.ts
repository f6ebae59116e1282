/**
 * A snapshot with every structure, taken apart into sections, so that a test can change one and write the snapshot
 * again.
 *
 * Elsewhere: its export (content), taking apart and writing (segments).
 */
import { buildSnapshot } from '../../build/publish/index.js';
import { readCurrent } from '../../src/index/snapshot/index.js';
import { MemoryDisk } from '../disk/index.js';
import { FORGED_CHOICES, forgedExport } from './content.js';
import { type Parts, partsOf } from './segments.js';

/** The folder of snapshots on the memory disk of a trial. */
export const FORGED_FOLDER = '/forged';

/** @returns the same parts at each call. Cost: one build of a few hundred items in memory */
export async function forgedParts(): Promise<Parts> {
  const disk = new MemoryDisk();
  for (const [path, bytes] of forgedExport('/export')) disk.put(path, bytes);
  await buildSnapshot('/export', FORGED_FOLDER, { files: disk, strict: true, choices: FORGED_CHOICES });
  const id = await readCurrent(disk, FORGED_FOLDER);
  const files = new Map(disk.paths(FORGED_FOLDER).map((path) => [path, disk.get(path)?.slice() ?? new Uint8Array(0)]));
  return partsOf(files, FORGED_FOLDER, id ?? '');
}
