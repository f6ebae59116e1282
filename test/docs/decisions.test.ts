/**
 * docs/decisions › each is short enough to be read at once, and the list names each of them once.
 */
import { describe, expect, it } from 'vitest';
import { linksOf, markdownFiles, readPage } from '../../testing/pages/markdown.js';

const FOLDER = 'docs/decisions/';
const LIST = `${FOLDER}README.md`;
const WORDS_MAXIMUM = 400;

const decisions = markdownFiles('docs/decisions').filter((file) => file !== LIST);

/** As `wc -w` counts: whatever stands between spaces. */
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

describe('docs/decisions', () => {
  it.each([LIST, ...decisions])(`%s › has at most ${WORDS_MAXIMUM} words`, (file) => {
    expect(wordsOf(readPage(file))).toBeLessThanOrEqual(WORDS_MAXIMUM);
  });

  it('the list › names every decision once, in order, and nothing else', () => {
    const named = linksOf(readPage(LIST)).map(({ target }) => `${FOLDER}${target}`);
    expect(decisions.length).toBeGreaterThan(0);
    expect(named.filter((target) => !target.includes('..'))).toEqual([...decisions].sort());
  });
});
