/**
 * Snapshots for tests of swaps: every item names its snapshot, and every answer is known byte by byte.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { type SnapshotId, snapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openSnapshot } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { writeFiles } from '../samples/export.js';

const base = '/delivery/jsonapi';

/** Targets of the constant requests: a page, filters and sorts of each kind, an item with an include, a linkage. */
export const PATHS: readonly string[] = [
  '/book',
  '/book?filter[title][_contains]=7&sort=-pages',
  '/book?filter[pages][_gt]=100&filter[pages][_lte]=140&page[limit]=50',
  '/book/b17?include=author',
  '/author/a3/relationships/books',
  '/author?include=books&page[limit]=3',
  '/book/missing',
].map((path) => `${base}${path}`);

const model = {
  space: 'swaps',
  contentTypes: [
    {
      name: 'book',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'text', type: 'textMultiline' },
        { name: 'pages', type: 'integer' },
        { name: 'author', type: 'relationship', to: 'author', many: false },
      ],
    },
    {
      name: 'author',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'books', type: 'relationship', to: 'book', many: true },
      ],
    },
  ],
};

const authors = 20;

/** @param version part of every value, so that a test notices an answer made from two snapshots */
function contentOf(version: string, items: number): Readonly<Record<string, unknown>> {
  const books = Array.from({ length: items }, (_, i) => ({
    id: `b${i}`,
    title: `${version} ${i} of ${items}`,
    text: `${version} text ${'of some length, '.repeat(20)} ${i}`,
    pages: i + version.charCodeAt(0),
    author: `a${i % authors}`,
  }));
  const people = Array.from({ length: authors }, (_, i) => ({
    id: `a${i}`,
    name: `${version} author ${i}`,
    books: books.filter(({ author }) => author === `a${i}`).map(({ id }) => id),
  }));
  return { 'model.json': model, 'book.ndjson': books, 'author.ndjson': people };
}

export interface SwapSnapshots {
  readonly folder: string;
  /** Intact ones, oldest first. */
  readonly ids: readonly SnapshotId[];
  /** One whose last segment has one bit wrong, and which file that is. */
  readonly damaged: { readonly id: SnapshotId; readonly file: string };
  readonly byteLength: number;
  /** Snapshot → path → body; undefined if it is an error document. */
  readonly bodies: ReadonlyMap<string, ReadonlyMap<string, Buffer | undefined>>;
}

async function bodiesOf(folder: string, id: SnapshotId): Promise<ReadonlyMap<string, Buffer | undefined>> {
  const space = await openSnapshot(diskFiles, folder, id);
  return new Map(
    PATHS.map((target) => {
      const url = new URL(target, 'http://x');
      try {
        const request = parseRequest(space.model, url.pathname.slice(base.length), url.search);
        return [target, Buffer.from(answer(space, request, base))];
      } catch {
        return [target, undefined];
      }
    }),
  );
}

/** Turns one bit of a segment. */
function damage(folder: string, id: SnapshotId): SwapSnapshots['damaged'] {
  const file = readdirSync(join(folder, id)).find((name) => name.startsWith('author-')) ?? '';
  const segment = readFileSync(join(folder, id, file));
  segment[segment.byteLength - 1]! ^= 1;
  writeFileSync(join(folder, id, file), segment);
  return { id, file };
}

/** @param items of each snapshot */
export async function buildSwapSnapshots(folder: string, items: number): Promise<SwapSnapshots> {
  const snapshots = join(folder, 'snapshots');
  let byteLength = 0;
  const build = async (version: string): Promise<SnapshotId> => {
    const source = writeFiles(join(folder, `export-${version}`), contentOf(version, items));
    const report = await buildSnapshot(source, snapshots, { files: diskFiles, strict: true });
    byteLength = report.byteLength;
    return snapshotId(report.snapshot)!;
  };
  const damaged = damage(snapshots, await build('delta'));
  const ids = [await build('alpha'), await build('beta'), await build('gamma')];
  const bodies = new Map<string, ReadonlyMap<string, Buffer | undefined>>();
  for (const id of ids) bodies.set(id, await bodiesOf(snapshots, id));
  return { folder: snapshots, ids, damaged, byteLength, bodies };
}
