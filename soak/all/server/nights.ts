/**
 * Three nights of one content, and one that is damaged: exports, built into one snapshots folder.
 *
 * From night to night some books change, one goes and the reviews that named it lose their book; authors, reviews and
 * shelves stay as they are. So most answers differ between nights, and an answer made of two of them shows.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles } from '../../../src/files/index.js';
import type { SnapshotId } from '../../../src/model/index.js';
import { requireCurrent } from '../../../src/snapshot/index.js';
import type { Stele } from './stele.js';

export interface Night {
  readonly id: SnapshotId;
  /** Folder of its export. */
  readonly source: string;
}

export interface Nights {
  /** Folder of the snapshots; CURRENT names the last of the nights. */
  readonly snapshots: string;
  readonly nights: readonly Night[];
  /** A snapshot one of whose segments has one bit wrong, and which file that is. */
  readonly damaged: { readonly id: SnapshotId; readonly file: string };
}

const nightsCount = 3;

/** Gives every book that falls to this night another title and price, and takes one out. */
function changeBooks(folder: string, night: number): void {
  const path = join(folder, 'book.ndjson');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const changed = lines.map((line, place) => {
    if (place % (nightsCount + 1) === night) return line;
    const book: Readonly<Record<string, unknown>> = JSON.parse(line);
    return JSON.stringify({ ...book, title: `${String(book['title'])} ${night}`, price: `${10 + night}.50` });
  });
  changed.splice(10 * night, 1);
  writeFileSync(path, `${changed.join('\n')}\n`);
}

/** Turns the last bit of the books' segment. @returns the file's name */
function damage(snapshots: string, id: SnapshotId): string {
  const file = readdirSync(join(snapshots, id)).find((name) => name.startsWith('book-'));
  if (file === undefined) throw new Error(`snapshot ${id} has no segment of books`);
  const path = join(snapshots, id, file);
  const bytes = readFileSync(path);
  bytes[bytes.byteLength - 1]! ^= 1;
  writeFileSync(path, bytes);
  return file;
}

/** @param folder new and empty. Cost: four exports and four builds. */
export async function makeNights(folder: string, items: number, seed: number, stele: Stele): Promise<Nights> {
  const snapshots = join(folder, 'snapshots');
  const base = join(folder, 'export');
  await generateExport(base, { items, seed, profile: 'shop' });
  const built: Night[] = [];
  for (let night = 0; night <= nightsCount; night += 1) {
    const source = join(folder, `night-${night}`);
    cpSync(base, source, { recursive: true });
    changeBooks(source, night);
    await stele(['build', source, '--out', snapshots, '--keep', 'all']);
    built.push({ id: await requireCurrent(diskFiles, snapshots), source });
  }
  const [bad, ...nights] = built;
  if (bad === undefined) throw new Error('no night was built');
  return { snapshots, nights, damaged: { id: bad.id, file: damage(snapshots, bad.id) } };
}
