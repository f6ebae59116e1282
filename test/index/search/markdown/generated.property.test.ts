/**
 * Generated Markdown: our text is what a browser shows of a renderer's HTML.
 *
 * Not drawn is where the renderer is not like GitHub or CommonMark: an empty item directly behind the definition of a link,
 * runs of more than two `~`, a comment behind an instruction that is not closed, and references before a `(`. Nor is
 * `<textarea>`: unclosed, it makes a browser show the page's own tags. Nor is a block of raw HTML that ends within a tag, as `<div>foo<?`: a browser takes the renderer's next tag as part of it, so that `foo` and a
 * paragraph `bar` behind it are one word `foobar`, or `bar` is hidden. Our text has both: plain-text.test.ts says how.
 */
import { tests } from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/index/search/index.js';
import { amount } from '../../../../testing/amount.js';
import {
  endsWithinTag,
  folded,
  mistakesReferences,
  mixesOpenSpecials,
  shownOfMarkdown,
} from '../../../../testing/markdown/shown.js';

const parts = [
  ...['foo', 'bar', 'baz ', 'é', '1', '. ', '!', ' ', '  ', '\t', '\n', '\n\n', '\n    ', '"t"', '(', ')', '\\', '\\*'],
  ...['\n> ', '\n- ', '\n1. ', '\n# ', '\n```\n', '\n~~~\n', '\n---\n', '\n===\n', '\n\n[foo]: /url\n\n'],
  ...['*', '**', '_', '__', '`', '``', '[', ']', '](', '![', '[foo]', '[bar][foo]', '<http://a.b/c>', '<a@b.c>'],
  ...['<b>', '</b>', '<br>', '<!-- ', '-->', '<a href="x">', '<div>\n', '</div>\n', '<style>', '</style>', '<?', '?>'],
  ...['&amp;', '&eacute;', '&copy', '&#65;', '&CounterClockwiseContourIntegral;'],
];
const extensions = [
  ...[' ~~gone~~ ', 'https://x.example/y ', 'www.x.example ', '[^1]', '[^none]'],
  '\n\n| a | *b* |\n|---|---|\n| `c` | d |\n\n',
];
const example = fc.constantFrom(
  ...tests.map(({ markdown }) => `${markdown}\n\n`).filter((text) => !text.includes('<textarea')),
);

const joined = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(part, { maxLength: 14 }).map((drawn) => drawn.join(''));
const commonMark = joined(
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...parts) }, { weight: 1, arbitrary: example }),
);
const gfm = joined(fc.constantFrom('foo', 'bar ', '. ', '*', '**', '\n', '\n> ', '\n- ', ...extensions));

// The renderer ends an address at `>`, which GitHub does not: behind `\\<` it is no mark.
const isComparable = (markdown: string): boolean =>
  !markdown.includes('\\<http') &&
  !endsWithinTag(markdown) &&
  !mixesOpenSpecials(markdown) &&
  !mistakesReferences(markdown);

describe('plainText of generated Markdown', () => {
  it('CommonMark › equals the text of the HTML that a renderer makes', () => {
    fc.assert(
      fc.property(commonMark.filter(isComparable), (markdown) => {
        expect(folded(plainText(markdown))).toBe(shownOfMarkdown(markdown));
      }),
      { numRuns: amount(8_000, 500) },
    );
  });

  it('GFM › equals the text of the HTML that a renderer makes', () => {
    const footnotes = '\n\n[^1]: a *note*\n\n    of two\n\n';
    fc.assert(
      fc.property(gfm, (markdown) => {
        const whole = markdown + footnotes;
        expect(folded(plainText(whole))).toBe(shownOfMarkdown(whole));
      }),
      { numRuns: amount(8_000, 500) },
    );
  });
});
