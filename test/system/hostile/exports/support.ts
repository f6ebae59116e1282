/**
 * Hostile exports on the disk: a small sound one with something in it changed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const MODEL = {
  space: 'shelf',
  contentTypes: [
    {
      name: 'book',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'pages', type: 'integer' },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'printed', type: 'dateTime', format: 'date' },
        { name: 'inPrint', type: 'boolean' },
        { name: 'genre', type: 'select', options: ['Fiction', 'Poetry'] },
        { name: 'cover', type: 'image' },
        { name: 'author', type: 'relationship', to: 'author' },
        { name: 'about', type: 'relationship', to: ['author', 'book'], many: true },
      ],
    },
    { name: 'author', fields: [{ name: 'name', type: 'text' }] },
  ],
} as const;

export const MODEL_TEXT = JSON.stringify(MODEL);
export const BOOKS = '{"id":"b1","title":"Stone","author":"a1"}\n{"id":"b2","title":"Dust"}\n';
export const AUTHORS = '{"id":"a1","name":"Mason"}\n';

/** File name → content; undefined leaves the file out. */
export type Changes = Readonly<Record<string, string | Uint8Array | undefined>>;

/** Writes the sound export with these files instead of, or beside, its own. */
export function writeShelf(folder: string, changes: Changes = {}): void {
  mkdirSync(folder, { recursive: true });
  const files: Changes = {
    'model.json': MODEL_TEXT,
    'book.ndjson': BOOKS,
    'author.ndjson': AUTHORS,
    ...changes,
  };
  for (const [name, content] of Object.entries(files)) {
    if (content !== undefined) writeFileSync(join(folder, name), content);
  }
}

/** The sound export with one more book, whose line is this. */
export const withBook = (line: string | Uint8Array): Changes => ({
  'book.ndjson': Buffer.concat([Buffer.from(BOOKS), Buffer.from(line), Buffer.from('\n')]),
});

/** The sound export with one more book, which has this besides its id. */
export const withMembers = (members: string): Changes => withBook(`{"id":"b3",${members}}`);

/** The sound export with `book` as this file, compressed. */
export const withCompressed = (bytes: Uint8Array): Changes => ({ 'book.ndjson': undefined, 'book.ndjson.gz': bytes });

/** The sound export with other content types in its model. */
export const withTypes = (...contentTypes: readonly unknown[]): Changes => ({
  'model.json': JSON.stringify({ space: 'shelf', contentTypes }),
});

/** The sound export with other fields for books, which have no items. */
export const withFields = (...fields: readonly unknown[]): Changes => ({
  ...withTypes({ name: 'book', fields }, MODEL.contentTypes[1]),
  'book.ndjson': '',
});

/**
 * A gzip file that grows a thousand times: members of zeros, one behind the other, each made of the same bytes.
 *
 * @param line a megabyte's worth of text before it is compressed
 */
export function bomb(line: string, megabytes: number): Buffer {
  const member = gzipSync(line.repeat(Math.ceil(2 ** 20 / line.length)), { level: 9 });
  return Buffer.concat(Array.from({ length: megabytes }, () => member));
}
