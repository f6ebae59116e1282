/**
 * All examples of the CommonMark specification and of GFM: the visible text equals the text that a browser shows of the
 * specification's HTML, and of a renderer's. There are no exceptions.
 */
import { tests } from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/index/search/index.js';
import { folded, shownOfHtml, shownOfMarkdown } from '../../../../testing/markdown/shown.js';

/** The specification writes tabs as arrows. */
const examples = tests.map(({ number, section, markdown, html }) => ({
  ...{ number, section },
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}));

describe('plainText of the specification’s examples', () => {
  it('all 652 examples › equal the text of the HTML in the specification', () => {
    expect(examples).toHaveLength(652);
    for (const { number, section, markdown, html } of examples)
      expect([number, section, folded(plainText(markdown))]).toEqual([number, section, shownOfHtml(html)]);
  });

  it('all 652 examples › equal the text of the HTML that a renderer makes', () => {
    for (const { number, section, markdown } of examples)
      expect([number, section, folded(plainText(markdown))]).toEqual([number, section, shownOfMarkdown(markdown)]);
  });
});

describe('plainText of GFM', () => {
  it.each([
    ['a table', 'Before\n\n| a | *b* |\n|:--|--:|\n| `c` | [d](e) |\n| f |\n\nafter'],
    ['a table › more cells than its head', '| a |\n|---|\n| b | hidden |'],
    ['a table › no bars at its sides', 'a | b\n- | -\nc | d'],
    ['a table › a bar behind a backslash', '| a \\| b | `c \\| d` |\n|---|---|\n| x | y |'],
    ['a table › another block ends it', '| a |\n|---|\n| b |\n> c | d'],
    ['no table › heads and delimiters are not as many', '| a | b |\n|---|\n| c |'],
    ['strikethrough', 'an ~~old~~ gar~~den~~'],
    ['addresses', 'see https://auto.example/x_y_z, www.auto.example/a_b_c and mail@auto.example.'],
    ['addresses › in brackets', '<https://auto.example/x> <mail@auto.example>'],
    [
      'footnotes',
      'One[^1] and two[^two].\n\n[^1]: Kepler *wrote*\n    this.\n\n    And this.\n\n[^two]: Brahe.\n\nThe end.',
    ],
    ['footnotes › nothing refers to them', 'One.\n\n[^1]: Kepler.'],
    ['footnotes › two references', 'One[^1], two[^1].\n\n[^1]: Kepler.'],
    ['footnotes › the order of references', 'b[^b] a[^a]\n\n[^a]: first\n\n[^b]: second'],
    ['footnotes › none of that name', 'One[^2].\n\n[^1]: Kepler.'],
  ])('%s › equals the text of the HTML that a renderer makes', (_, markdown) => {
    expect(folded(plainText(markdown))).toBe(shownOfMarkdown(markdown));
  });
});
