/**
 * The sections that are written for a blob and for ascending offsets, and the narrowest array for numbers.
 *
 * Elsewhere: reading them (blob, sections).
 */
import { OFFSET_BLOCK } from '../blob.js';
import { blobChunkName } from '../layout.js';
import type { SectionInput } from '../writer.js';

export const blobSections = (name: string, chunks: readonly Uint8Array[]): SectionInput[] =>
  chunks.map((data, index) => ({ name: blobChunkName(name, index), data }));

/** @throws RangeError when 32 neighbouring records span 4 GiB */
export function offsetSections(name: string, offsets: Float64Array): SectionInput[] {
  const bases = new Float64Array(Math.ceil(offsets.length / OFFSET_BLOCK));
  const relative = new Uint32Array(offsets.length);
  for (let i = 0; i < offsets.length; i += 1) {
    const block = Math.floor(i / OFFSET_BLOCK);
    if (i % OFFSET_BLOCK === 0) bases[block] = offsets[i]!;
    const distance = offsets[i]! - bases[block]!;
    if (distance >= 2 ** 32) throw new RangeError(`records near ${i} of ${name} span 4 GiB`);
    relative[i] = distance;
  }
  return [
    { name, data: relative },
    { name: `${name}.bases`, data: bases },
  ];
}

/** @returns the values in the narrowest unsigned array that holds `maximum` */
export function narrowestArray(values: Uint32Array, maximum: number): Uint8Array | Uint16Array | Uint32Array {
  if (maximum < 2 ** 8) return Uint8Array.from(values);
  if (maximum < 2 ** 16) return Uint16Array.from(values);
  return values;
}
