/**
 * Writes sections as a build does and reads them into memory, for the test of one structure.
 */
import { crc32 } from 'node:zlib';
import { createBuildContext } from '../../build/segment/create-context.js';
import { ScratchFolder } from '../../build/work/scratch/scratch-files.js';
import { diskFiles } from '../../src/format/files/index.js';
import { type AnySection, bytesOf, elementOf, type FileSection, type SectionInput } from '../../src/format/index.js';

/** One thread, and a scratch folder that is never created, because tests build small structures. */
export const smallWorkshop = createBuildContext(new ScratchFolder(diskFiles, 'never-made'), 1, 2 ** 26);

export async function loadSections(sections: readonly AnySection[]): Promise<SectionInput[]> {
  const loaded: SectionInput[] = [];
  for (const section of sections) loaded.push('read' in section ? await load(section) : section);
  return loaded;
}

async function load(section: Exclude<AnySection, SectionInput>): Promise<SectionInput> {
  const pieces: Uint8Array[] = [];
  for await (const piece of section.read()) pieces.push(piece.slice());
  const bytes = Uint8Array.from(Buffer.concat(pieces));
  if (section.element === 'u8') return { name: section.name, data: bytes };
  if (section.element === 'u32') return { name: section.name, data: new Uint32Array(bytes.buffer) };
  if (section.element === 'f64') return { name: section.name, data: new Float64Array(bytes.buffer) };
  throw new Error(`${section.name} has elements ${section.element}, which no test needs`);
}

/** A loaded section, as if it was in the file of an earlier snapshot. */
export function fileSection({ name, data }: SectionInput): FileSection {
  const bytes = bytesOf(data);
  return {
    name,
    element: elementOf(data),
    byteLength: bytes.byteLength,
    crc32: crc32(bytes),
    async *read() {
      yield bytes;
    },
    async readAt(start, into) {
      into.set(bytes.subarray(start, start + into.byteLength));
    },
  };
}
