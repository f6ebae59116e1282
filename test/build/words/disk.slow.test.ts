/**
 * The scratch files of a search index: whichever call fails, no index is made, the failure is told as the disk told it,
 * and nothing is left open or lying about.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../build/words/search-index.js';
import { InlinePool } from '../../../build/work/pool.js';
import { RecordSpool } from '../../../build/work/scratch/record-spool.js';
import { ScratchFolder } from '../../../build/work/scratch/scratch-files.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import type { Files } from '../../../src/format/files/index.js';
import type { SectionInput } from '../../../src/format/index.js';
import { FAULT_CODES, type FileCall, faultyFiles, MemoryDisk, observed } from '../../../testing/disk/index.js';
import { loadSections, smallWorkshop } from '../../../testing/structures/sections.js';
import { rulesOf } from './rules.js';

const rules = rulesOf('en');
const vocabulary = Array.from({ length: 2500 }, (_, word) => `family${word % 50}kin${(word * 7919) % 99_991}`);
/** So much that the files of batches, lists and beginnings are all written. */
const docs = Array.from({ length: 2450 }, (_, doc) =>
  Array.from({ length: 220 }, (_none, place) => vocabulary[(doc * 37 + place * 11) % vocabulary.length]).join(' '),
);

const titles = new RecordSpool(smallWorkshop.scratch);
const bodies = new RecordSpool(new ScratchFolder(new MemoryDisk(), '/texts'));

async function makeIndex(files: Files): Promise<SectionInput[]> {
  const scratch = new ScratchFolder(files, '/scratch');
  try {
    const context = { pool: new InlinePool(), scratch, runBytes: 2 ** 19 };
    return await loadSections(await buildSearchIndex(rules, [titles, bodies], context, new WorkClock()));
  } finally {
    // As a build does: what cannot be removed must not hide how it ended.
    await scratch.remove().catch(() => undefined);
  }
}

describe('searchIndex › in scratch files', () => {
  const calls: FileCall[] = [];
  let tried: readonly number[];

  beforeAll(async () => {
    for (const doc of docs) {
      titles.pushText('');
      bodies.pushText(doc);
      await bodies.flushIfLarge();
    }
    const disk = new MemoryDisk();
    await makeIndex(observed(disk, (call) => calls.push(call)));
    expect(disk.paths('/scratch')).toEqual([]);
    expect(disk.openFiles).toBe(0);
    // Of calls that do the same to the same file, the first, the one in the middle and the last.
    const alike = new Map<string, number[]>();
    for (const [at, { operation, path }] of calls.entries()) {
      const same = alike.get(`${operation} ${path}`);
      if (same === undefined) alike.set(`${operation} ${path}`, [at]);
      else same.push(at);
    }
    const distinct = [...alike.values()].flatMap((same) => [
      ...new Set([same[0]!, same[same.length >> 1]!, same[same.length - 1]!]),
    ]);
    // An index is made for each call that is tried: every fourth is.
    tried = distinct.filter((_, index) => index % 4 === 0);
  });

  it('enough data for scratch files › they are written and read', () => {
    const written = new Set(calls.flatMap(({ operation, path }) => (operation === 'write' ? [path] : [])));
    expect(written.size).toBeGreaterThanOrEqual(4);
  });

  it('any failing call › fails the index, and no files are left', { timeout: 180_000 }, async () => {
    for (const [turn, at] of tried.entries()) {
      const disk = new MemoryDisk();
      const code = FAULT_CODES[turn % FAULT_CODES.length] ?? 'EIO';
      const faulty = faultyFiles(disk, { at: at + 1, code, lasting: false });
      const call = `${calls[at]?.operation} ${calls[at]?.path}`;
      const outcome = await makeIndex(faulty.files).then(
        () => 'made',
        (error: unknown) => error,
      );
      expect({ call, failed: faulty.failed() !== undefined, open: disk.openFiles }).toEqual({
        call,
        failed: true,
        open: 0,
      });
      // At the end files are closed and removed, whatever came of it.
      if (calls[at]?.operation === 'close' || calls[at]?.operation === 'remove') continue;
      expect({ call, outcome }).toMatchObject({ call, outcome: { code } });
      expect({ call, left: disk.paths('/scratch') }).toEqual({ call, left: [] });
    }
  });
});
