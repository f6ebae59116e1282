/**
 * Sections that are made wait in a scratch file until their segment is written.
 */

import { crc32 } from 'node:zlib';
import { choose } from '../../../src/content/choices/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type AnySection,
  bytesOf,
  elementOf,
  type SectionInput,
  type StoredSection,
} from '../../../src/format/index.js';
import { discardAllBut } from '../buffers.js';
import type { Scratch, ScratchFile } from './scratch.js';

/** Smaller ones stay in memory. */
const parkedMinimum = 2 ** 18;

/** Takes sections that are made, and their memory; what it returns stands for them, in their order. */
export type Keep = (sections: readonly AnySection[]) => Promise<AnySection[]>;

export class Park {
  readonly #scratch: Scratch;
  #file: Promise<ScratchFile> | undefined;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** @returns the same sections, without their data where that is much: its memory is given back */
  async park(sections: readonly AnySection[]): Promise<AnySection[]> {
    const parked: AnySection[] = [];
    const written: SectionInput[] = [];
    const kept: AnySection[] = [];
    for (const section of sections) {
      const isStored = 'read' in section;
      const isSmall = isStored || section.data.byteLength < parkedMinimum;
      if (isStored || choose('scratch.park', isSmall ? 'memory' : 'file') === 'memory') {
        parked.push(section);
        kept.push(section);
      } else {
        parked.push(await this.#stored(section));
        written.push(section);
      }
    }
    discardAllBut(kept, written);
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

/** @returns the numbers of one of the sections, kept or not, in shared memory. @throws InvariantError where it is not there */
export async function sharedNumbers(sections: readonly AnySection[], name: string): Promise<Uint32Array> {
  const section = sections.find((one) => one.name === name);
  if (section === undefined) throw new InvariantError(`there is no section ${name}`);
  const { byteLength } = 'read' in section ? section : section.data;
  const shared = new Uint8Array(new SharedArrayBuffer(byteLength));
  let at = 0;
  for await (const piece of 'read' in section ? section.read() : [bytesOf(section.data)]) {
    shared.set(piece, at);
    at += piece.byteLength;
  }
  return new Uint32Array(shared.buffer);
}
