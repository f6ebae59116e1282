import type { Files } from '../../src/format/files/index.js';
import { assembleSegment, type PromisedFile, readSegmentBytes, type SegmentFile } from '../../src/format/index.js';

/** Opens one segment file: reads and assembles it. */
export async function readSegment(
  files: Files,
  path: string,
  label: string,
  promised?: PromisedFile,
): Promise<SegmentFile> {
  return assembleSegment(await readSegmentBytes(files, path, label, promised));
}
