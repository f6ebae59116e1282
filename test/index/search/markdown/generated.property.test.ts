/**
 * Generated Markdown: our text is what a browser shows of a renderer's HTML.
 *
 * Not drawn is where the renderer is not like GitHub: an empty item directly behind the definition of a link, and runs of
 * more than two `~`. Nor is `<textarea>`: unclosed, it makes a browser show the page's own tags.
 */
import { tests } from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/index/search/index.js';
import { amount } from '../../../support/amount.js';
import { folded, shownOfMarkdown } from '../../../support/markdown/shown.js';

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

describe('plainText of generated Markdown', () => {
  it('CommonMark › is the text of the renderer’s HTML', () => {
    fc.assert(
      fc.property(commonMark, (markdown) => {
        expect(folded(plainText(markdown))).toBe(shownOfMarkdown(markdown));
      }),
      { numRuns: amount(20_000, 500) },
    );
  });

  it('GFM › is the text of the renderer’s HTML', () => {
    const footnotes = '\n\n[^1]: a *note*\n\n    of two\n\n';
    fc.assert(
      fc.property(gfm, (markdown) => {
        const whole = markdown + footnotes;
        expect(folded(plainText(whole))).toBe(shownOfMarkdown(whole));
      }),
      { numRuns: amount(20_000, 500) },
    );
  });
});
