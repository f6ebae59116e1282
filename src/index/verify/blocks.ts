/**
 * Checks that the stored checksums of blocks match the bytes of their sections.
 */
import { BlockSums, blockCount, blockSumsName } from '../../format/index.js';
import type { TypeSegment } from '../segment/index.js';

/** @returns problems, each naming the section. Cost: a pass over the sections whose blocks have checksums. */
export function checkBlocks({ file: { sections } }: TypeSegment): string[] {
  const problems: string[] = [];
  for (const { name } of sections.entries()) {
    const table = blockSumsName(name);
    if (!sections.has(table)) continue;
    const bytes = sections.u8(name);
    const stored = sections.u32(table, blockCount(bytes.byteLength));
    const summing = new BlockSums(new Uint32Array(stored.length));
    summing.add(bytes);
    const wrongBlock = summing.sums.findIndex((sum, block) => sum !== stored[block]);
    if (wrongBlock >= 0) problems.push(`${table}: the checksum of block ${wrongBlock} does not match its bytes`);
  }
  return problems;
}
