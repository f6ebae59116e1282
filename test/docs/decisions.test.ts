/**
 * docs/decisions › the list names each of them once.
 */
import { describe, expect, it } from 'vitest';
import { linksOf, markdownFiles, readPage } from '../../testing/pages/markdown.js';

const FOLDER = 'docs/decisions/';
const LIST = `${FOLDER}README.md`;

const decisions = markdownFiles('docs/decisions').filter((file) => file !== LIST);

describe('docs/decisions', () => {
  it('the list › names every decision once, in order, without other entries', () => {
    const named = linksOf(readPage(LIST)).map(({ target }) => `${FOLDER}${target}`);
    expect(decisions.length).toBeGreaterThan(0);
    expect(named.filter((target) => !target.includes('..'))).toEqual([...decisions].sort());
  });
});
