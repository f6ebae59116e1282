/**
 * The counts of the genuine files were taken with grep and xmllint, such as
 * `xmllint --xpath 'count(//item[*[name()="wp:post_type"]="page"][*[name()="wp:status"]="publish"])' <file>`.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../testing/shared.js';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const item = (id: string, more: string): string =>
  `<item><title>T${id}</title><wp:post_id>${id}</wp:post_id>${more}</item>`;
const post = '<wp:post_type>post</wp:post_type><wp:status>publish</wp:status>';
const site = (items: string, version = '1.2'): string => `<?xml version="1.0"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A &amp; B</title>
<wp:wxr_version>${version}</wp:wxr_version>${items}</channel></rss>`;
const content = (html: string): string => `${post}<content:encoded><![CDATA[${html}]]></content:encoded>`;

async function markdownOf(html: string, more = ''): Promise<unknown> {
  const input = folderOf({ 'site.xml': site(item('1', content(html)) + more) });
  return (await imported('wordpress', input)).item('post', '1')?.['content'];
}

describe('wordpress', () => {
  const theme = sharedPath('exports/wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml', 'a genuine WXR 1.2');
  it.skipIf(theme === undefined)('a genuine WXR 1.2 › every item is served or listed as left out', async () => {
    const result = await imported('wordpress', theme ?? '');
    // grep -c '<item>' gives 154; by type and status: 44 posts, 18 pages, 39 attachments, one of
    // whose parents is in no file, 50 menu items that can be seen.
    expect(result.counts).toMatchObject({
      post: 44,
      page: 18,
      attachment: 38,
      nav_menu_item: 50,
      author: 3,
      comment: 28,
    });
    const left = result.report.leftOut.filter(({ what }) => what === 'post: items');
    expect(left.map(({ reason, count }) => [reason, count])).toEqual([
      ['a draft', 1],
      ['protected by a password', 1],
      ['scheduled for later', 1],
    ]);
    expect(result.leftOut('attachment: items', /attachment.parent/)).toBe(1);
    expect(44 + 18 + 38 + 1 + 50 + 3).toBe(154);
    expect(result.item('page', '172')).toMatchObject({
      title: 'Level 3',
      slug: 'level-3',
      parent: '173',
      published: '2007-12-11T06:23:16.000Z',
    });
    expect(result.items('post').filter((each) => each['featuredImage'] !== undefined)).toHaveLength(5);
    // Of 50 menu items 31 have a title of the item that they lead to.
    expect(result.items('nav_menu_item').filter((each) => each['object'] !== undefined)).toHaveLength(31);
  });

  const small = sharedPath('exports/wordpress/importer-fixtures/small-export.xml', 'a genuine WXR 1.1');
  it.skipIf(small === undefined)(
    'a genuine WXR 1.1 › 6 posts and 5 pages, of which one is a draft and one private',
    async () => {
      const result = await imported('wordpress', small ?? '');
      expect(result.counts).toEqual({ page: 4, post: 5, category: 30, post_format: 1, tag: 3, author: 3, comment: 1 });
      expect(result.leftOut('page: items', /a draft/)).toBe(1);
      expect(result.leftOut('post: items', /private/)).toBe(1);
      expect(result.item('category', 'foo-bar')).toEqual({
        id: 'foo-bar',
        name: 'Foo',
        description: 'The child foo category',
        parent: 'bar',
      });
    },
  );

  const hard = sharedPath('exports/wordpress/importer-fixtures/wxr-utf-8-challenges.xml', 'hard Unicode');
  it.skipIf(hard === undefined)('unusual Unicode › is unchanged', async () => {
    const result = await imported('wordpress', hard ?? '');
    expect(result.items('post')[0]?.['title']).toBe(
      '"The Road \u202ENot\u202C Taken" by Rob\u202Dert \u202EFrost \u202A🌲\u202C',
    );
  });

  it('posts of the classic editor › blank lines become paragraphs, line ends breaks, code is unchanged', async () => {
    expect(await markdownOf('One\ntwo\n\nThree <em>f&ouml;ur</em>\n<pre>a\n\n[b]</pre>')).toBe(
      'One\\\ntwo\n\nThree *föur*\n\n```\na\n\n[b]\n```',
    );
  });

  it('shortcodes › of WordPress are rendered, others are unchanged', async () => {
    const image = item(
      '7',
      '<wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:post_parent>1</wp:post_parent><wp:attachment_url>https://x.org/a.png</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A cat</wp:meta_value></wp:postmeta>',
    );
    expect(await markdownOf('[gallery]\n\n[gallery ids="7"]', image)).toBe(
      '![A cat](https://x.org/a.png)\n\n![A cat](https://x.org/a.png)',
    );
    expect(await markdownOf('[contact-form-7 id="1" title="Hi_there"]')).toBe(
      '[contact-form-7 id="1" title="Hi_there"]',
    );
    expect(await markdownOf('[embed]https://v.org/1[/embed]')).toBe('[https://v.org/1](https://v.org/1)');
    expect(await markdownOf('<iframe src="https://v.org/2"></iframe>')).toBe('[iframe](https://v.org/2)');
  });

  it('attachments › are images with the id of the site', async () => {
    const attachment = (id: string, more: string): string =>
      item(id, `<wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status>${more}`);
    const shown = `${post}<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta>`;
    const url = '<wp:attachment_url>https://x.org/a.png</wp:attachment_url>';
    const result = await imported('wordpress', folderOf({ 'site.xml': site(item('1', shown) + attachment('7', url)) }));
    const image = { url: 'https://x.org/a.png', format: 'png', fileName: 'a.png', assetId: '7' };
    expect(result.item('post', '1')?.['featuredImage']).toEqual(image);
    expect(result.item('attachment', '7')?.['image']).toEqual(image);
  });

  it('an author whose login is an address › has a number as id, and the address is left out', async () => {
    const author =
      '<wp:author><wp:author_id>4</wp:author_id><wp:author_login>jane@example.org</wp:author_login><wp:author_display_name>Jane</wp:author_display_name></wp:author>';
    const written = item(
      '1',
      '<wp:post_type>post</wp:post_type><wp:status>publish</wp:status><dc:creator>jane@example.org</dc:creator>',
    );
    const order = item('2', '<wp:post_type>shop_order_placehold</wp:post_type><wp:status>publish</wp:status>');
    const result = await imported('wordpress', folderOf({ 'site.xml': site(author + written + order) }));
    expect(result.items('author')).toEqual([{ id: '4', name: 'Jane' }]);
    expect(result.item('post', '1')?.['author']).toBe('4');
    expect(result.counts['shop_order_placehold']).toBeUndefined();
    expect(JSON.stringify(result.bytes)).not.toContain('jane@');
  });

  it('blocks without HTML, and elements that Markdown lacks › are reported as lost', async () => {
    const html =
      '<!-- wp:latest-posts {"n":1} /--><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --><script>1</script>';
    const result = await imported('wordpress', folderOf({ 'site.xml': site(item('1', content(html))) }));
    expect(result.item('post', '1')?.['content']).toBe('x');
    expect(result.leftOut('post.content', /blocks that WordPress fills.*latest-posts/)).toBe(1);
    expect(result.leftOut('post.content', /script elements/)).toBe(1);
  });

  it('blocks without HTML › links are correct, and text between two blocks is not read as settings', async () => {
    const html =
      '<!-- wp:heading {"level":3} --><h3>Kept</h3><!-- /wp:heading -->' +
      '<!-- wp:social-link {"url":"https://x.org/me","service":"mastodon"} /-->' +
      '<!-- wp:navigation-link {"label":"About","url":"/about"} /--><!-- wp:block {"ref":2} /--><!-- wp:block {"ref":9} /-->';
    const pattern = item('2', '<wp:post_type>wp_block</wp:post_type><wp:status>publish</wp:status>');
    const result = await imported('wordpress', folderOf({ 'site.xml': site(item('1', content(html)) + pattern) }));
    expect(result.item('post', '1')?.['content']).toBe(
      '### Kept\n\n[mastodon](https://x.org/me)\n\n[About](/about)\n\n[block](/delivery/jsonapi/wp_block/2)',
    );
    expect(result.leftOut('post.content', /blocks that WordPress fills.*: block/)).toBe(1);
  });

  it('fields › PHP lists become lists, hidden fields are counted, repeated fields are lists', async () => {
    const meta = (key: string, value: string): string =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
    const metas = [
      meta('sizes', 'a:2:{i:0;s:1:"S";i:1;s:1:"M";}'),
      meta('by', 'x'),
      meta('by', 'y'),
      meta('_edit_lock', '1'),
    ].join('');
    const result = await imported('wordpress', folderOf({ 'site.xml': site(item('1', post + metas)) }));
    expect(result.item('post', '1')).toMatchObject({ sizes: ['S', 'M'], by: ['x', 'y'] });
    expect(result.leftOut('post: meta _edit_lock', /hidden/)).toBe(1);
  });

  const meta = (values: Readonly<Record<string, string>>): string =>
    Object.entries(values)
      .map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
      )
      .join('');
  const typed = (type: string, status = 'publish'): string =>
    `<wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>`;
  const image = (id: string): string =>
    item(id, `${typed('attachment', 'inherit')}<wp:attachment_url>https://x.org/${id}.png</wp:attachment_url>`);
  const shown = (id: string): unknown => expect.objectContaining({ url: `https://x.org/${id}.png`, assetId: id });

  it('menu items › have their description', async () => {
    const texts = '<content:encoded>All &amp; more</content:encoded><excerpt:encoded>Go</excerpt:encoded>';
    const result = await imported(
      'wordpress',
      folderOf({ 'site.xml': site(item('1', `${typed('nav_menu_item')}${texts}`)) }),
    );
    expect(result.item('nav_menu_item', '1')).toMatchObject({ description: 'All & more', titleAttribute: 'Go' });
  });

  it('products › have their public fields, and not the fields for buyers', async () => {
    const attribute = (name: string, value: string, taxonomy: 0 | 1, variation: 0 | 1, visible: 0 | 1): string =>
      `s:1:"${name[0]}";a:6:{s:4:"name";s:${name.length}:"${name}";s:5:"value";s:${value.length}:"${value}";s:8:"position";i:0;s:10:"is_visible";i:${visible};s:12:"is_variation";i:${variation};s:11:"is_taxonomy";i:${taxonomy};}`;
    const attributes = `a:3:{${attribute('Logo', 'Yes | No', 0, 1, 1)}${attribute('pa_color', '', 1, 0, 1).replace('s:1:"p"', 's:8:"pa_color"')}${attribute('Cost', '3', 0, 0, 0)}}`;
    const shirt = meta({
      _sku: '00123',
      _regular_price: '20',
      _sale_price: '18.50',
      _sale_price_dates_from: '1767225600',
      _stock: '7',
      _stock_status: 'instock',
      _product_image_gallery: '7,8',
      _upsell_ids: 'a:1:{i:0;i:2;}',
      _virtual: 'no',
      _downloadable_files: 'a:1:{i:0;s:5:"https";}',
      _purchase_note: 'The code is 1234',
      total_sales: '98765',
      _product_attributes: attributes,
    });
    const prices = ['20', '18.50', ''].map((price) => meta({ _price: price })).join('');
    const color = '<category domain="pa_color" nicename="red"><![CDATA[Red &amp; blue]]></category>';
    const review =
      '<wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_type>review</wp:comment_type><wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>4</wp:meta_value></wp:commentmeta></wp:comment>';
    const variation = (of: string): string => `${typed('product_variation')}<wp:post_parent>${of}</wp:post_parent>`;
    const input = folderOf({
      'site.xml': site(
        item('1', typed('product') + color + shirt + prices + review) +
          item('2', typed('product') + meta({ _price: '5', _sku: 'b' })) +
          item('3', variation('1') + meta({ _variation_description: '<p>A <b>b</b></p>', _price: '5' })) +
          item('4', typed('product', 'trash')) +
          item('5', variation('4')) +
          image('7') +
          image('8'),
      ),
    });
    const result = await imported('wordpress', input, { nowMs: Date.parse('2026-02-01') });
    expect(result.counts).toMatchObject({ product: 2, product_variation: 1 });
    expect(result.leftOut('product_variation: items', /of a product that is left out/)).toBe(1);
    expect(result.item('product', '1')).toMatchObject({
      sku: '00123',
      price: '18.50',
      highestPrice: 20,
      regularPrice: 20,
      salePrice: '18.50',
      saleFrom: '2026-01-01T00:00:00.000Z',
      stock: 7,
      stockStatus: 'instock',
      gallery: [shown('7'), shown('8')],
      upsells: ['2'],
      virtual: false,
      attributes: [
        { name: 'Logo', options: ['Yes', 'No'], variation: true },
        { name: 'pa_color', options: ['Red & blue'], variation: false },
      ],
    });
    expect(result.field('product', 'price')).toMatchObject({ type: 'decimal', precision: 2 });
    expect(result.item('product_variation', '3')).toMatchObject({ description: 'A **b**', price: 5 });
    expect(result.item('comment', '5')).toMatchObject({ kind: 'review', rating: 4 });
    expect(JSON.stringify(result.bytes)).not.toMatch(/1234|98765|downloadable_files":|Cost/);
    expect(result.leftOut('product: meta total_sales', /hidden field/)).toBe(1);
    const early = await imported('wordpress', input, { nowMs: Date.parse('2025-02-01') });
    expect(early.item('product', '1')).not.toHaveProperty('salePrice');
    expect(early.leftOut('product.salePrice', /not begun/)).toBe(1);
  });

  it('fields for search engines and of ACF › stay; their keys do not', async () => {
    const kind = (key: string, type: string): string =>
      item(
        key,
        `${typed('acf-field')}<wp:post_name>field_${key}</wp:post_name><content:encoded>a:1:{s:4:"type";s:${type.length}:"${type}";}</content:encoded>`,
      );
    const fields = meta({
      _yoast_wpseo_title: 'A &amp; B',
      _yoast_wpseo_metadesc: 'About',
      _yoast_wpseo_focuskw: 'x',
      photo: '7',
      _photo: 'field_a',
      related: 'a:1:{i:0;s:1:"2";}',
      _related: 'field_b',
      open: '1',
      _open: 'field_c',
      since: '20240102',
      _since: 'field_d',
      code: 'hush',
      _code: 'field_e',
      other: '5',
      _other: 'field_elsewhere',
      _mood: 'fine',
    });
    const kinds = ['image', 'relationship', 'true_false', 'date_picker', 'password'];
    const input = folderOf({
      'site.xml': site(
        item('1', post + fields) +
          item('2', post) +
          image('7') +
          kinds.map((each, index) => kind('abcde'[index] ?? '', each)).join(''),
      ),
    });
    const result = await imported('wordpress', input);
    expect(result.item('post', '1')).toEqual({
      id: '1',
      title: 'T1',
      seoTitle: 'A & B',
      seoDescription: 'About',
      photo: shown('7'),
      related: ['2'],
      open: true,
      since: '2024-01-02',
      other: 5,
    });
    expect(result.leftOut('post: meta of ACF', /keys of fields/)).toBe(6);
    expect(result.leftOut('post.code', /a password/)).toBe(1);
    const more = await imported('wordpress', input, { meta: ['_mood', '_moot'] });
    expect(more.item('post', '1')).toMatchObject({ mood: 'fine' });
    expect(more.report.warnings).toEqual([expect.stringMatching(/^--meta _moot changes nothing/)]);
  });

  it('a type left out because visitors sent it › is imported by --with, without the notes of the staff', async () => {
    const note =
      '<wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_type>order_note</wp:comment_type></wp:comment>';
    const password = '<wp:post_password>order_1</wp:post_password>';
    const input = folderOf({
      'site.xml': site(
        item('1', typed('shop_order', 'wc-completed') + password + note) +
          item('2', typed('shop_order', 'trash')) +
          item('3', post),
      ),
    });
    expect((await imported('wordpress', input)).counts['shop_order']).toBeUndefined();
    const result = await imported('wordpress', input, { with: ['shop_order'] });
    expect(result.items('shop_order')).toEqual([{ id: '1', title: 'T1' }]);
    expect(result.counts['comment']).toBe(0);
    expect(result.leftOut('comment: items', /staff/)).toBe(1);
  });

  // With expressions that look for both ends, the shortcodes alone took a minute.
  it('posts of unclosed openings › take time proportional to their length', async () => {
    const beginnings = ['<pre ', '<iframe ', '<input ', '[gallery ', '[audio ', '[caption x ', '[x ', '<!-- wp:x {'];
    const posts = beginnings.map((each, id) => item(String(id), content(each.repeat(250_000 / each.length))));
    const result = await imported('wordpress', folderOf({ 'site.xml': site(posts.join('')) }));
    expect(result.items('post')).toHaveLength(beginnings.length);
  });

  it('terms, authors and comments › have the fields of plugins and later versions, or a report of the loss', async () => {
    const more =
      '<wp:author><wp:author_login>ann</wp:author_login><wp:author_description>Writes.</wp:author_description><wp:author_x>1</wp:author_x></wp:author>' +
      '<wp:term><wp:term_id>3</wp:term_id><wp:term_taxonomy>topic</wp:term_taxonomy><wp:term_slug>sea</wp:term_slug>' +
      '<wp:term_name>Sea</wp:term_name><wp:termmeta><wp:meta_key>colour</wp:meta_key><wp:meta_value>blue</wp:meta_value></wp:termmeta>' +
      '<wp:termmeta><wp:meta_key>_order</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:termmeta><wp:term_x>1</wp:term_x></wp:term>';
    const comment =
      '<wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_karma>9</wp:comment_karma></wp:comment>';
    const old =
      '<category>Boats</category><category>Lakes</category><category domain="topic" nicename="lakes">Lakes</category>';
    const result = await imported('wordpress', folderOf({ 'site.xml': site(more + item('1', post + comment + old)) }));
    expect(result.item('topic', 'sea')).toEqual({ id: 'sea', name: 'Sea', colour: 'blue' });
    expect(result.item('author', 'ann')).toMatchObject({ description: 'Writes.' });
    expect(result.leftOut('topic: meta _order', /hidden/)).toBe(1);
    for (const what of ['taxonomy topic: wp:term_x', 'author: wp:author_x', 'comment: wp:comment_karma']) {
      expect(result.leftOut(what, /unknown element/), what).toBe(1);
    }
    expect(result.leftOut('post: category', /without a slug/)).toBe(1);
  });

  it('earlier slugs of an item › are items of the type redirect with the earlier path', async () => {
    const old = (slug: string): string =>
      `<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>${slug}</wp:meta_value></wp:postmeta>`;
    const posts =
      item('1', `${post}<link>https://x.org/2024/now/</link>${old('before')}${old('before')}${old('now')}`) +
      item('2', `${post}<link>https://x.org/?p=2</link>${old('plain')}`) +
      item('3', `<wp:post_type>post</wp:post_type><wp:status>draft</wp:status>${old('draft')}`);
    const result = await imported('wordpress', folderOf({ 'site.xml': site(posts) }), { strict: true });
    expect(result.items('redirect')).toEqual([
      { id: '/2024/before/', from: '/2024/before/', item: '1' },
      { id: '/plain/', from: '/plain/', item: '2' },
    ]);
  });

  it('items without an id › have their line number as id', async () => {
    const result = await imported(
      'wordpress',
      folderOf({ 'site.xml': site(`\n<item>${post}<title>T</title></item>`) }),
    );
    expect(result.items('post')).toMatchObject([{ id: expect.stringMatching(/^line-\d+$/), title: 'T' }]);
    expect(result.report.notes).toContainEqual({ what: 'post: items without an id; their line is the id', count: 1 });
  });

  it('times › are GMT if given, otherwise in the zone of the site', async () => {
    const times = (id: string, more: string): string =>
      item(id, `${post}<wp:post_date>2024-07-01 12:00:00</wp:post_date>${more}`);
    const input = folderOf({
      'site.xml': site(
        times('1', '<wp:post_date_gmt>2024-07-01 09:00:00</wp:post_date_gmt>') +
          times('2', '<wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>'),
      ),
    });
    const result = await imported('wordpress', input, { zone: 'Europe/Zurich' });
    expect(result.items('post').map((each) => each['published'])).toEqual([
      '2024-07-01T09:00:00.000Z',
      '2024-07-01T10:00:00.000Z',
    ]);
  });

  it.each([
    ['a file that is cut short', site(item('1', post)).slice(0, -30), /site\.xml is not complete XML: .*unclosed tag/],
    [
      'an RSS feed',
      '<rss version="2.0"><channel><title>x</title><item><title>y</title></item></channel></rss>',
      /seems to be an RSS feed; expected a WXR file/,
    ],
    [
      'a version that is not known',
      site('', '3.0'),
      /seems to be a WXR file of version 3\.0; expected a WXR file of version 1\.0, 1\.1 or 1\.2/,
    ],
    [
      'the export of Contentful',
      '{"contentTypes": [], "entries": []}',
      /seems to be a Contentful space export; expected a WXR file/,
    ],
  ])('%s › is refused', async (_, text, message) => {
    await expect(imported('wordpress', folderOf({ 'site.xml': text }))).rejects.toThrow(message);
  });
});
