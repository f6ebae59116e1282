/**
 * What of a snapshot is in memory, as the log tells it; and what of its files need not be hashed again.
 *
 * Elsewhere: serving with items in files (in-files).
 */
import { describe, expect, it } from 'vitest';
import { snapshotId } from '../../../src/content/model/index.js';
import { residenceOf, VerifiedFiles } from '../../../src/server/follow/loader.js';

describe('residenceOf', () => {
  it('segments › what is in memory, and what in blocks', () => {
    const chunk = { section: 'documents', position: 0, sums: new Uint32Array(0) };
    const segment = { label: '', entries: [], payloads: [], meta: new Map(), memory: undefined, sha256: undefined };
    const read = (name: string, byteLength: number, left: number[]) => ({
      ...segment,
      kind: 'type',
      name,
      path: '',
      heldAt: undefined,
      byteLength,
      left: left.map((length) => ({ ...chunk, byteLength: length })),
    });
    const segments = [read('book', 1000, [100, 200]), read('author', 500, [])];
    expect(residenceOf({ segments })).toEqual({ bytes: 1500, residentBytes: 1200, blockBytes: 300 });
    expect(residenceOf({ segments: [] })).toEqual({ bytes: 0, residentBytes: 0, blockBytes: 0 });
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
