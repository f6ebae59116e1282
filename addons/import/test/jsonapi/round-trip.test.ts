/**
 * Spaces with locales, and with images that are resources: served, imported from there, built again, and asked the same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../../src/jsonapi/index.js';
import { blog } from '../../../../testing/clients/blog.js';
import { temporaryFolder } from '../../../../testing/samples/bookshop.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { SHOP } from '../../../../testing/samples/shop.js';
import { startBookshop } from '../../../../testing/server/server.js';
import { imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

interface Trip {
  readonly space: Space;
  readonly snapshot: string;
}

async function built(folder: string): Promise<Trip> {
  const out = join(temporaryFolder(), 'snapshots');
  const { snapshot } = await buildSnapshot(folder, out, { files: diskFiles, strict: false, threads: 1 });
  return { snapshot, space: await openCurrent(diskFiles, out) };
}

/** @returns what is served, and what an import of it gives; without the model, and with it */
async function roundTrip(
  folder: string,
): Promise<{ readonly served: Trip; readonly again: Trip; readonly kept: Trip }> {
  const served = await built(folder);
  const server = await startBookshop({ spaces: [{ name: 'space', space: served.space }] });
  try {
    const again = await imported('jsonapi', server.base, { strict: true });
    const kept = await imported('jsonapi', server.base, { strict: true, model: join(folder, 'model.json') });
    return { served, again: await built(again.out), kept: await built(kept.out) };
  } finally {
    await server.stop();
  }
}

/** Every item of every type, in each locale, and the root. */
function documentsOf(space: Space): readonly string[] {
  const ask = (path: string, search = ''): string =>
    answer(space, parseRequest(space.model, path, search), '').toString();
  const locales =
    space.model.locales.length === 0 ? [''] : space.model.locales.map(({ code }) => `&localeCode=${code}`);
  const types = [...space.model.contentTypes.keys()].sort();
  return [ask('/'), ...types.flatMap((type) => locales.map((locale) => ask(`/${type}`, `page[limit]=100${locale}`)))];
}

const museum = new URL('../../../../data/museum', import.meta.url).pathname;

describe('imported from stele, built and queried', () => {
  it('the museum in three locales › gives equal answers; with its model an equal snapshot', async () => {
    const { served, again, kept } = await roundTrip(museum);
    expect(documentsOf(again.space)).toEqual(documentsOf(served.space));
    expect(kept.snapshot).toBe(served.snapshot);
  });

  it('the museum › each value is stored once, in its own locale', async () => {
    const { space } = await built(museum);
    const server = await startBookshop({ spaces: [{ name: 'museum', space }] });
    try {
      const { out } = await imported('jsonapi', server.base);
      const linesOf = (folder: string, type: string): readonly object[] =>
        readFileSync(join(folder, `${type}.ndjson`), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      expect(linesOf(out, 'object')).toEqual(linesOf(museum, 'object'));
      // Without the model, the inverse relationship of a room is a relationship like any other.
      const objects = [
        ['lantern', 'timetable'],
        ['bell', 'bicycle'],
      ];
      expect(linesOf(out, 'room')).toEqual(
        linesOf(museum, 'room').map((room, i) => ({ ...room, objects: objects[i] })),
      );
    } finally {
      await server.stop();
    }
  });

  it('a shop with a locale without fallback, links, images and empty values › gives equal answers', async () => {
    const { served, again, kept } = await roundTrip(writeFiles(join(temporaryFolder(), 'shop'), SHOP));
    expect(documentsOf(again.space)).toEqual(documentsOf(served.space));
    expect(documentsOf(kept.space)).toEqual(documentsOf(served.space));
  });

  it('a blog with images as resources › gives equal answers, and with its model an equal snapshot', async () => {
    const files = {
      'model.json': blog.model,
      'blogPost.ndjson': blog.items.blogPost,
      'author.ndjson': blog.items.author,
    };
    const { served, again, kept } = await roundTrip(writeFiles(join(temporaryFolder(), 'blog'), files));
    expect(documentsOf(again.space)).toEqual(documentsOf(served.space));
    expect(documentsOf(again.space).join('')).toContain('"type":"core-image"');
    expect(kept.snapshot).toBe(served.snapshot);
  });
});
