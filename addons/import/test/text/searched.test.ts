/**
 * Markdown of imports, as search reads it: the words of the source, also where they stay within HTML.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/index/search/index.js';
import { generatedBlocks } from '../../../../testing/markdown/generated-html.js';
import { readMarkdown } from '../../text/check.js';
import { htmlToMarkdown } from '../../text/converter.js';

const ignored = { isChecked: false, lost: () => undefined, faulty: () => undefined };

const wordsOf = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

describe('Markdown of HTML', () => {
  it.each([
    ['<p>10<sup>6</sup> cells of H<sub>2</sub>O</p>', '106 cells of H2O'],
    ['<p>un<em>(believ)</em>able</p>', 'un believ able'],
    ['<details><summary>Price</summary><p>5 EUR</p></details>', 'Price 5 EUR'],
    ['<table><tr><td><ul><li>one</li><li>two</li></ul></td><td>three</td></tr></table>', 'one two three'],
    ['<dl><dt>term</dt><dd>meaning</dd></dl>', 'term meaning'],
    ['<h2 id="part">Heading</h2>', 'Heading'],
    ['<p>&lt;script&gt;word&lt;/script&gt;</p>', 'script word script'],
  ])('%s › is searched for its words', (html, words) => {
    expect(wordsOf(plainText(htmlToMarkdown(html, ignored) ?? ''))).toBe(words);
  });

  it('random HTML › is searched for the rendered text', () => {
    fc.assert(
      fc.property(generatedBlocks, (html) => {
        const markdown = htmlToMarkdown(html, ignored) ?? '';
        const { text, images } = readMarkdown(markdown);
        // The descriptions of images are searched, and may part a word.
        fc.pre(images.length === 0);
        expect(wordsOf(plainText(markdown))).toBe(wordsOf(text));
      }),
      { seed: Number(process.env['STELE_TEXT_SEED'] ?? 34), numRuns: Number(process.env['STELE_TEXT_RUNS'] ?? 1000) },
    );
  });
});
