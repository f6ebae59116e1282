/**
 * Writes a WordPress site of any size as WXR 1.2, the same for the same seed and length.
 *
 * Posts have comments, terms, custom fields and pictures, as in exports of real newspapers.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { serialize } from 'php-serialize';
import { Random } from '../../data/generate/random.js';
import { Lexicon, Prose } from '../../data/generate/words.js';

export interface WrittenSite {
  readonly bytes: number;
  /** Items that an import must give, by the name of their type in the export. */
  readonly items: Readonly<Record<string, number>>;
  /** Posts that no reader is meant to see. */
  readonly drafts: number;
}

const SITE = 'https://news.example.org';
const COUNTS = { author: 60, category: 80, tag: 4000 };
const bufferLength = 1 << 20;
/** Sentences that are used again: drawing every word anew would take longer than the import. */
const sentenceCount = 4096;

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

type Members = Readonly<Record<string, string | number>>;

/** @returns an element of WordPress' own for each, and around them one of that name where it is given */
function wp(members: Members, around?: string): string {
  const text = Object.entries(members)
    .map(([name, value]) => `<wp:${name}>${typeof value === 'number' ? value : cdata(value)}</wp:${name}>\n`)
    .join('');
  return around === undefined ? text : `<wp:${around}>\n${text}</wp:${around}>\n`;
}

interface Picture {
  readonly id: number;
  readonly url: string;
}

interface Item {
  readonly type: string;
  readonly status: string;
  readonly content: string;
  readonly excerpt: string;
  readonly parent: number;
  readonly meta: Readonly<Record<string, string>>;
  /** Members of its own, such as comments. */
  readonly more: string;
}

/** @param length bytes, which the last item exceeds */
export async function writeSite(path: string, length: number, seed: number): Promise<WrittenSite> {
  const site = new Site(seed);
  const stream = createWriteStream(path);
  let bytes = 0;
  let waiting = site.head();
  const flush = async (): Promise<void> => {
    const buffer = Buffer.from(waiting);
    waiting = '';
    bytes += buffer.byteLength;
    if (!stream.write(buffer)) await once(stream, 'drain');
  };
  while (bytes + waiting.length < length) {
    waiting += site.group();
    if (waiting.length >= bufferLength) await flush();
  }
  waiting += '</channel>\n</rss>\n';
  await flush();
  stream.end();
  await once(stream, 'close');
  return { bytes, items: Object.fromEntries(site.counts), drafts: site.drafts };
}

class Site {
  readonly counts = new Map<string, number>(Object.entries(COUNTS));
  drafts = 0;
  readonly #random: Random;
  readonly #prose: Prose;
  readonly #sentences: readonly string[];
  #lastId = 0;
  #lastComment = 0;

  constructor(seed: number) {
    this.#random = new Random(seed, 'wxr');
    this.#prose = new Prose(new Lexicon(seed), this.#random);
    this.#sentences = Array.from({ length: sentenceCount }, () => this.#prose.sentence());
  }

