/**
 * A search above its budget is refused before the expensive step; with exactly enough budget it is answered.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { TooCostlyError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { Budget } from '../../../src/index/docset/index.js';
import { evaluate, planSearch, readSearch } from '../../../src/index/search/index.js';
import type { TypeSegment } from '../../../src/index/segment/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();
const words = 'alder birch cedar ebony ficus ginkgo hazel ivory juniper kapok larch maple'.split(' ');
const rare = words.map((word) => `${word}x`);

describe('a search above its budget', () => {
  let segment: TypeSegment;
  beforeAll(async () => {
    const folder = newFolder();
    const source = writeFiles(join(folder, 'export'), {
      'model.json': modelOf({ post: { body: { type: 'text', search: true } } }),
      // A rare word is in one of forty, so that leaving it out leaves most.
      'post.ndjson': Array.from({ length: 2000 }, (_, i) => ({
        id: `p${i}`,
        body: `oak ${rare.filter((_, place) => (i + place * 3) % 40 === 0).join(' ')} ${i % 2 === 0 ? words.join(' ') : ''}`,
      })),
    });
    await buildSnapshot(source, join(folder, 'out'), { files: diskFiles, strict: true });
    const type = (await openCurrent(diskFiles, join(folder, 'out'))).types.get('post');
    if (type === undefined) throw new Error('There are posts.');
    segment = type.segment;
  });

  /** @returns what was spent when it ended, and whether it was answered */
  function ask(text: string, maximum?: number): Budget & { isAnswered?: boolean } {
    const { arena, search: index } = segment;
    if (index === undefined) throw new Error('Posts are searched.');
    const budget: Budget & { isAnswered?: boolean } = new Budget(maximum);
    const mark = arena.mark();
    arena.budget = budget;
    try {
      evaluate(index, planSearch(index, readSearch(text, undefined), budget), arena);
      budget.isAnswered = true;
    } catch (error) {
      if (!(error instanceof TooCostlyError)) throw error;
      budget.isAnswered = false;
    } finally {
      arena.budget = new Budget();
      arena.release(mark);
    }
    return budget;
  }

  it.each([
    ['a phrase, and many words left out', `"oak" ${rare.map((word) => `-${word}`).join(' ')}`, 0.3],
    ['a long question', `oak ${words.join(' ')}`, 0.5],
    ['a phrase, and many words beside it', `"oak" ${words.join(' ')}`, 0.5],
  ])('%s › is refused before the expensive step, and answered with exactly enough budget', (_, text, share) => {
    const { needed, spent } = ask(text);
    expect(spent).toBeGreaterThan(0);
    expect(ask(text, needed).isAnswered).toBe(true);
    const refused = ask(text, needed * 0.6);
    expect(refused.isAnswered).toBe(false);
    expect(refused.spent).toBeLessThan(needed * share);
  });
});
