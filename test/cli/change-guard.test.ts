/**
 * `stele build --max-change`: a snapshot with too much other content is kept and not published.
 */
import { describe, expect, it } from 'vitest';
import { explainChange } from '../../src/cli/build/change-guard.js';
import { diskFiles } from '../../src/format/files/index.js';
import { readCurrent } from '../../src/index/snapshot/index.js';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { writeFiles } from '../../testing/samples/export.js';
import { modelOf } from '../../testing/samples/model.js';

const newFolder = temporaryFolders();

/** An export of 20 books, of which the first have the given title and the others their own. */
const writeBooks = (rewrittenCount: number): string => {
  const lines = Array.from({ length: 20 }, (_, index) =>
    JSON.stringify({ id: `b${index}`, title: index < rewrittenCount ? 'Wrong' : `Title ${index}` }),
  );
  return writeFiles(newFolder(), {
    'model.json': JSON.stringify(modelOf({ book: { title: 'text' } })),
    'book.ndjson': `${lines.join('\n')}\n`,
  });
};

describe('stele build --max-change', () => {
  it('more items rewritten than allowed › not published, with the type, the share and the field', async () => {
    const out = newFolder();
    await stele(['build', writeBooks(0), '--out', out]);
    const served = await readCurrent(diskFiles, out);
    const night = writeBooks(15);
    const refused = await stele(['build', night, '--out', out, '--max-change', '50%']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('more than 50% of a content type has other content (--max-change)');
    expect(refused.stderr).toContain('  book: 15 of 20 items have other content, 75.0 %: title 15\n');
    expect(refused.stderr).toContain('with --max-change 100%, or stele rollback');
    expect(await readCurrent(diskFiles, out)).toBe(served);
    expect((await stele(['build', night, '--out', out, '--max-change', '75%'])).code).toBe(0);
    expect(await readCurrent(diskFiles, out)).not.toBe(served);
  });

  it('without the option, or for the first snapshot › published', async () => {
    const out = newFolder();
    expect((await stele(['build', writeBooks(0), '--out', out, '--max-change', '0%'])).code).toBe(0);
    expect((await stele(['build', writeBooks(20), '--out', out])).code).toBe(0);
  });
});

describe('explainChange', () => {
  const changesOf = (itemsBefore: number, removed: number, changed: number) => ({
    name: 'page',
    itemsBefore,
    removed: new Uint32Array(removed),
    changed: new Uint32Array(changed),
    fields: [],
  });

  it('up to ten items › are always allowed; removed items are not in the share', () => {
    expect(explainChange(changesOf(10, 0, 10), 0)).toBeUndefined();
    expect(explainChange(changesOf(22, 11, 11), 99)).toBe('page: 11 of 11 items have other content, 100.0 %');
    expect(explainChange(changesOf(22, 0, 11), 50)).toBeUndefined();
  });
});
