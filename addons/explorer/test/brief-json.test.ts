/**
 * JSON values in table cells: whole members, and the number of those left out.
 */
import { describe, expect, it } from 'vitest';
import { writeBriefJson } from '../app/parts/brief-json.js';

describe('a JSON value in a cell', () => {
  it.each([
    [{}, '{}'],
    [[], '[]'],
    [{ words: ['salt', 'road'], page: 3 }, '{ words: ["salt", "road"], page: 3 }'],
    [null, 'null'],
  ])('%j › fits as a whole', (value, written) => {
    expect(writeBriefJson(value)).toBe(written);
  });

  it('more members than fit › whole members, and the number of the rest', () => {
    const value = { first: 'one two three', second: 'four five six', third: 'seven eight nine', fourth: 10 };
    expect(writeBriefJson(value)).toBe('{ first: "one two three", second: "four five six", +2 }');
    expect(writeBriefJson([...'abcdefghijklmnopqrstuvwxyz'])).toMatch(/^\["a", "b", .*"j", \+16\]$/);
  });

  it('a member longer than the cell › is cut itself, no character in two', () => {
    const written = writeBriefJson({ text: '😀'.repeat(60), other: 1 });
    expect(written).toMatch(/^\{ text: "(?:😀)+…", \+1 \}$/u);
    expect(written.length).toBeLessThanOrEqual(60);
    expect(writeBriefJson({ outer: { inner: { text: 'word '.repeat(40) } } })).toMatch(
      /^\{ outer: \{ inner: \{ text: "wo/,
    );
  });
});
