/**
 * Reading some sections of a segment file: for whoever builds on an earlier snapshot and needs a few of its structures,
 * not all of its bytes.
 *
 * Checked are the head and the CRC-32 of each section read; not the frames, nor the other sections. The memory is not
 * shared.
 */
import { IntegrityError } from '../../content/errors/index.js';
import type { Files } from '../files/index.js';
import type { SectionEntry } from '../layout.js';
import { SectionMap } from '../sections.js';
import type { StoredSection } from '../writer.js';
import { checkCrc, type Header, type PromisedFile, readExactly, readHead } from './head.js';

export interface PartialSegment {
  readonly kind: string;
  readonly name: string;
  readonly meta: Header['meta'];
  /** Of all sections, read or not, in file order. */
  readonly entries: readonly SectionEntry[];
  /** Those that were wanted. */
  readonly sections: SectionMap;
}

/**
 * Reads the head of a segment file, and the sections that are wanted.
 *
 * @param label  how errors call the file
 * @param wanted by name
 * @throws IntegrityError naming file and section
 * Cost: reading the sections that are wanted. Memory: their size.
 */
export async function readSections(
  files: Files,
  path: string,
  label: string,
  promised: PromisedFile,
  wanted: (section: string) => boolean,
): Promise<PartialSegment> {
  const found = await files.stat(path);
  if (found?.kind !== 'file') throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
  const file = await files.open(path, 'read');
  try {
    const { header, places } = await readHead(file, found.byteLength, label, promised);
    const entries: SectionEntry[] = [];
    const payloads: Uint8Array[] = [];
    for (const [index, entry] of header.entries.entries()) {
      if (!wanted(entry.name)) continue;
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

/**
 * Sections of a segment file that were seen to be what they must be, to be written once more.
 *
 * @returns those that are wanted, in the file's order; each opens the file when it is read
 * @throws IntegrityError naming the file, for its head alone
 */
export async function storedSections(
  files: Files,
  path: string,
  label: string,
  promised: PromisedFile,
  wanted: (section: string) => boolean,
): Promise<StoredSection[]> {
  async function* read(start: number, byteLength: number): AsyncGenerator<Uint8Array> {
    const file = await files.open(path, 'read');
    try {
      for (let at = 0; at < byteLength; at += pieceBytes) {
        const bytes = new Uint8Array(Math.min(pieceBytes, byteLength - at));
        await readExactly(file, bytes, start + at, label);
        yield bytes;
      }
    } finally {
      await file.close();
    }
  }
  const file = await files.open(path, 'read');
  try {
    const { header, places } = await readHead(file, promised.byteLength, label, promised);
    return header.entries.flatMap((entry, index) =>
      wanted(entry.name) ? [{ ...entry, read: () => read(places[index]!.payloadStart, entry.byteLength) }] : [],
    );
  } finally {
    await file.close();
  }
}
