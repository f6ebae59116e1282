/**
 * JSON values in table cells, and folded members of a document: whole members, and the number of those left out.
 */
import { describe, expect, it } from 'vitest';
import { summarize } from '../app/document/summarize.js';
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

describe('a folded member of a document', () => {
  it('more names than fit › whole names, the number of the rest, and the closing brace', () => {
    const names = ['title', 'subtitle', 'isbn', 'description', 'opening', 'genre', 'binding', 'language', 'price'];
    const value = Object.fromEntries(names.map((name) => [name, 1]));
    expect(summarize(value)).toBe('{ title, subtitle, isbn, description, opening, genre, +3 }');
    expect(summarize({ ['n'.repeat(80)]: 1, other: 2 })).toBe(`{ ${'n'.repeat(80)}, +1 }`);
  });

  it('few names, an item, a list › as a whole', () => {
    expect(summarize({ self: 1, first: 2 })).toBe('{ self, first }');
    expect(summarize({ type: 'book', id: 'turf', attributes: {} })).toBe('{ book turf }');
    expect(summarize([1, 2, 3])).toBe('[ 3 ]');
  });
});
