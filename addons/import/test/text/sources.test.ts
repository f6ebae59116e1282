/**
 * HTML and rich text of each source: the same marks become the same Markdown, and a text nested too deep is told with its place.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const html =
  '<p>Use &lt;b&gt; and &lt;!-- hidden --&gt;. About 10<sup>6</sup> cells, un<em>believ</em>able.</p><p>1) no list</p>' +
  '<details><summary>Price</summary>5 EUR</details>';
const comment =
  '<wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_approved>1</wp:comment_approved>' +
  '<wp:comment_content><![CDATA[hi &lt;script&gt;x&lt;/script&gt;]]></wp:comment_content></wp:comment>';

const wordpress = (content: string): string =>
  folderOf({
    'site.xml': `<rss xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version><item><wp:post_id>7</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>publish</wp:status><title>T</title>
      <content:encoded><![CDATA[${content}]]></content:encoded>${comment}</item></channel></rss>`,
  });

const strict = { strict: true } as const;

describe('texts', () => {
  it('of WordPress › stay text, and marks that Markdown lacks stay', async () => {
    const result = await imported('wordpress', wordpress(html), strict);
    expect(result.item('post', '7')?.['content']).toBe(
      'Use \\<b> and \\<!-- hidden -->. About 10<sup>6</sup> cells, un*believ*able.\n\n1\\) no list\n\n' +
        '<details>\n<summary>Price</summary>\n\n5 EUR\n\n</details>',
    );
    expect(result.item('comment', '3')?.['content']).toBe('hi \\<script>x\\</script>');
  });

  it('of Contentful › have superscript, subscript, underline and marks within words', async () => {
    const text = (value: string, ...marks: string[]) => ({
      nodeType: 'text',
      value,
      marks: marks.map((type) => ({ type })),
      data: {},
    });
    const parts = [
      ...[text('10'), text('6', 'superscript'), text(' H'), text('2', 'subscript'), text('O un')],
      ...[text('believ', 'italic'), text('able '), text('u', 'underline'), text(' <b> *'), text('s', 'strikethrough')],
    ];
    const paragraph = { nodeType: 'paragraph', data: {}, content: parts };
    const body = { 'en-US': { nodeType: 'document', data: {}, content: [paragraph] } };
    const sys = { id: 'e', contentType: { sys: { id: 'p' } }, publishedVersion: 1, version: 2 };
    const space = {
      contentTypes: [{ sys: { id: 'p' }, fields: [{ id: 'body', type: 'RichText' }] }],
      locales: [{ code: 'en-US', default: true }],
      entries: [{ sys, fields: { body } }],
    };
    const input = `${folderOf({ 'space.json': JSON.stringify(space) })}/space.json`;
    const result = await imported('contentful', input, strict);
    expect(result.item('p', 'e')?.['body']).toBe(
      '10<sup>6</sup> H<sub>2</sub>O un*believ*able <u>u</u> \\<b> \\*~~s~~',
    );
  });

  it('of Sanity › have the marks of a studio, and nested lists', async () => {
    const span = (text: string, ...marks: string[]) => ({ _type: 'span', text, marks });
    const block = (children: unknown[], more: object = {}) => ({ _type: 'block', children, markDefs: [], ...more });
    const item = (text: string, level: number, listItem = 'bullet') => block([span(text)], { listItem, level });
    const body = [
      block([span('10'), span('6', 'sup'), span(' un'), span('believ', 'em'), span('able '), span('u', 'underline')]),
      ...[item('a', 1), item('b', 2), item('c', 3, 'number'), item('d', 1), item('1) e', 1, 'number')],
    ];
    const document = JSON.stringify({ _id: 'a', _type: 'post', title: 'A', body });
    const result = await imported('sanity', folderOf({ 'data.ndjson': `${document}\n` }), strict);
    expect(result.item('post', 'a')?.['body']).toBe(
      '10<sup>6</sup> un*believ*able <u>u</u>\n\n- a\n  - b\n    1. c\n- d\n\n1. 1\\) e',
    );
  });

  it('nested too deep › are reported with item and field, and left out with --skip-faulty', async () => {
    const input = wordpress('<div>'.repeat(2000));
    await expect(imported('wordpress', input)).rejects.toThrow(
      /item 7, post\.content: elements are nested deeper than 256/,
    );
    const result = await imported('wordpress', input, { skipFaulty: true });
    expect(result.item('post', '7')).toMatchObject({ title: 'T' });
    expect(result.leftOut('what cannot be read', /skip-faulty/)).toBe(1);
  });
});
