/**
 * Sections that are made wait in a scratch file until their segment is written.
 */
import { crc32 } from 'node:zlib';
import {
  type AnySection,
  bytesOf,
  elementOf,
  type SectionInput,
  type StoredSection,
} from '../../../src/format/index.js';
import type { Scratch, ScratchFile } from './scratch.js';

/** Smaller ones stay in memory. */
const parkedMinimum = 2 ** 18;

export class Park {
  readonly #scratch: Scratch;
  #file: Promise<ScratchFile> | undefined;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** @returns the same sections, without their data where that is much */
  async park(sections: readonly AnySection[]): Promise<AnySection[]> {
    const parked: AnySection[] = [];
    for (const section of sections) {
      const isSmall = 'read' in section || section.data.byteLength < parkedMinimum;
      parked.push(isSmall ? section : await this.#stored(section));
    }
    return parked;
  }

  async #stored({ name, data }: SectionInput): Promise<StoredSection> {
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
