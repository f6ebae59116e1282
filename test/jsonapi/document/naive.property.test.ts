/**
 * Documents against naive ones: windows, included resources and fieldsets, in any combination.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf } from '../../../testing/oracle/content/shelf.js';
import { expectedDocument, writeExport } from '../../../testing/oracle/index.js';

const newFolder = temporaryFolders();
const base = '/delivery';
let space: Space;
beforeAll(async () => {
  const [source, out] = [join(newFolder(), 'export'), newFolder()];
  writeExport(shelf, source);
  await buildSnapshot(source, out, { files: diskFiles, strict: false });
  space = await openCurrent(diskFiles, out);
});

/** What of each type can be included, and which of that is to-many. */
const bookPaths = [
  'author',
  'author.books',
  'author.books.sequels',
  'sequels',
  'sequels.sequels',
  'sequels.author',
  'about',
];
const authorPaths = ['books', 'books.sequels', 'books.author', 'books.about'];
const isMany = (path: string): boolean => !path.endsWith('author');

const part = fc.nat({ max: 3 });
const windowOf = (path: string): fc.Arbitrary<string[]> => {
  const place = path
    .split('.')
    .map((name) => `[${name}]`)
    .join('');
  return fc
    .record({ skip: fc.option(part), limit: path.includes('.') ? part : fc.option(part) })
    .map(({ skip, limit }) => [
      ...(skip === null ? [] : [`page${place}[skip]=${skip}`]),
      ...(limit === null ? [] : [`page${place}[limit]=${limit}`]),
    ]);
};

const fieldset = (type: string, fields: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .option(fc.subarray([...fields]), { freq: 2 })
    .map((kept) => (kept === null ? [] : [`fields[${type}]=${kept.join(',')}`]));

const includePaths = (paths: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .tuple(
      fc
        .option(fc.subarray([...paths]))
        .map((included) => (included === null ? [] : [`include=${included.join(',')}`])),
      fc.tuple(...paths.filter(isMany).map(windowOf)).map((windows) => windows.flat()),
      fieldset('book', ['title', 'price', 'author', 'sequels', 'about']),
      fieldset('author', ['name', 'books']),
    )
    .map((parts) => parts.flat());

/** Of more items a query with every relationship would be too complex. */
const page = fc.tuple(part, fc.nat({ max: 2 })).map(([skip, limit]) => [`page[skip]=${skip}`, `page[limit]=${limit}`]);
const both = (one: fc.Arbitrary<string[]>, other: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> =>
  fc.tuple(one, other).map((parts) => parts.flat());

const asking = (
  paths: readonly string[],
  parameters: fc.Arbitrary<string[]>,
): fc.Arbitrary<readonly [string, string]> =>
  fc
    .tuple(fc.constantFrom(...paths), parameters)
    .map(([path, sent]) => [path, sent.length === 0 ? '' : `?${sent.join('&')}`]);

const request = fc.oneof(
  asking(['/book', '/book/a/sequels', '/author/ann/books'], both(page, includePaths(bookPaths))),
  asking(['/book/a', '/book/b', '/book/c'], includePaths(bookPaths)),
  asking(['/author'], both(page, includePaths(authorPaths))),
  asking(['/author/ann', '/book/a/author', '/book/c/author'], includePaths(authorPaths)),
  asking(['/book/a/relationships/sequels', '/book/a/relationships/about', '/author/ann/relationships/books'], page),
  asking(['/book/a/relationships/author', '/book/c/relationships/author'], fc.constant([])),
);

/** One item with two windows of the same links, which do not touch. */
const apart = [
  '/book/a',
  '?include=author.books.sequels&page[sequels][limit]=1&page[author][books][sequels][limit]=1&page[author][books][sequels][skip]=2',
] as const;

describe('a document', () => {
  it('any request for a list, an item, related items or linkage › equals the naive document', () => {
    let [cut, included] = [0, 0];
    fc.assert(
      fc.property(request, ([path, search]) => {
        const parsed = parseRequest(space.model, path, search);
        if (parsed.kind === 'root' || parsed.kind === 'search' || parsed.kind === 'suggest')
          throw new Error('only items are asked for');
        const document = answer(space, parsed, base).toString();
        expect(document).toBe(JSON.stringify(expectedDocument(shelf, parsed, base)));
        if (document.includes('"next":')) cut += 1;
        if (document.includes('"included":[{')) included += 1;
      }),
      { numRuns: amount(300, 75), examples: [[apart]] },
    );
    expect(cut).toBeGreaterThan(amount(10, 2));
    expect(included).toBeGreaterThan(amount(10, 2));
  });
});
