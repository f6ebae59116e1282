import { describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { DocumentAssembler } from '../../../src/jsonapi/document/document-assembler.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { Responder } from '../../../src/jsonapi/respond/responder.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';
import { openBothModes } from '../../../testing/structures/in-files.js';

const newFolder = temporaryFolders();

describe('reading ahead for a page', () => {
  it('items in memory or in files › the parts in memory are read', async () => {
    const [source, out] = [writeFiles(newFolder(), shelf), newFolder()];
    await buildSnapshot(source, out, { files: diskFiles, strict: false });
    const { all, indexes, pages } = await openBothModes(diskFiles, out);
    for (const space of [all, indexes]) {
      const responder = new Responder(space, '/delivery/jsonapi');
      const request = parseRequest(space.model, '/book', '');
      await pages.run(() => responder.answer(request));
      expect(responder.prefetchChecksum).toBeGreaterThan(0);
    }
    pages.leave();
  });

  it('included items › are read after those of the page', async () => {
    const books = Array.from({ length: 5 }, (_, at) => ({ id: `b${at}`, title: 'Ash', author: 'ann' }));
    const space = await MemorySpace.of(
      modelOf({
        author: { name: 'text' },
        book: { title: 'text', author: { ...linkTo('author'), inverse: { name: 'books' } } },
      }),
      { author: [{ id: 'ann', name: 'Ann' }], book: books },
    );
    const read: string[] = [];
    const prefetch = vi.spyOn(DocumentAssembler.prototype, 'prefetch').mockImplementation(({ name }, docs) => {
      read.push(`${docs.length} ${name}`);
    });
    try {
      expect(space.document('/author', 'include=books').included).toHaveLength(5);
    } finally {
      prefetch.mockRestore();
    }
    expect(read).toEqual(['1 author', '5 book']);
  });
});
