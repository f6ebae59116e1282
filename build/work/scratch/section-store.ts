/**
 * Stores finished sections in a scratch file until their segment is written.
 *
 * Elsewhere: reading stored sections (read-sections), writing the segment (src/format/writer).
 */
import { crc32 } from 'node:zlib';
import { choose } from '../../../src/content/choices/index.js';
import {
  type AnySection,
  bytesOf,
  elementOf,
  type SectionInput,
  type StoredSection,
} from '../../../src/format/index.js';
import { discardExcept } from '../buffers.js';
import type { ScratchFile, ScratchFolder } from './scratch-files.js';

/** Smaller sections stay in memory. */
const storedMinimum = 2 ** 18;

/** Takes finished sections and frees their memory; returns sections that replace them, in the same order. */
export type StoreSections = (sections: readonly AnySection[]) => Promise<AnySection[]>;

export class SectionStore {
  readonly #scratch: ScratchFolder;
  #file: Promise<ScratchFile> | undefined;

  constructor(scratch: ScratchFolder) {
    this.#scratch = scratch;
  }

  /** @returns the same sections; large ones are read from the file, and their memory is freed */
  async store(sections: readonly AnySection[]): Promise<AnySection[]> {
    const results: AnySection[] = [];
    const written: SectionInput[] = [];
    const retained: AnySection[] = [];
    for (const section of sections) {
      const isStored = 'read' in section;
      const isSmall = isStored || section.data.byteLength < storedMinimum;
      if (isStored || choose('scratch.park', isSmall ? 'memory' : 'file') === 'memory') {
        results.push(section);
        retained.push(section);
      } else {
        results.push(await this.#write(section));
        written.push(section);
      }
    }
    discardExcept(retained, written);
    return results;
  }

  async #write({ name, data }: SectionInput): Promise<StoredSection> {
    const bytes = bytesOf(data);
    this.#file ??= this.#scratch.create();
    const file = await this.#file;
    const start = await file.append(bytes);
    const end = start + bytes.byteLength;
    return {
      name,
      element: elementOf(data),
      byteLength: bytes.byteLength,
      crc32: crc32(bytes),
      read: () => file.pieces(start, end),
    };
  }
}
