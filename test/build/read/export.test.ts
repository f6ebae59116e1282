/**
 * Export folders: sound ones read whole, and a table of folders that are refused with what is told of them.
 */
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ExportItem, type ExportSource, openExport } from '../../../build/read/index.js';
import { ExportError } from '../../../src/content/errors/index.js';
import { diskFiles, type OpenMode } from '../../../src/format/files/index.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';
import { itemsOf, linesOf, withFolder } from './support.js';

const model = JSON.stringify(modelOf({ book: { title: 'text', author: linkTo('author') }, author: { name: 'text' } }));
const books = '{"id":"b1","title":"A","author":"a1"}\n{"id":"b2","title":"B"}\n';
const authors = '{"id":"a1","name":"X"}\n';
const sound = { 'model.json': model, 'book.ndjson': books, 'author.ndjson': authors };

const open = (folder: string, strict = false): Promise<ExportSource> =>
  openExport(folder, { files: diskFiles, strict });

async function readAll(source: ExportSource): Promise<ReadonlyMap<string, readonly ExportItem[]>> {
  const items = new Map<string, readonly ExportItem[]>();
  for (const type of source.model.contentTypes.values()) {
    const batches: (readonly ExportItem[])[] = [];
    for await (const batch of itemsOf(source, type)) batches.push(batch);
    items.set(type.name, batches.flat());
  }
  source.checkNotEmpty([...items.values()].flat().length);
  return items;
}

/** The text of the refusal, from opening on to the last item; the folder's own name is written as <folder>. */
async function refusalOf(folder: string, strict = false): Promise<string> {
  try {
    const source = await open(folder, strict);
    await readAll(source);
    source.problems.throwIfAny();
  } catch (error) {
    if (error instanceof ExportError) return error.message.replaceAll(folder, '<folder>');
    throw error;
  }
  return 'not refused';
}

describe('openExport › a sound export', () => {
  it('model, files and items › are returned in order', async () => {
    await withFolder(sound, async (folder) => {
      const source = await open(folder);
      expect([...source.model.contentTypes.keys()]).toEqual(['book', 'author']);
      expect(source.sources.map(({ type, file, byteLength }) => [type.name, file, byteLength])).toEqual([
        ['book', 'book.ndjson', books.length],
        ['author', 'author.ndjson', authors.length],
      ]);
      expect([...(await readAll(source))]).toEqual([
        [
          'book',
          [
            { id: 'b1', line: 1, ownLocales: [], values: ['A', [{ type: undefined, id: 'a1' }]] },
            { id: 'b2', line: 2, ownLocales: [], values: ['B', undefined] },
          ],
        ],
        ['author', [{ id: 'a1', line: 1, ownLocales: [], values: ['X'] }]],
      ]);
      expect(source.problems.render()).toBe('0 errors, 0 warnings');
    });
  });

  it('compressed, and with one empty type › is read, and its bytes are counted as stored', async () => {
    const stored = gzipSync(books);
    await withFolder({ 'model.json': model, 'book.ndjson.gz': stored, 'author.ndjson': '\n\n' }, async (folder) => {
      const source = await open(folder, true);
      const [book] = source.sources;
      expect(book?.byteLength).toBe(stored.byteLength);
      let byteLength = 0;
      const bookType = source.model.contentTypes.get('book');
      if (bookType === undefined) return expect.unreachable();
      for await (const batch of itemsOf(source, bookType, (more) => (byteLength += more)))
        expect(batch).toHaveLength(2);
      expect(byteLength).toBe(stored.byteLength);
    });
  });

  it('with foreign files › ignores them', async () => {
    await withFolder(
      { ...sound, 'README.md': 'x', 'notes.json': '{', '.DS_Store': 'x', 'a.ndjson.bak': '' },
      async (folder) => {
        expect(await refusalOf(folder, true)).toBe('not refused');
      },
    );
  });

  it('with symbolic links inside the folder › follows them', async () => {
    await withFolder(sound, async (folder) => {
      await mkdir(join(folder, 'tonight'));
      await rename(join(folder, 'book.ndjson'), join(folder, 'tonight', '..books'));
      await symlink(join('tonight', '..books'), join(folder, 'book.ndjson'));
      expect((await readAll(await open(folder))).get('book')).toHaveLength(2);
    });
  });

  it('behind a symbolic link › is read', async () => {
    await withFolder(sound, async (folder) => {
      await withFolder({}, async (elsewhere) => {
        await symlink(folder, join(elsewhere, 'latest'));
        expect((await readAll(await open(join(elsewhere, 'latest')))).get('book')).toHaveLength(2);
      });
    });
  });
});

const layout =
  'A content export is a folder with model.json and one <contentType>.ndjson (or .ndjson.gz) for each content type.';
