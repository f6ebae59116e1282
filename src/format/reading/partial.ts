/**
 * Reading some sections of a segment file, for builds and comparisons that need a few structures of an earlier snapshot.
 *
 * The head and the CRC-32 of each section read are checked; frames and other sections are not. The bytes are in
 * ordinary memory, not in a SharedArrayBuffer.
 */
import { IntegrityError } from '../../content/errors/index.js';
import type { Files } from '../files/index.js';
import type { SectionEntry } from '../layout.js';
import { SectionMap } from '../sections.js';
import type { StoredSection } from '../writer.js';
import { checkCrc, type ExpectedFile, type Header, readExactly, readHead } from './head.js';

export interface PartialSegment {
  readonly kind: string;
  readonly name: string;
  readonly meta: Header['meta'];
  /** Entries of all sections, read or not, in file order. */
  readonly entries: readonly SectionEntry[];
  /** The sections that were read. */
  readonly sections: SectionMap;
}

/**
 * Reads the head of a segment file and some of its sections.
 *
 * @param label    name of the file in errors
 * @param expected byte length and hash of the file, from the manifest
 * @param isWanted whether to read a section, by its name
 * @throws IntegrityError naming file and section
 * Cost: reading these sections. Memory: their size.
 */
export async function readSections(
  files: Files,
  path: string,
  label: string,
  expected: ExpectedFile,
  isWanted: (section: string) => boolean,
): Promise<PartialSegment> {
  const stat = await files.stat(path);
  if (stat?.kind !== 'file') throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
  const file = await files.open(path, 'read');
  try {
    const { header, places } = await readHead(file, stat.byteLength, label, expected);
    const entries: SectionEntry[] = [];
    const payloads: Uint8Array[] = [];
    for (const [index, entry] of header.entries.entries()) {
      if (!isWanted(entry.name)) continue;
      const bytes = new Uint8Array(entry.byteLength);
      await readExactly(file, bytes, places[index]!.payloadStart, label);
      checkCrc(label, entry.name, bytes, entry.crc32);
      entries.push(entry);
      payloads.push(bytes);
    }
    const { kind, name, meta } = header;
    return { kind, name, meta, entries: header.entries, sections: new SectionMap(label, entries, payloads) };
  } finally {
    await file.close();
  }
}

const pieceBytes = 2 ** 20;

/** A section of a segment file, which can also be read in parts. */
export interface FileSection extends StoredSection {
  /** Fills `into` with the bytes of the section from `start` on. @throws IntegrityError if the file ends too early */
  readonly readAt: (start: number, into: Uint8Array) => Promise<void>;
}

/**
 * Prepares sections of a checked segment file for copying into a new one, or for reading them in parts.
 *
 * @param expected byte length and hash of the file, from the manifest
 * @param isWanted whether to return a section, by its name
 * @returns the sections in file order; each opens the file when it is read
 * @throws IntegrityError naming the file, if its head is damaged
 */
export async function storedSections(
  files: Files,
  path: string,
  label: string,
  expected: ExpectedFile,
  isWanted: (section: string) => boolean,
): Promise<FileSection[]> {
  async function* read(start: number, byteLength: number): AsyncGenerator<Uint8Array> {
    const file = await files.open(path, 'read');
    try {
      for (let offset = 0; offset < byteLength; offset += pieceBytes) {
        const bytes = new Uint8Array(Math.min(pieceBytes, byteLength - offset));
        await readExactly(file, bytes, start + offset, label);
        yield bytes;
      }
    } finally {
      await file.close();
    }
  }
  async function readAt(start: number, into: Uint8Array): Promise<void> {
    const file = await files.open(path, 'read');
    try {
      await readExactly(file, into, start, label);
    } finally {
      await file.close();
    }
  }
  const file = await files.open(path, 'read');
  try {
    const { header, places } = await readHead(file, expected.byteLength, label, expected);
    return header.entries.flatMap((entry, index) => {
      if (!isWanted(entry.name)) return [];
      const { payloadStart } = places[index]!;
      return [
        {
          ...entry,
          read: () => read(payloadStart, entry.byteLength),
          readAt: (start: number, into: Uint8Array) => readAt(payloadStart + start, into),
        },
      ];
    });
  } finally {
    await file.close();
  }
}
