/**
 * `--strict` compares each text with its source. A renderer that does not show escaped tags stands for Markdown without escapes.
 */
import MarkdownIt from 'markdown-it';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(() => {
  vi.restoreAllMocks();
  removeFolders();
});

const hideTags = (): unknown => vi.spyOn(MarkdownIt.prototype, 'render').mockReturnValue('<p>Use here</p>');

const site = (html: string): string =>
  folderOf({
    'site.xml': `<rss xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version><item><wp:post_id>7</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
      <content:encoded><![CDATA[${html}]]></content:encoded></item></channel></rss>`,
  });

describe('an import with --strict', () => {
  it('of Markdown with other visible text than its source › is refused with item, field and example', async () => {
    hideTags();
    const importing = imported('wordpress', site('<p>Use &lt;b&gt; here</p>'), { strict: true });
    await expect(importing).rejects.toThrow(
      'post.content: 1 × text that the Markdown shows differently, such as item 7: "Use <b> here" as "Use here"',
    );
  });

  it('without --strict › is not compared', async () => {
    hideTags();
    const result = await imported('wordpress', site('<p>Use &lt;b&gt; here</p>'));
    expect(result.leftOut('post.content', /differently/)).toBe(0);
  });

  it('of Markdown with equal visible text › passes', async () => {
    const result = await imported('wordpress', site('<p>10<sup>6</sup></p>'), { strict: true });
    expect(result.item('post', '7')?.['content']).toBe('10<sup>6</sup>');
  });
});
