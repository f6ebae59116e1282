/**
 * Comparing the rendered items of two nights.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchRecords, type RecordPlace } from '../../../build/segment/earlier/match-records.js';
import { RecordSpool } from '../../../build/work/index.js';
import { smallWorkshop } from '../../../testing/structures/sections.js';

function spoolOf(texts: readonly string[]): RecordSpool {
  const spool = new RecordSpool(smallWorkshop.scratch);
  for (const text of texts) spool.pushText(text);
  return spool;
}

const match = async (earlier: readonly string[], current: readonly string[]) => {
  const matches = await matchRecords(spoolOf(earlier), spoolOf(current));
  return matches === undefined ? undefined : [...matches.equal];
};

/** @returns the text at a place, which must be that of its record */
function textAt(texts: readonly string[], { record, start, end }: RecordPlace): string {
  const text = texts.join('').slice(start, end);
  expect(text).toBe(texts[record]);
  return text;
}

describe('matchRecords', () => {
  it('one record changed, removed or added › all others are matched', async () => {
    const night = ['a', 'b', 'c', 'd'];
    expect(await match(night, night)).toEqual([0, 1, 2, 3]);
    expect(await match(night, ['a', 'x', 'c', 'd'])).toEqual([0, -1, 2, 3]);
    expect(await match(night, ['a', 'c', 'd'])).toEqual([0, -1, 1, 2]);
    expect(await match(night, ['x', 'a', 'b', 'c', 'd', 'e'])).toEqual([1, 2, 3, 4]);
    const changed = await matchRecords(spoolOf(night), spoolOf(['a', 'x', 'y', 'd']));
    expect(changed?.changed.map(({ earlier, current }) => [earlier.record, current.record])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await match(night, [])).toEqual([-1, -1, -1, -1]);
    expect(await match([], night)).toEqual([]);
  });

  it('any records › each match is equal, and matches ascend', async () => {
    const records = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'long '.repeat(200_000)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(records, records, async (earlier, current) => {
        const matches = (await match(earlier, current)) ?? [];
        expect(matches).toHaveLength(earlier.length);
        const { changed = [] } = (await matchRecords(spoolOf(earlier), spoolOf(current))) ?? {};
        for (const pair of changed) {
          expect(textAt(earlier, pair.earlier)).not.toBe(textAt(current, pair.current));
          expect(matches[pair.earlier.record]).toBe(-1);
        }
        let previous = -1;
        for (const [record, matched] of matches.entries()) {
          if (matched < 0) continue;
          expect(matched).toBeGreaterThan(previous);
          expect(current[matched]).toBe(earlier[record]);
          previous = matched;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('most records of a long list differ › gives up', async () => {
    const list = (prefix: string): string[] => Array.from({ length: 500 }, (_, index) => `${prefix}${index}`);
    expect(await match(list('a'), list('b'))).toBeUndefined();
  });
});
