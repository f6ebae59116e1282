/**
 * Reads whole sections of a segment by name: those in memory, in a scratch file, or in the file of an earlier snapshot.
 *
 * Elsewhere: storing sections in scratch files (section-store), reading parts of a blob (file-records).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type AnySection, bytesOf, elementOf } from '../../../src/format/index.js';

/** One ordinal per item, in the width that holds all of them. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** @throws InvariantError if the section is missing */
export function findSection<Section extends AnySection>(sections: readonly Section[], name: string): Section {
  const section = sections.find((candidate) => candidate.name === name);
  if (section === undefined) throw new InvariantError(`the section ${name} is missing`);
  return section;
}

/** @returns the bytes of the named section, in memory of their own. @throws InvariantError if it is missing */
export async function readBytes(sections: readonly AnySection[], name: string): Promise<Uint8Array> {
  const section = findSection(sections, name);
  return copySection(section, new ArrayBuffer(byteLengthOf(section)));
}

/**
 * @returns the numbers of the named section, in memory of their own
 * @throws InvariantError if it is missing or has other elements
 */
export async function readNumbers(sections: readonly AnySection[], name: string): Promise<Uint32Array> {
  const ordinals = await readOrdinals(sections, name);
  if (!(ordinals instanceof Uint32Array)) throw new InvariantError(`the section ${name} has no elements of type u32`);
  return ordinals;
}

/** @returns the numbers of the named section, in shared memory. @throws InvariantError if it is missing */
export async function sharedNumbers(sections: readonly AnySection[], name: string): Promise<Uint32Array> {
  const section = findSection(sections, name);
  const { buffer } = await copySection(section, new SharedArrayBuffer(byteLengthOf(section)));
  return new Uint32Array(buffer);
}

/**
 * @returns the ordinals of the named section, in memory of their own, in the width that they are stored in
 * @throws InvariantError if it is missing or has other elements
 */
export async function readOrdinals(sections: readonly AnySection[], name: string): Promise<Ordinals> {
  const section = findSection(sections, name);
  const bytes = await copySection(section, new ArrayBuffer(byteLengthOf(section)));
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

const byteLengthOf = (section: AnySection): number =>
  'read' in section ? section.byteLength : section.data.byteLength;

/** Copies a section to the start of a buffer. @returns the whole buffer */
async function copySection(section: AnySection, buffer: ArrayBufferLike): Promise<Uint8Array> {
  const output = new Uint8Array(buffer);
  let at = 0;
  for await (const piece of 'read' in section ? section.read() : [bytesOf(section.data)]) {
    output.set(piece, at);
    at += piece.byteLength;
  }
  return output;
}
