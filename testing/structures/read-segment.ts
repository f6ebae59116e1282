/**
 * Opens one segment file: reads and assembles it.
 */
import type { Files } from '../../src/format/files/index.js';
import { assembleSegment, type ExpectedFile, readSegmentBytes, type SegmentFile } from '../../src/format/index.js';

/** Opens one segment file: reads and assembles it. */
export async function readSegment(
  files: Files,
  path: string,
  label: string,
  promised?: ExpectedFile,
): Promise<SegmentFile> {
  return assembleSegment(await readSegmentBytes(files, path, label, promised));
}