const refused = 'The export is refused and nothing was changed. Correct it and build again.';
const { 'book.ndjson': _books, ...withoutBooks } = sound;

describe('openExport › a folder without a valid export', () => {
  it.each<[title: string, contents: Readonly<Record<string, string | Uint8Array>>, told: string | RegExp]>([
    [
      'empty',
      {},
      `<folder> has no model.json. ${layout} Check the path, or begin with a small export: stele init <folder>`,
    ],
    [
      'a model in capitals',
      { 'Model.json': model },
      `<folder> has no model.json. ${layout} Rename Model.json to model.json.`,
    ],
    [
      'an empty model',
      { ...sound, 'model.json': '' },
      `model.json:1: column 1: there is no value; write one\n1 error, 0 warnings\n${refused}`,
    ],
    [
      'a broken model',
      { ...sound, 'model.json': '{\n  "space": "x",\n  contentTypes: []\n}' },
      /^model\.json:3: column 3: a key in double quotes is expected, but "c" is here\n/,
    ],
    [
      'a model with a key twice',
      { ...sound, 'model.json': '{"space":"a","space":"b","contentTypes":[]}' },
      /^model\.json:1: column 14: the key "space" appears twice; remove one of them\n/,
    ],
    [
      'a model in Latin-1',
      { ...sound, 'model.json': Buffer.from('{"space":"caf\xe9"}', 'latin1') },
      /^model\.json: invalid UTF-8; save the file as UTF-8/,
    ],
    [
      'a model of 17 MiB',
      { ...sound, 'model.json': ' '.repeat(17 * 1024 * 1024) },
      /^model\.json: the model has 17825792 bytes; at most 16777216 are read\n/,
    ],
    [
      'a wrong model',
      {
        ...sound,
        'model.json':
          '{"space":"x","contentTypes":[{"name":"a","fields":[{"name":"b","type":"txt"},{"name":"c","type":"decimal","precision":2.5}]}]}',
      },
      /^model\.json: contentTypes\[0\]\.fields\[0\]\.type: "txt" is not a field type; .*Did you mean "text"\?\nmodel\.json: contentTypes\[0\]\.fields\[1\]\.precision: 2\.5 is not a precision.*\n2 errors, 0 warnings\n/,
    ],
    [
      'a missing file',
      withoutBooks,
      `book.ndjson: the file is missing; each content type needs one, even if it is empty.\n1 error, 0 warnings\n${refused}`,
    ],
    [
      'a misspelt file',
      { ...withoutBooks, 'boook.ndjson': books },
      /^book\.ndjson: the file is missing; .* Did you mean "boook\.ndjson"\?\nboook\.ndjson: warning: the model has no content type "boook", so the file is left out\. Did you mean "book"\?\n/,
    ],
    [
      'a file in capitals',
      { ...withoutBooks, 'Book.ndjson.gz': gzipSync(books) },
      /^book\.ndjson: the file is missing; rename "Book\.ndjson\.gz", whose letters differ in case\n1 error/,
    ],
    [
      'a file plain and compressed',
      { ...sound, 'book.ndjson.gz': gzipSync(books) },
      /^book\.ndjson: book\.ndjson\.gz exists too; keep one of them/,
    ],
    [
      'no item at all',
      { ...sound, 'book.ndjson': '', 'author.ndjson': '\n \n' },
      `<folder>: the export has no item in any content type; check that it is complete\n1 error, 0 warnings\n${refused}`,
    ],
    [
      'a truncated file',
      { ...withoutBooks, 'book.ndjson.gz': gzipSync(books).subarray(0, -9) },
      /^book\.ndjson\.gz: is truncated: its gzip stream ends too early; copy the whole file again\n1 error/,
    ],
    [
      'an array over several lines',
      { ...sound, 'book.ndjson': '[{"id":"b1"},\n{"id":"b2"}]\n' },
      /^book\.ndjson:1: the file is one JSON array; write one item per line, .*\n1 error, /,
    ],
    [
      'all items bad',
      { ...sound, 'book.ndjson': '{}\n', 'author.ndjson': '[]\n' },
      /^author\.ndjson:1: an item is expected, not an array; .*\nbook\.ndjson:1, field id: the item has no id\n2 errors/,
    ],
  ])('%s › is refused', async (_title, contents, told) => {
    await withFolder(contents, async (folder) => {
      const refusal = await refusalOf(folder);
      if (typeof told === 'string') expect(refusal).toBe(told);
      else expect(refusal).toMatch(told);
    });
  });

  it('a second file in capitals on a case-sensitive disk › is refused', async () => {
    await withFolder(sound, async (folder) => {
      // Not every disk can hold both, so the second is only listed.
      const list = async (path: string) => ['BOOK.ndjson', ...(await diskFiles.list(path))];
      const source = await openExport(folder, { files: { ...diskFiles, list }, strict: false });
      expect(linesOf(source.problems)).toEqual([
        'BOOK.ndjson: the name differs from book in case only; rename it or remove it',
      ]);
      expect(source.problems.errorCount).toBe(1);
    });
  });

  it('one missing file of two types that differ in case › is not replaced by the other file', async () => {
    const twins = JSON.stringify(modelOf({ book: {}, Book: {} }));
    await withFolder({ 'model.json': twins, 'Book.ndjson': '{"id":"1"}' }, async (folder) => {
      expect(await refusalOf(folder)).toMatch(
        /^book\.ndjson: the file is missing; each content type needs one.*\n1 error,/,
      );
    });
  });

  it('a missing folder, or a file › is refused with the form of an export', async () => {
    await withFolder(sound, async (folder) => {
      await expect(open(join(folder, 'nothing'))).rejects.toThrow(`nothing does not exist. ${layout}`);
      await expect(open(join(folder, 'model.json'))).rejects.toThrow(`model.json is not a folder. ${layout}`);
    });
  });

  it('a folder or a dangling symbolic link instead of a file › is refused', async () => {
    await withFolder({ 'model.json': model }, async (folder) => {
      await mkdir(join(folder, 'book.ndjson'));
      await symlink('nowhere', join(folder, 'author.ndjson'));
      const refusal = await refusalOf(folder);
      expect(refusal).toMatch(
        /^book\.ndjson: this is not a file; put a file of this name here\nauthor\.ndjson: the symbolic link has no target; put the file itself there\n2 errors/,
      );
    });
  });

  it('a symbolic link out of the folder › is refused', async () => {
    await withFolder({ 'book.ndjson': books }, async (outside) => {
      await withFolder({ 'model.json': model, 'author.ndjson': authors }, async (folder) => {
        await symlink(join(outside, 'book.ndjson'), join(folder, 'book.ndjson'));
        const refusal = await refusalOf(folder);
        expect(refusal).toMatch(
          /^book\.ndjson: the symbolic link leads out of the export folder; put the file itself there\n1 error/,
        );
      });
    });
  });

  it('a model behind a link out of the folder › is refused', async () => {
    await withFolder({ 'model.json': model }, async (outside) => {
      await withFolder(withoutModel(), async (folder) => {
        await symlink(join(outside, 'model.json'), join(folder, 'model.json'));
        expect(await refusalOf(folder)).toMatch(/^model\.json: the symbolic link leads out of the export folder;/);
      });
    });
  });
});

