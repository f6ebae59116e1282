/**
 * Single texts of HTML and the Markdown that they become.
 */
import { describe, expect, it } from 'vitest';
import { findDifferences } from '../../text/check.js';
import { htmlToMarkdown } from '../../text/converter.js';
import { parseHtml } from '../../text/html/parse.js';

interface Converted {
  readonly markdown: string | undefined;
  readonly lost: readonly string[];
  readonly faults: readonly string[];
}

function converted(html: string): Converted {
  const lost: string[] = [];
  const faults: string[] = [];
  const markdown = htmlToMarkdown(html, {
    isChecked: true,
    lost: (reason, example) => lost.push(example === undefined ? reason : `${reason}: ${example}`),
    faulty: (reason) => faults.push(reason),
  });
  return { markdown, lost, faults };
}

describe('htmlToMarkdown', () => {
  it.each([
    ['escaped tags stay text', 'Use &lt;b&gt; and &lt;!-- hidden --&gt;.', 'Use \\<b> and \\<!-- hidden -->.'],
    ['an escaped script stays text', 'hi &lt;script&gt;x&lt;/script&gt;', 'hi \\<script>x\\</script>'],
    ['an escaped reference stays text', '&amp;amp; &amp;copy; &copy;', '\\&amp; \\&copy; ©'],
    ['powers and indices', '10<sup>6</sup> H<sub>2</sub>O', '10<sup>6</sup> H<sub>2</sub>O'],
    ['underlined and marked text', '<u>a</u> <mark>b</mark> <kbd>c</kbd>', '<u>a</u> <mark>b</mark> <kbd>c</kbd>'],
    [
      'an abbreviation keeps its meaning',
      '<abbr title="a &quot;b&quot;">x</abbr>',
      '<abbr title="a &quot;b&quot;">x</abbr>',
    ],
    ['emphasis within a word', 'un<em>believ</em>able', 'un*believ*able'],
    ['emphasis that no renderer reads there', 'un<em>(believ)</em>able', 'un<em>(believ)</em>able'],
    ['emphasis next to another', '<i>a</i><b>b</b>', '<em>a</em>**b**'],
    ['emphasis of the whole', '<b><i>x</i></b>', '**_x_**'],
    ['spaces stand outside of marks', 'a<b> b </b>c', 'a **b** c'],
    ['marks side by side are one', '<b>a</b><b>b</b>', '**ab**'],
    [
      'the beginnings of blocks',
      '<p>1) a</p><p># b</p><p>---</p><p>+ c</p><p>&gt; d</p><p>=</p>',
      '1\\) a\n\n\\# b\n\n\\---\n\n\\+ c\n\n\\> d\n\n\\=',
    ],
    ['line breaks', 'a<br>b<br><br>c<br>', 'a\\\nb\\\n\\\nc'],
    ['a link around blocks', '<a href="/x"><h2>T</h2><p>p</p></a>', '## [T](/x)\n\n[p](/x)'],
    ['brackets and parentheses', '<a href="/a_(b)">[x](y)</a>', '[\\[x\\](y)](/a_\\(b\\))'],
    ['an address as text', 'https://x.org/a_b', 'https://x.org/a_b'],
    ['code with backticks', '<code>a `b` c</code>', '``a `b` c``'],
    ['code with marks', '<code>a<b>b</b></code>', '<code>a**b**</code>'],
    ['a block of code', '<pre class="language-ts">a\n\n```b</pre>', '````ts\na\n\n```b\n````'],
    ['preformatted text with a link', '<pre>a\n\n<a href="/x">b</a></pre>', '<pre>a&#10;&#10;<a href="/x">b</a></pre>'],
    [
      'ids of headings',
      '<h2 id="part">A</h2><p><a href="#part">to it</a></p>',
      '## <a id="part"></a>A\n\n[to it](#part)',
    ],
    ['anchors', '<p><a id="part"></a>A</p>', '<a id="part"></a>A'],
    [
      'ids that a link leads to',
      '<p id="note">A</p><p id="other">B <a href="#note">1</a></p>',
      '<a id="note"></a>A\n\nB [1](#note)',
    ],
    [
      'details',
      '<details><summary>Price</summary>5 EUR</details>',
      '<details>\n<summary>Price</summary>\n\n5 EUR\n\n</details>',
    ],
    ['lists within lists', '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>', '- a\n\n  3. b'],
    ['check boxes', '<ul><li><input type="checkbox" checked> a</li></ul>', '- [x] a'],
    [
      'a table',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1 | 2</td></tr></table>',
      '| a | b |\n| - | - |\n| 1 \\| 2 | |',
    ],
    ['a table without a header', '<table><tr><td>a</td></tr></table>', '| |\n| - |\n| a |'],
    [
      'a table of blocks',
      '<table><tr><td><ul><li>a</li></ul></td></tr></table>',
      '<table><tbody><tr><td><ul><li>a</li></ul></td></tr></tbody></table>',
    ],
    ['terms and their meanings', '<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['what is embedded', '<iframe src="https://v.org/2"></iframe>', '[iframe](https://v.org/2)'],
    ['a video with sources', '<video title="A film"><source src="/a.mp4">old browser</video>', '[A film](/a.mp4)'],
    ['text without tags', 'Plain text, of one line.', 'Plain text, of one line.'],
  ])('%s › shows the same text', (_, html, markdown) => {
    expect(converted(html)).toEqual({ markdown, lost: [], faults: [] });
  });

  it.each([
    ['a script', 'a<script>alert(1)</script>', 'a', 'script elements'],
    ['a link that runs a script', '<a href=" java\nscript:x">a</a>', 'a', 'links that run a script'],
    ['an image without an address', 'a<img alt="x">', 'a', 'images without an address'],
    ['a button', '<button>a</button>', 'a', 'button elements'],
  ])('%s › is left out, and reported', (_, html, markdown, reason) => {
    const { markdown: written, lost } = converted(html);
    expect(written).toBe(markdown);
    expect(lost).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['elements', `${'<div>'.repeat(2000)}x`, 'elements are nested deeper than 256'],
    ['lists', `${'<ul><li>'.repeat(100)}x`, 'lists and quotations are nested deeper than 90'],
    ['formatted text', `${'<font size=1><font size=2>'.repeat(1000)}x`, 'elements are nested deeper than 256'],
    ['many elements', `${'<div>'.repeat(1_000_000)}x`, 'elements are nested deeper than 256'],
  ])('%s nested too deep › are reported, without Markdown', (_, html, reason) => {
    expect(converted(html)).toEqual({ markdown: undefined, lost: [], faults: [expect.stringContaining(reason)] });
  });

  it('a text after one nested too deep › is converted', () => {
    converted('<div>'.repeat(2000));
    expect(converted(`${'<div>'.repeat(250)}<p>x</p>`).markdown).toBe('x');
  });
});

describe('differencesOf', () => {
  const source = parseHtml(
    '<p>10<sup>6</sup> un<em>believ</em>able &lt;b&gt; <a href="/x">link</a></p><h2 id="a">T</h2>',
  );
  const right = '10<sup>6</sup> un*believ*able \\<b> [link](/x)\n\n## <a id="a"></a>T';

  it.each([
    ['the same', right, []],
    ['a mark that is not read', right.replaceAll('*', '_'), ['text']],
    ['a tag that is not escaped', right.replace('\\<', '<'), ['text']],
    ['another address', right.replace('/x', '/y'), ['links']],
    ['a missing link', right.replace('[link](/x)', 'link'), ['links']],
    ['a link too many', `${right} [](/z)`, ['links']],
    ['a missing anchor', right.replace('<a id="a"></a>', ''), ['places']],
    ['a missing line', right.replace('\n\n', ' '), ['text']],
  ])('%s › is found', (_, markdown, kinds) => {
    expect(findDifferences(source, markdown).map(({ kind }) => kind)).toEqual(kinds);
  });
});
