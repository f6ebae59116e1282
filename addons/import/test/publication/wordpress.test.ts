/**
 * What WordPress and its membership plugins hide from visitors: items, parts of texts, and the titles and terms of hidden items.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, type Imported, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const post = '<wp:post_type>post</wp:post_type>';
const published = `${post}<wp:status>publish</wp:status>`;
const meta = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const content = (html: string): string => `${published}<content:encoded><![CDATA[${html}]]></content:encoded>`;

/** Items have the ids 1, 2, 3 …, and the titles T1, T2, T3 … */
const importOf = (...items: readonly string[]): Promise<Imported> => {
  const all = items.map(
    (more, index) => `<item><title>T${index + 1}</title><wp:post_id>${index + 1}</wp:post_id>${more}</item>`,
  );
  return imported(
    'wordpress',
    folderOf({
      'site.xml': `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>S</title><wp:wxr_version>1.2</wp:wxr_version>${all.join('')}</channel></rss>`,
    }),
  );
};

describe('a custom field of a membership plugin', () => {
  it.each([
    ['_jetpack_newsletter_access', 'paid_subscribers', 'everybody'],
    ['_members_access_role', 'subscriber', ''],
    ['rcp_subscription_level', 'a:1:{i:0;s:1:"2";}', 'a:0:{}'],
    ['rcp_user_level', 'subscriber', 'All'],
    ['rcp_access_level', '2', 'None'],
    ['_is_paid', '1', '0'],
    ['pms-content-restrict-user-status', 'loggedin', ''],
    ['_wpmem_block', '1', '0'],
    ['um_content_restriction', 'a:1:{s:14:"_um_accessible";s:1:"2";}', 'a:1:{s:14:"_um_accessible";s:1:"0";}'],
  ])('%s: %s › leaves the post out, and %s does not', async (key, forMembers, forAll) => {
    const result = await importOf(published + meta(key, forMembers), published + meta(key, forAll));
    expect(result.items('post').map(({ id }) => id)).toEqual(['2']);
    expect(result.leftOut('post: items', /for members only/)).toBe(1);
  });
});

describe('a part of a text for members', () => {
  it.each([
    'a [private]Geheim[/private] b',
    'a [wcm_restrict plans="gold"]Geheim[/wcm_restrict] b',
    'a [mepr-show rules="1"]Geheim[/mepr-show] b',
    'a [S2If current_user_can(access_s2member_level1)]Geheim[/s2If] b',
    'a <!-- wp:premium-content/subscriber-view --><p>Geheim</p><!-- /wp:premium-content/subscriber-view --> b',
    'a <!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --><!-- wp:jetpack/paywall /--><p>Geheim</p><pre>Geheim</pre>',
  ])('%s › is left out', async (html) => {
    const result = await importOf(content(html));
    expect(String(result.item('post', '1')?.['content']).replace(/\s+/g, ' ')).toBe('a b');
    expect(result.leftOut('post.content', /parts for members only/)).toBe(1);
  });

  it('in code, or without an end › is text', async () => {
    const result = await importOf(content('a <code>[private]b[/private]</code> [members-only]'));
    expect(result.item('post', '1')?.['content']).toBe('a `[private]b[/private]` [members-only]');
  });
});

describe('a hidden post', () => {
  it('shows neither its title in a menu, nor a term that no other post has', async () => {
    const menuItem = (target: string): string =>
      `<wp:post_type>nav_menu_item</wp:post_type><wp:status>publish</wp:status>${meta('_menu_item_type', 'post_type')}${meta('_menu_item_object', 'post')}${meta('_menu_item_object_id', target)}`;
    const term = (slug: string): string => `<category domain="post_tag" nicename="${slug}">${slug}</category>`;
    const result = await importOf(
      published + term('salt'),
      `${post}<wp:status>draft</wp:status>${term('salt')}${term('project-x')}`,
      menuItem('1'),
      menuItem('2'),
    );
    expect(result.items('nav_menu_item').map(({ id }) => id)).toEqual(['3']);
    expect(result.items('tag').map(({ id }) => id)).toEqual(['salt']);
  });

  it('with a password of blanks › is left out', async () => {
    const password = (text: string): string => `${published}<wp:post_password>${text}</wp:post_password>`;
    const result = await importOf(password('  '), password(''), password('\n  '));
    expect(result.items('post').map(({ id }) => id)).toEqual(['2', '3']);
  });
});
