import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { Responder } from '../../../src/jsonapi/respond/responder.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
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
});
