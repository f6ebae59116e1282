/**
 * Pieces of WXR, written as WordPress writes them.
 */
import { serialize } from 'php-serialize';
import type { Picture } from './post-html.js';

export const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

const meta = (key: string, value: string): string =>
  `<wp:postmeta>\n<wp:meta_key>${cdata(key)}</wp:meta_key>\n<wp:meta_value>${cdata(value)}</wp:meta_value>\n</wp:postmeta>`;

export interface WxrItem {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly name: string;
  readonly link: string;
  readonly author: string;
  /** `2019-05-14 10:00:00` */
  readonly date: string;
  readonly content: string;
  readonly excerpt: string;
  readonly parent: number;
  readonly terms: readonly { readonly domain: string; readonly slug: string; readonly name: string }[];
  readonly meta: readonly (readonly [string, string])[];
  /** Members of its own, such as comments. */
  readonly more: readonly string[];
}

export function itemXml(item: WxrItem): string {
  const { id, date } = item;
  const terms = item.terms.map(
    ({ domain, slug, name }) => `<category domain="${domain}" nicename="${slug}">${cdata(name)}</category>`,
  );
  return `<item>
<title>${cdata(item.title)}</title>
<link>${item.link}</link>
<pubDate>Tue, 14 May 2019 10:00:00 +0000</pubDate>
<dc:creator>${cdata(item.author)}</dc:creator>
<guid isPermaLink="false">https://news.example.org/?p=${id}</guid>
<description></description>
<content:encoded>${cdata(item.content)}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata(date)}</wp:post_date>
<wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
<wp:post_modified>${cdata(date)}</wp:post_modified>
<wp:post_modified_gmt>${cdata(date)}</wp:post_modified_gmt>
<wp:comment_status>${cdata('open')}</wp:comment_status>
<wp:ping_status>${cdata('closed')}</wp:ping_status>
<wp:post_name>${cdata(item.name)}</wp:post_name>
<wp:status>${cdata(item.status)}</wp:status>
<wp:post_parent>${item.parent}</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>${cdata(item.type)}</wp:post_type>
<wp:post_password>${cdata('')}</wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
${[...terms, ...item.meta.map(([key, value]) => meta(key, value)), ...item.more].join('\n')}
</item>
`;
}

export const commentXml = (id: number, parent: number, author: string, date: string, text: string): string =>
  `<wp:comment>
<wp:comment_id>${id}</wp:comment_id>
<wp:comment_author>${cdata(author)}</wp:comment_author>
<wp:comment_author_email>${cdata('reader@example.org')}</wp:comment_author_email>
<wp:comment_author_url></wp:comment_author_url>
<wp:comment_author_IP>${cdata('192.0.2.1')}</wp:comment_author_IP>
<wp:comment_date>${cdata(date)}</wp:comment_date>
<wp:comment_date_gmt>${cdata(date)}</wp:comment_date_gmt>
<wp:comment_content>${cdata(text)}</wp:comment_content>
<wp:comment_approved>${cdata('1')}</wp:comment_approved>
<wp:comment_type>${cdata('comment')}</wp:comment_type>
<wp:comment_parent>${parent}</wp:comment_parent>
<wp:comment_user_id>0</wp:comment_user_id>
</wp:comment>`;

const size = (file: string, width: number, height: number): object => ({
  file,
  width,
  height,
  'mime-type': 'image/jpeg',
  filesize: width * height,
});

/** @returns `_wp_attachment_metadata`, with the sizes that WordPress makes of each picture */
export function pictureMeta({ url }: Picture): readonly (readonly [string, string])[] {
  const path = url.slice(url.indexOf('/uploads/') + '/uploads/'.length);
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.jpg$/, '');
  const sizes = {
    medium: size(`${stem}-300x200.jpg`, 300, 200),
    large: size(`${stem}-1024x683.jpg`, 1024, 683),
    thumbnail: size(`${stem}-150x150.jpg`, 150, 150),
    medium_large: size(`${stem}-768x512.jpg`, 768, 512),
  };
  const details = { width: 1920, height: 1280, file: path, filesize: 412_345, sizes, image_meta: { aperture: '0' } };
  return [
    ['_wp_attached_file', path],
    ['_wp_attachment_metadata', serialize(details)],
    ['_wp_attachment_image_alt', `Picture ${stem}`],
  ];
}
