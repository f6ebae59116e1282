/**
 * A snapshot that the supervisor holds for members that may start later: its bytes, and its files, kept open.
 *
 * A member that replaces a dead one opens the files through the open descriptors, also if their folder was removed.
 */
import { diskFiles, type OpenFile } from '../../format/files/index.js';
import { hasPagedSections, type SnapshotBytes } from '../../index/snapshot/index.js';

export interface HeldSnapshot {
  /** The bytes, with the paths of the open files. */
  readonly bytes: SnapshotBytes;
  readonly close: () => Promise<void>;
}

/** @returns the path of an open file of this process, on Linux and similar systems */
const findDescriptorPath = ({ descriptor }: OpenFile): string | undefined =>
  descriptor === undefined ? undefined : `/dev/fd/${descriptor}`;

/** @throws the disk's errors; no file is left open then */
export async function holdFiles(bytes: SnapshotBytes): Promise<HeldSnapshot> {
  const openFiles: OpenFile[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(openFiles.splice(0).map((file) => file.close().catch(() => undefined)));
  };
  try {
    const segments = [];
    for (const segment of bytes.segments) {
      if (!hasPagedSections(segment)) {
        segments.push(segment);
        continue;
      }
      const file = await diskFiles.open(segment.path, 'read');
      openFiles.push(file);
      segments.push({ ...segment, heldAt: findDescriptorPath(file) });
    }
    return { bytes: { ...bytes, segments }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
