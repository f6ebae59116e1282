/**
 * The files of a snapshot of which some stays in files, held open by the supervisor for as long as members may begin with
 * it: one that replaces a dead member finds them though their folder has been removed.
 */
import { diskFiles, type OpenFile } from '../../format/files/index.js';
import { type SnapshotBytes, staysPartly } from '../../index/snapshot/index.js';

interface HeldFiles {
  /** The snapshot, with where its files are held. */
  readonly bytes: SnapshotBytes;
  readonly close: () => Promise<void>;
}

/** Opens what an open file of this process leads to, as Linux and others show it. */
const placeOf = ({ descriptor }: OpenFile): string | undefined =>
  descriptor === undefined ? undefined : `/dev/fd/${descriptor}`;

/** @throws what the disk throws; nothing is held then */
export async function holdFiles(bytes: SnapshotBytes): Promise<HeldFiles> {
  const held: OpenFile[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(held.splice(0).map((file) => file.close().catch(() => undefined)));
  };
  try {
    const segments = [];
    for (const segment of bytes.segments) {
      if (!staysPartly(segment)) {
        segments.push(segment);
        continue;
      }
      const file = await diskFiles.open(segment.path, 'read');
      held.push(file);
      segments.push({ ...segment, heldAt: placeOf(file) });
    }
    return { bytes: { ...bytes, segments }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
