/**
 * The visible text of Markdown by kind of syntax; hostile texts cost as much as other texts of their length.
 */
import { describe, expect, it } from 'vitest';
import { getWordReader, plainText } from '../../../../src/index/search/index.js';

const words = (markdown: string): string => getWordReader(undefined).words(plainText(markdown)).join(' ');

describe('plainText', () => {
  it.each([
    ['links', 'see [the *old* garden](https://example.org/a_(b) "hidden") now', 'see the old garden now'],
    ['images', '![a red door](door.jpg "a title")s', 'a red door s'],
    ['reference links', 'a [door][red] and [gate][]\n\n[red]: https://example.org/door', 'a door and gate'],
    ['a definition over several lines', '[red]:\n  /door\n  "hidden\n  too"\n\na [red]', 'a red'],
    [
      'what only looks like a definition',
      '[Kepler2]: is not a definition but a sentence',
      'kepler2 is not a definition but a sentence',
    ],
    [
      'headings, emphasis and lists',
      '## Big **bold**ness ##\n* one\n- _two_\n\n10. three',
      'big boldness one two three',
    ],
    ['emphasis within a word, and none', 'un*believ*able un_believ_able 2*3', 'unbelievable un believ able 2 3'],
    ['tags', 'a<br/>b <a href="x">c</a>s <p title="hidden > too">d', 'a b cs d'],
    ['an image as a tag', 'a <img src="hidden" alt="red &amp; door"> b', 'a red door b'],
    ['automatic links', '<https://auto.example/x>, www.auto.example/*a*b', 'https auto example x www auto example a b'],
    ['code', '```js\nconst door = `red`;\n```\n\n    <b>&amp;</b>', 'const door red b amp b'],
    ['references', 'caf&eacute; &amp; bar &#x4e2d;&#25991; &nosuch; a&b na&iuml;ve', 'cafe bar 中文 nosuch a b naive'],
    ['references that are none', 'a&#xd800;b&#9999999;c', 'a b c'],
    ['escapes', '\\*a\\* \\&amp; \\[b](c)', 'a amp b c'],
    ['tables and quotations', '> | a | b |\n> |---|---|\n> c', 'a b c'],
    ['strikethrough', '~~old~~er ~new~er ~~~~x~~~~', 'older newer x'],
    ['footnotes', 'Ellipses.[^1] More.\n\n[^1]: Kepler wrote this in 1609.', 'ellipses more kepler wrote this in 1609'],
    ['a block that ends within an instruction', '<div>\na <?b c\n\nd', 'a d'],
    ['a block that ends within a declaration', '<div>\na <!b c\n\nd', 'a d'],
    ['a block that ends within what is no comment', '<div>\na <!- b c\n\nd', 'a d'],
    ['a block that ends within what is no end tag', '<div>\na </3 b c\n\nd', 'a d'],
    ['a block that ends within a tag', '<div>\na <b c\n\nd', 'a d'],
    ['a quotation mark that a block does not close', '<div title="a>\nb\n</div>\n\nc <b title="d">e</b>', 'b c e'],
    ['a style around the ends of paragraphs', 'a<style>\n\n</style>b\n\nc', 'ab c'],
    ['a comment around the end of a block', '<div>\na<!--\n\n<div>\n-->b', 'ab'],
    ['an item that begins with a rule', '- * * *\n\n  <!-- hidden -->\n\n\t<b>a</b>', 'a'],
    ['references before a bracket', '![a](b c) [a](\n\n[a]: /url', 'a b c a'],
    ['lines that end with CR and LF', '# a\r\n\r\n<!-- hidden\r\n-->\rb', 'a b'],
  ])('%s › leave the visible text', (_, markdown, expected) => {
    expect(words(markdown)).toBe(expected);
  });

  it.each([
    ['a script within a line', 'a <script>secretcode()</script> b'],
    ['a script as a block', 'a\n\n<script>\nsecretcode()\n\nsecretcode()\n</script>\nb'],
    ['a script that is a block’s', 'a\n<div><script>\n\nsecretcode()\n\n</script></div>\n\nb'],
    ['a style', 'a\n<style type="text/css">\n.secretcode {}\n</style>\nb'],
    ['a comment', 'a <!-- secretcode --> b\n<!--\nsecretcode\n\n-->'],
    ['an instruction, a declaration and CDATA', 'a <?secretcode?> <!DOCTYPE secretcode> <![CDATA[secretcode]]> b'],
    ['a tag', 'a <x secretcode="secretcode"> b'],
    ['a target', 'a [b](secretcode "secretcode")'],
    ['a fence’s language', 'a\n~~~ secretcode\nb\n~~~'],
    ['a cell beyond the head', '| a |\n|---|\n| b | secretcode |'],
    ['a footnote that nothing refers to', 'a b\n\n[^1]: secretcode'],
  ])('%s › is hidden', (_, markdown) => {
    expect(words(markdown)).toBe('a b');
  });

  it.each([
    ['a bracket that is not closed', 'a ](b and on'],
    ['a tag that is not closed', 'a <b and on'],
    ['a reference that is not closed', 'a &amp and on'],
    ['a text without any marks', 'a line: of 1.5 - and\n\n another\r\n'],
  ])('%s › stays', (_, markdown) => {
    expect(plainText(markdown)).toBe(markdown);
  });

  /** Each takes well under a second; any that cost the square of its length would take more than the test may. */
  it.each([
    ...['](<', '[', ']', '[a](', '[a][', '![', '`a``', '<', '<a b="', "<a b='", '<!--', '<?', '<![CDATA[', '<a@'],
    ...['*a ', '*a_ ', '**a*', '_a~', '~', '&', '\\', '> ', '- ', '1. ', '[^1]', '[a]: b\n', '|-|\n|-|-|\n', ':-\n'],
    ...['https://', 'www.a[', '<style>', '<b>\n\n', '- a\n\n', '    a\n', '```\n', '[a]: "\n', '\n', '\t', '<a '],
  ])('20,000 times %j › is read in linear time', (part) => {
    expect(plainText(part.repeat(20_000))).toBeTypeOf('string');
  });

  it.each([
    ['runs of backticks of all lengths', Array.from({ length: 1000 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
    ['items within items', `${'- '.repeat(20_000)}a\n${'\n'.repeat(20_000)}`],
    ['quotations, each deeper', Array.from({ length: 1000 }, (_, i) => `${'>'.repeat(i)} a`).join('\n')],
    ['brackets before many links', `${'['.repeat(50_000)}${'[a](b)'.repeat(50_000)}`],
    ['brackets around many addresses', `${'['.repeat(50_000)}${'http://a '.repeat(50_000)}`],
    ['footnotes within footnotes', `${'[^a]: '.repeat(20_000)}[^a]`],
    ['a long title', `[a](b "${'x\\"'.repeat(1_000_000)}")`],
    ['a tag with many attributes', `<a ${'b="c" '.repeat(300_000)}`],
  ])('%s › are read', (_, text) => {
    expect(plainText(text)).toBeTypeOf('string');
  });
});
