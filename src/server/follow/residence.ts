/**
 * What of a space's snapshots is in memory: what the operator chose, as a plain value that can be sent to another thread,
 * and what came of it.
 */
import type { Logger } from 'pino';
import type { Resident, SnapshotBytes } from '../../index/snapshot/index.js';
import { untouchedSections } from '../../tune/advise/index.js';
import type { AskedShape } from '../../tune/traffic/index.js';

export const RESIDENT = ['all', 'indexes', 'hot'] as const;
export type ResidentMode = (typeof RESIDENT)[number];

/** Of one space: of `hot`, which requests come. */
export type ResidentChoice = 'all' | 'indexes' | { readonly asked: readonly AskedShape[] };

/** @param traffic of the space; where none is known, all indexes are as good as asked for */
export const choiceOf = (mode: ResidentMode, traffic: readonly AskedShape[] | undefined): ResidentChoice =>
  mode !== 'hot' ? mode : traffic === undefined ? 'indexes' : { asked: traffic };

/** @returns what a snapshot is read by */
export const residentBy = (choice: ResidentChoice): Resident =>
  typeof choice === 'string' ? choice : (model) => untouchedSections(model, choice.asked);

/** In bytes. */
interface Residence {
  /** Of all segment files. */
  readonly bytes: number;
  readonly residentBytes: number;
  /** Read from files block by block. */
  readonly blockBytes: number;
  /** Read from files as a whole when first asked for: by `<type>/<field>/<structure>`. */
  readonly structures: Readonly<Record<string, number>>;
}

/** Cost: O(sections). */
export function residenceOf({ segments }: Pick<SnapshotBytes, 'segments'>): Residence {
  const structures = new Map<string, number>();
  let [bytes, blockBytes, lateBytes] = [0, 0, 0];
  for (const { name, byteLength, left, late } of segments) {
    bytes += byteLength;
    for (const chunk of left) blockBytes += chunk.byteLength;
    for (const section of late) {
      const key = `${name}/${section.group}`;
      structures.set(key, (structures.get(key) ?? 0) + section.byteLength);
      lateBytes += section.byteLength;
    }
  }
  const residentBytes = bytes - blockBytes - lateBytes;
  return { bytes, residentBytes, blockBytes, structures: Object.fromEntries(structures) };
}

/** Tells the log what of a snapshot is in memory, where not all is. @param folder of snapshots */
export function logResidence(logger: Logger, folder: string, bytes: SnapshotBytes, choice: ResidentChoice): void {
  if (choice === 'all') return;
  const found = residenceOf(bytes);
  const named = { folder, snapshot: bytes.id };
  logger.info({ ...named, ...found }, 'a part of the snapshot stays in its files');
  if (choice !== 'indexes' && Object.keys(found.structures).length === 0) {
    logger.warn(
      named,
      'the traffic leaves no index in the files: it asks for everything that the snapshot has, or it is the traffic of another site',
    );
  }
}
