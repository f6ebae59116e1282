/**
 * Stores finished sections in a scratch file until their segment is written.
 *
 * Elsewhere: writing the segment (src/format/writer).
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
import { discardExcept } from '../buffers.js';
import type { ScratchFile, ScratchFolder } from './scratch-files.js';

/** One ordinal per item, in the width that holds all of them. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

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

/** @returns the numbers of the named section, stored or not, in shared memory. @throws InvariantError if it is missing */
export async function sharedNumbers(sections: readonly AnySection[], name: string): Promise<Uint32Array> {
  const section = findSection(sections, name);
  const shared = new Uint8Array(new SharedArrayBuffer(byteLengthOf(section)));
  await copySection(section, shared);
  return new Uint32Array(shared.buffer);
}

/**
 * @returns the ordinals of the named section, stored or not, in the width that they are stored in
 * @throws InvariantError if it is missing or has other elements
 */
export async function readOrdinals(sections: readonly AnySection[], name: string): Promise<Ordinals> {
  const section = findSection(sections, name);
  const bytes = new Uint8Array(byteLengthOf(section));
  await copySection(section, bytes);
  const element = 'read' in section ? section.element : elementOf(section.data);
  switch (element) {
    case 'u8':
      return bytes;
    case 'u16':
      return new Uint16Array(bytes.buffer);
    case 'u32':
      return new Uint32Array(bytes.buffer);
    default:
      throw new InvariantError(`the section ${name} has elements of type ${element}, which are no ordinals`);
  }
}

function findSection(sections: readonly AnySection[], name: string): AnySection {
  const section = sections.find((candidate) => candidate.name === name);
  if (section === undefined) throw new InvariantError(`the section ${name} is missing`);
  return section;
}

const byteLengthOf = (section: AnySection): number =>
  'read' in section ? section.byteLength : section.data.byteLength;

async function copySection(section: AnySection, output: Uint8Array): Promise<void> {
  let at = 0;
  for await (const piece of 'read' in section ? section.read() : [bytesOf(section.data)]) {
    output.set(piece, at);
    at += piece.byteLength;
  }
}
