/**
 * What of a snapshot is in memory, as it is chosen and as the log tells it; and what of its files need not be hashed again.
 *
 * Elsewhere: serving by a traffic (hot), with items in files (in-files).
 */
import { describe, expect, it } from 'vitest';
import { snapshotId } from '../../../src/content/model/index.js';
import { choiceOf, residenceOf, residentBy, VerifiedFiles } from '../../../src/server/follow/loader.js';
import { byFolder } from '../../../src/server/follow/open-folders.js';
import { askedShapes, TrafficBuilder } from '../../../src/tune/traffic/index.js';

const builder = new TrafficBuilder('hashed', 'salt');
builder.add({ path: '/book/b1', search: '', timeMs: undefined });
const asked = askedShapes(builder.build());

describe('choiceOf', () => {
  it('a traffic › counts where it is asked for; without one all indexes are as good as asked for', () => {
    expect(choiceOf('all', asked)).toBe('all');
    expect(choiceOf('indexes', asked)).toBe('indexes');
    expect(choiceOf('hot', undefined)).toBe('indexes');
    expect(choiceOf('hot', asked)).toEqual({ asked });
    expect([residentBy('all'), residentBy('indexes')]).toEqual(['all', 'indexes']);
    expect(residentBy({ asked })).toBeTypeOf('function');
  });

  it('of a space › is that of its preview as well', () => {
    const folders = [{ folder: '/a', preview: '/a-next', name: 'a' }, { folder: '/b' }];
    expect([...byFolder(folders, ({ name }) => name ?? 'none')]).toEqual([
      ['/a', 'a'],
      ['/a-next', 'a'],
      ['/b', 'none'],
    ]);
  });
});

describe('residenceOf', () => {
  it('segments › what is in memory, in blocks, and by structure in bytes', () => {
    const chunk = { section: 'documents', position: 0, sums: new Uint32Array(0) };
    const late = (group: string, byteLength: number) => ({ section: group, group, position: 0, byteLength, crc32: 0 });
    const segment = { label: '', entries: [], payloads: [], meta: new Map(), memory: undefined, sha256: undefined };
    const read = (name: string, byteLength: number, left: number[], structures: [string, number][]) => ({
      ...segment,
      kind: 'type',
      name,
      path: '',
      heldAt: undefined,
      byteLength,
      left: left.map((length) => ({ ...chunk, byteLength: length })),
      late: structures.map(([group, length]) => late(group, length)),
    });
    const segments = [
      read(
        'book',
        1000,
        [100, 200],
        [
          ['title/terms', 30],
          ['title/terms', 4],
          ['title/values', 5],
        ],
      ),
      read('author', 500, [], [['title/terms', 50]]),
    ];
    expect(residenceOf({ segments })).toEqual({
      bytes: 1500,
      residentBytes: 1111,
      blockBytes: 300,
      structures: { 'book/title/terms': 34, 'book/title/values': 5, 'author/title/terms': 50 },
    });
    expect(residenceOf({ segments: [] })).toEqual({ bytes: 0, residentBytes: 0, blockBytes: 0, structures: {} });
  });
});

describe('VerifiedFiles', () => {
  it('of the snapshot that was pulled last into the folder › what was seen of it; of any other › nothing', () => {
    const [one, other] = ['a', 'b'].map((digit) => snapshotId(digit.repeat(64))!);
    if (one === undefined || other === undefined) throw new Error('these are ids');
    const verified = new VerifiedFiles();
    const [files, later] = [new Map([['book.segment', '1 2']]), new Map([['book.segment', '3 4']])];
    expect(verified.of('/a', one).size).toBe(0);
    verified.note('/a', { snapshot: one, files });
    expect(verified.of('/a', one)).toBe(files);
    expect([verified.of('/a', other).size, verified.of('/b', one).size]).toEqual([0, 0]);
    verified.note('/a', { snapshot: other, files: later });
    expect(verified.of('/a', other)).toBe(later);
    expect(verified.of('/a', one).size).toBe(0);
  });
});