describe('openExport › a file without a content type', () => {
  it('is a warning; in strict mode an error reported with the errors of the items', async () => {
    const contents = { ...sound, 'authr.ndjson.gz': '', 'book.ndjson': `${books}{"id":"b1"}\n` };
    await withFolder(contents, async (folder) => {
      const source = await open(folder);
      expect(linesOf(source.problems)).toEqual([
        'authr.ndjson.gz: warning: the model has no content type "authr", so the file is left out. Did you mean "author"?',
      ]);
      expect(source.problems.countOf('unknownFile')).toBe(1);
      expect(await refusalOf(folder, true)).toMatch(
        /^book\.ndjson:3, field id: .*\nauthr\.ndjson\.gz: the model has .*\n2 errors, of them 1 file of no content type\n/,
      );
    });
  });
});

describe('openExport › a disk that fails', () => {
  it('at opening or reading › its error is thrown', async () => {
    await withFolder(sound, async (folder) => {
      const broken = (path: string): boolean => path.endsWith('book.ndjson');
      const failing = {
        ...diskFiles,
        open: async (path: string, mode: OpenMode) => {
          if (broken(path)) throw Object.assign(new Error('EIO: the disk is on fire'), { code: 'EIO' });
          return diskFiles.open(path, mode);
        },
      };
      const source = await openExport(folder, { files: failing, strict: false });
      await expect(readAll(source)).rejects.toThrow('EIO: the disk is on fire');
      const unlisted = { ...diskFiles, list: () => Promise.reject(new Error('EACCES: not yours')) };
      await expect(openExport(folder, { files: unlisted, strict: false })).rejects.toThrow('EACCES: not yours');
    });
  });

  it('that loses a file after opening › its error is thrown', async () => {
    await withFolder(sound, async (folder) => {
      const source = await open(folder);
      await rename(join(folder, 'book.ndjson'), join(folder, 'gone'));
      await expect(readAll(source)).rejects.toThrow('ENOENT');
      await writeFile(join(folder, 'book.ndjson'), books);
      expect((await readAll(await open(folder))).get('book')).toHaveLength(2);
    });
  });
});

function withoutModel(): Readonly<Record<string, string>> {
  return { 'book.ndjson': books, 'author.ndjson': authors };
}
