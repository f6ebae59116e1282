import { describe, expect, it } from 'vitest';
import { CountCache } from '../../counting/count-cache.js';
import type { CountRow } from '../../counting/counting-statement.js';

const row: CountRow = { part: 0, kind: 'total', value: null, type: null, count: '1', extra: null };

/** @param count of rows that each statement has */
function keeping(count: number) {
  const asked: string[] = [];
  const kept = new CountCache();
  const of = (value: string) =>
    kept.countOnce({ text: 'SELECT', values: [value] }, async () => {
      asked.push(value);
      return Array.from({ length: count }, () => row);
    });
  return { asked, of };
}

describe('KeptRows', () => {
  it('a repeated statement › runs once; with other values it runs again', async () => {
    const { asked, of } = keeping(2);
    expect(await of('a')).toEqual([row, row]);
    expect(await of('a')).toEqual([row, row]);
    await of('b');
    expect(asked).toEqual(['a', 'b']);
  });

  it('more rows than the maximum › the least recently used are removed', async () => {
    const { asked, of } = keeping(30_000);
    for (const value of ['a', 'b', 'a', 'c', 'a', 'b']) await of(value);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  it('a statement that fails › is not kept', async () => {
    const kept = new CountCache();
    const statement = { text: 'SELECT', values: [] };
    await expect(kept.countOnce(statement, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept.countOnce(statement, async () => [])).toEqual([]);
  });
});