  head(): string {
    const each = (count: number, xml: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => xml(index + 1)).join('');
    const authors = each(COUNTS.author, (n) => {
      const login = `author${n}`;
      const names = { author_login: login, author_email: `${login}@example.org`, author_display_name: `Author ${n}` };
      return wp({ author_id: n, ...names }, 'author');
    });
    const categories = each(COUNTS.category, (n) => {
      const parent = n > 8 ? `category-${1 + (n % 8)}` : '';
      const names = { category_nicename: `category-${n}`, category_parent: parent, cat_name: `Category ${n}` };
      return wp({ term_id: n, ...names }, 'category');
    });
    const tags = each(COUNTS.tag, (n) => wp({ term_id: 1000 + n, tag_slug: `tag-${n}`, tag_name: `Tag ${n}` }, 'tag'));
    return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>The News</title>
<link>${SITE}</link>
<description>A newspaper that nobody prints</description>
<wp:wxr_version>1.2</wp:wxr_version>
${authors}${categories}${tags}`;
  }

  /** One post with its pictures, or a page. The pictures come first, because they are uploaded first. */
  group(): string {
    const length = this.#below(3);
    const parent = this.#lastId + length + 1;
    const uploaded = Array.from({ length }, () => this.#picture(parent));
    const pictures = uploaded.map(({ picture }) => picture);
    const kind = this.#below(100);
    const type = kind < 80 ? 'post' : kind < 90 ? 'recipe' : 'page';
    const isDraft = this.#random.chance(0.04);
    if (isDraft) this.drafts += 1;
    else this.#count(type);
    const meta = {
      _edit_last: '1',
      _edit_lock: `1557828000:${1 + this.#below(COUNTS.author)}`,
      _yoast_wpseo_metadesc: this.#sentence(),
      reading_time: String(1 + this.#below(20)),
      subtitle: this.#title(),
      ...(pictures[0] === undefined ? {} : { _thumbnail_id: String(pictures[0].id) }),
    };
    const post = this.#item({
      ...{ type, parent: 0, meta, status: isDraft ? 'draft' : 'publish' },
      content: this.#content(1000 + this.#below(7000), pictures),
      excerpt: this.#random.chance(0.3) ? this.#sentence() : '',
      more: isDraft ? '' : this.#comments(),
    });
    return uploaded.map(({ xml }) => xml).join('') + post;
  }

  #below(bound: number): number {
    return this.#random.below(bound);
  }

  #count(type: string, more = 1): void {
    this.counts.set(type, (this.counts.get(type) ?? 0) + more);
  }

  #title(): string {
    return this.#prose.title(20 + this.#below(50));
  }

  #sentence(): string {
    return this.#random.pick(this.#sentences);
  }

  #date(): string {
    const two = (number: number): string => String(number).padStart(2, '0');
    const day = `${2005 + this.#below(20)}-${two(1 + this.#below(12))}-${two(1 + this.#below(28))}`;
    return `${day} ${two(this.#below(24))}:${two(this.#below(60))}:${two(this.#below(60))}`;
  }

  /** With the sizes that WordPress makes of each picture. */
  #picture(parent: number): { readonly picture: Picture; readonly xml: string } {
    const id = this.#lastId + 1;
    const stem = `photograph-number-${id}`;
    const file = `${2005 + this.#below(20)}/0${1 + this.#below(9)}/${stem}.jpg`;
    const url = `${SITE}/wp-content/uploads/${file}`;
    const size = (width: number, height: number): object => ({
      ...{ file: `${stem}-${width}x${height}.jpg`, width, height },
      ...{ 'mime-type': 'image/jpeg', filesize: width * height },
    });
    const sizes = { medium: size(300, 200), large: size(1024, 683), thumbnail: size(150, 150) };
    const details = { width: 1920, height: 1280, file, filesize: 412_345, sizes, image_meta: { aperture: '0' } };
    this.#count('attachment');
    const xml = this.#item({
      ...{ type: 'attachment', status: 'inherit', content: '', excerpt: this.#sentence(), parent },
      meta: {
        _wp_attached_file: file,
        _wp_attachment_metadata: serialize(details),
        _wp_attachment_image_alt: `Picture ${stem}`,
      },
      more: wp({ attachment_url: url }),
    });
    return { picture: { id, url }, xml };
  }

  #item({ type, status, content, excerpt, parent, meta, more }: Item): string {
    this.#lastId += 1;
    const id = this.#lastId;
    const title = this.#title();
    const name = encodeURI(`${title.toLowerCase().replaceAll(' ', '-').slice(0, 60)}-${id}`);
    const date = this.#date();
    const term = (domain: string, kind: 'category' | 'tag', label: string): string => {
      const n = 1 + this.#below(COUNTS[kind]);
      return `<category domain="${domain}" nicename="${kind}-${n}">${cdata(`${label} ${n}`)}</category>\n`;
    };
    const tags = type === 'attachment' ? 0 : this.#below(5);
    const terms = Array.from({ length: tags }, () => term('post_tag', 'tag', 'Tag'));
    if (type !== 'attachment') terms.unshift(term('category', 'category', 'Category'));
    const metas = Object.entries(meta).map(([key, value]) => wp({ meta_key: key, meta_value: value }, 'postmeta'));
    const dates = { post_date: date, post_date_gmt: date, post_modified: date, post_modified_gmt: date };
    const states = { comment_status: 'open', ping_status: 'closed', post_name: name, status, post_parent: parent };
    return `<item>
<title>${cdata(title)}</title>
<link>${SITE}/${name}/</link>
<pubDate>Tue, 14 May 2019 10:00:00 +0000</pubDate>
<dc:creator>${cdata(`author${1 + this.#below(COUNTS.author)}`)}</dc:creator>
<guid isPermaLink="false">${SITE}/?p=${id}</guid>
<description></description>
<content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
${wp({ post_id: id, ...dates, ...states, menu_order: 0, post_type: type, post_password: '', is_sticky: 0 })}${terms.join('')}${metas.join('')}${more}</item>
`;
  }

  #comments(): string {
    const length = this.#below(5);
    this.#count('comment', length);
    const first = this.#lastComment + 1;
    return Array.from({ length }, () => {
      this.#lastComment += 1;
      const isReply = this.#lastComment > first && this.#random.chance(0.3);
      const date = this.#date();
      const author = { comment_author: `Reader ${this.#below(10_000)}`, comment_author_email: 'reader@example.org' };
      const dates = { comment_date: date, comment_date_gmt: date };
      const text = { comment_content: `${this.#sentence()}\n\n${this.#sentence()}`, comment_approved: '1' };
      const places = { comment_type: 'comment', comment_parent: isReply ? first : 0, comment_user_id: 0 };
      return wp({ comment_id: this.#lastComment, ...author, ...dates, ...text, ...places }, 'comment');
    }).join('');
  }

  /**
   * @returns blocks of WordPress' editor, or the loose HTML of the earlier editor; about `characters` characters, and up to
   * 1,500 more
   */
  #content(length: number, pictures: readonly Picture[]): string {
    const isOfBlocks = this.#random.chance(0.6);
    const parts = pictures.map(({ id, url }) =>
      isOfBlocks
        ? `<!-- wp:image {"id":${id},"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="${url}" alt="" class="wp-image-${id}"/><figcaption>${this.#sentence()}</figcaption></figure>\n<!-- /wp:image -->`
        : `[caption id="attachment_${id}" align="aligncenter" width="640"]<img class="wp-image-${id}" src="${url}" alt="" width="640" height="427" /> ${this.#sentence()}[/caption]`,
    );
    if (!isOfBlocks && pictures.length > 1) parts.push(`[gallery ids="${pictures.map(({ id }) => id).join(',')}"]`);
    for (let written = 0; written < length; written += parts.at(-1)?.length ?? 0) {
      parts.push(isOfBlocks ? this.#block() : this.#paragraph());
    }
    return parts.join('\n\n');
  }

  #block(): string {
    const block = (name: string, html: string): string => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`;
    const row = (): string => `<tr><td>${this.#title()}</td><td>${this.#below(1000)}</td></tr>`;
    switch (this.#below(10)) {
      case 0:
        return block('heading', `<h2>${this.#title()}</h2>`);
      case 1:
        return block('list', `<ul><li>${this.#sentence()}</li><li>${this.#sentence()}</li></ul>`);
      case 2:
        return block('quote', `<blockquote><p>${this.#sentence()}</p><cite>${this.#title()}</cite></blockquote>`);
      case 3:
        return block('table', `<figure><table><tbody>${row()}${row()}</tbody></table></figure>`);
      default:
        return block('paragraph', `<p>${this.#paragraph()}</p>`);
    }
  }

  /** Three to six sentences, with emphasis, entities and links as authors write them. */
  #paragraph(): string {
    const sentences = Array.from({ length: 3 + this.#below(4) }, () => this.#sentence());
    const kind = this.#below(6);
    if (kind === 0) sentences[1] = `<strong>${this.#sentence()}</strong> Caf&eacute; &amp; bar&nbsp;&#8212; really.`;
    if (kind === 1) sentences[0] = `<a href="${SITE}/?p=${1 + this.#below(100_000)}">${this.#sentence()}</a>`;
    if (kind === 2) sentences[2] = `<em>${this.#sentence()}</em>`;
    return sentences.join(' ');
  }
}
