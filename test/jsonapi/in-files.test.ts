/**
 * Answers of a space with paged items: the same documents and resources as from memory, and unreadable files.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { RequestError } from '../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../src/format/files/index.js';
import { answer, lend, parseRequest, type Resource, runPaged } from '../../src/jsonapi/index.js';
import { temporaryFolders } from '../../testing/folder.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';
import { openBothModes } from '../../testing/structures/in-files.js';

const newFolder = temporaryFolders();
let folder: string;
beforeAll(async () => {
  folder = join(newFolder(), 'snapshots');
  await buildSnapshot(writeFiles(newFolder(), shelf), folder, { files: diskFiles, strict: true });
});

/** @returns both forms of the space, and a disk that fails from a moment on that the test gives */
async function opened() {
  const disk = { isBroken: false };
  const files: Files = {
    ...diskFiles,
    open: async (path, mode) => {
      const file = await diskFiles.open(path, mode);
      return {
        ...file,
        read: (into, length, position) =>
          disk.isBroken ? Promise.reject(new Error('EIO: i/o error, read')) : file.read(into, length, position),
      };
    },
  };
  const { all, indexes, pages } = await openBothModes(files, folder);
  const requestOf = (path: string, search = '') => parseRequest(indexes.model, path, search);
  return { disk, all, indexes, pages, requestOf };
}

describe('items that stay in files', () => {
  it.each([
    ['/book', '?include=author'],
    ['/author/a1', '?include=books'],
    ['/author/a1/books', '?sort=-title'],
  ])('%s%s › the same document and resources as with everything in memory', async (path, search) => {
    const { all, indexes, pages, requestOf } = await opened();
    const [shown, expected]: Resource[][] = [[], []];
    const request = requestOf(path, search);
    const lending = lend(indexes, request, '', { writtenResources: shown });
    expect(lending).toBeInstanceOf(Promise);
    const loan = await lending;
    expect(loan.document.toString()).toBe(answer(all, request, '', { writtenResources: expected }).toString());
    expect(shown?.map(({ doc }) => doc)).toEqual(expected?.map(({ doc }) => doc));
    loan.release();
    // Read once, they are at hand.
    expect(lend(indexes, request, '')).not.toBeInstanceOf(Promise);
    pages.leave();
  });

  it('a file that cannot be read › 503 with advice and the complexity of the request', async () => {
    const { disk, indexes, pages, requestOf } = await opened();
    disk.isBroken = true;
    const request = requestOf('/book/b1');
    const refusal: unknown = await Promise.resolve(lend(indexes, request, '')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RequestError);
    expect(refusal).toMatchObject({
      complexity: request.complexity,
      problems: [{ code: 'Unavailable', detail: expect.stringMatching(/cannot be read .* Try again later/) }],
    });
    disk.isBroken = false;
    expect((await lend(indexes, request, '')).document.byteLength).toBeGreaterThan(0);
    pages.leave();
  });

  it('an invariant error while blocks are read › is thrown unchanged', async () => {
    const { all, indexes, pages, requestOf } = await opened();
    const mistake = new TypeError('a mistake');
    const work = (): never => {
      answer(indexes, requestOf('/book/b1'), '');
      throw mistake;
    };
    await expect(runPaged(indexes, work, 1)).rejects.toBe(mistake);
    expect(runPaged(all, () => 7, 1)).toBe(7);
    pages.leave();
  });
});
