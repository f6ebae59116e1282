/**
 * A WordPress site of any size as WXR 1.2: always the same for the same seed and length, with what exports of real
 * newspapers consist of. Posts have comments, terms, custom fields and pictures, which are items of their own.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { Lexicon } from '../../data/generate/prose.js';
import { Random } from '../../data/generate/random.js';
import { cdata, commentXml, itemXml, pictureMeta } from './element.js';
import { type Picture, PostHtml, SITE } from './post-html.js';

export interface WrittenSite {
  readonly bytes: number;
  /** Items that an import must give, by the name of their type in the export. */
  readonly items: Readonly<Record<string, number>>;
  /** Posts that no reader is meant to see. */
  readonly drafts: number;
}

const authorCount = 60;
const categoryCount = 80;
const tagCount = 4000;
const bufferLength = 1 << 20;

/** @param length bytes, which the last item exceeds */
export async function writeSite(path: string, length: number, seed: number): Promise<WrittenSite> {
  const writer = new SiteWriter(createWriteStream(path), length, seed);
  return writer.all();
}

class SiteWriter {
  readonly #stream: WriteStream;
  readonly #random: Random;
  readonly #html: PostHtml;
  readonly #length: number;
  readonly #counts = new Map<string, number>();
  #waiting = '';
  #bytes = 0;
  #lastId = 0;
  #lastComment = 0;
  #drafts = 0;

  constructor(stream: WriteStream, length: number, seed: number) {
    this.#stream = stream;
    this.#length = length;
    this.#random = new Random(seed, 'wxr');
    this.#html = new PostHtml(new Lexicon(seed), this.#random);
  }

  async all(): Promise<WrittenSite> {
    await this.#write(this.#head());
    while (this.#bytes + this.#waiting.length < this.#length) await this.#write(this.#group());
    await this.#write('</channel>\n</rss>\n');
    await this.#flush();
    this.#stream.end();
    await once(this.#stream, 'close');
    return { bytes: this.#bytes, items: Object.fromEntries(this.#counts), drafts: this.#drafts };
  }

  async #write(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length >= bufferLength) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting, 'utf8');
    this.#waiting = '';
    this.#bytes += bytes.length;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain');
  }

  #count(type: string, more = 1): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + more);
  }

  #head(): string {
    this.#count('author', authorCount);
    this.#count('category', categoryCount);
    this.#count('tag', tagCount);
    const each = (count: number, xml: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => xml(index + 1)).join('');
    const authors = each(
      authorCount,
      (n) =>
        `<wp:author><wp:author_id>${n}</wp:author_id><wp:author_login>${cdata(`author${n}`)}</wp:author_login><wp:author_email>${cdata(`author${n}@example.org`)}</wp:author_email><wp:author_display_name>${cdata(`Author ${n}`)}</wp:author_display_name></wp:author>\n`,
    );
    const categories = each(
      categoryCount,
      (n) =>
        `<wp:category><wp:term_id>${n}</wp:term_id><wp:category_nicename>${cdata(`category-${n}`)}</wp:category_nicename><wp:category_parent>${cdata(n > 8 ? `category-${1 + (n % 8)}` : '')}</wp:category_parent><wp:cat_name>${cdata(`Category ${n}`)}</wp:cat_name></wp:category>\n`,
    );
    const tags = each(
      tagCount,
      (n) =>
        `<wp:tag><wp:term_id>${1000 + n}</wp:term_id><wp:tag_slug>${cdata(`tag-${n}`)}</wp:tag_slug><wp:tag_name>${cdata(`Tag ${n}`)}</wp:tag_name></wp:tag>\n`,
    );
    return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>The News</title>
<link>${SITE}</link>
<description>A newspaper that nobody prints</description>
<wp:wxr_version>1.2</wp:wxr_version>
${authors}${categories}${tags}`;
  }

  /** One post with its pictures, or a page; they stand before it, as they are uploaded first. */
  #group(): string {
    const pictures = this.#random.below(3);
    const parent = this.#lastId + pictures + 1;
    const uploaded = Array.from({ length: pictures }, () => this.#picture(parent));
    const kind = this.#random.below(100);
    const type = kind < 80 ? 'post' : kind < 90 ? 'recipe' : 'page';
    const draft = this.#random.chance(0.04);
    if (draft) this.#drafts += 1;
    else this.#count(type);
    const post = this.#item(type, {
      status: draft ? 'draft' : 'publish',
      content: this.#html.post(
        1000 + this.#random.below(7000),
        uploaded.map(({ picture }) => picture),
      ),
      excerpt: this.#random.chance(0.3) ? this.#html.sentence() : '',
      parent: 0,
      meta: [
        ['_edit_last', '1'],
        ['_edit_lock', `1557828000:${1 + this.#random.below(authorCount)}`],
        ['_yoast_wpseo_metadesc', this.#html.sentence()],
        ['reading_time', String(1 + this.#random.below(20))],
        ['subtitle', this.#html.title()],
        ...uploaded.slice(0, 1).map(({ picture }) => ['_thumbnail_id', String(picture.id)] as const),
      ],
      more: draft ? [] : this.#comments(),
    });
    return uploaded.map(({ xml }) => xml).join('') + post;
  }

  #picture(parent: number): { readonly picture: Picture; readonly xml: string } {
    const id = this.#lastId + 1;
    const year = 2005 + this.#random.below(20);
    const url = `${SITE}/wp-content/uploads/${year}/0${1 + this.#random.below(9)}/photograph-number-${id}.jpg`;
    const picture = { id, url };
    this.#count('attachment');
    const xml = this.#item('attachment', {
      status: 'inherit',
      content: '',
      excerpt: this.#html.sentence(),
      parent,
      meta: pictureMeta(picture),
      more: [`<wp:attachment_url>${cdata(url)}</wp:attachment_url>`],
    });
    return { picture, xml };
  }

  #item(
    type: string,
    own: Pick<Parameters<typeof itemXml>[0], 'status' | 'content' | 'excerpt' | 'parent' | 'meta' | 'more'>,
  ): string {
    this.#lastId += 1;
    const id = this.#lastId;
    const title = this.#html.title();
    const name = `${title.toLowerCase().replaceAll(' ', '-').slice(0, 60)}-${id}`;
    const term = (domain: string, prefix: string, label: string, count: number) => {
      const n = 1 + this.#random.below(count);
      return { domain, slug: `${prefix}-${n}`, name: `${label} ${n}` };
    };
    const terms =
      type === 'attachment'
        ? []
        : [
            term('category', 'category', 'Category', categoryCount),
            ...Array.from({ length: this.#random.below(5) }, () => term('post_tag', 'tag', 'Tag', tagCount)),
          ];
    return itemXml({
      ...own,
      id,
      type,
      title,
      name: encodeURI(name),
      link: `${SITE}/${encodeURI(name)}/`,
      author: `author${1 + this.#random.below(authorCount)}`,
      date: this.#date(),
      terms,
    });
  }

  #comments(): readonly string[] {
    const count = this.#random.below(5);
    this.#count('comment', count);
    const first = this.#lastComment + 1;
    return Array.from({ length: count }, () => {
      this.#lastComment += 1;
      const parent = this.#lastComment > first && this.#random.chance(0.3) ? first : 0;
      const author = `Reader ${this.#random.below(10_000)}`;
      return commentXml(
        this.#lastComment,
        parent,
        author,
        this.#date(),
        `${this.#html.sentence()}\n\n${this.#html.sentence()}`,
      );
    });
  }

  #date(): string {
    const two = (number: number): string => String(number).padStart(2, '0');
    const below = (bound: number): number => this.#random.below(bound);
    return `${2005 + below(20)}-${two(1 + below(12))}-${two(1 + below(28))} ${two(below(24))}:${two(below(60))}:${two(below(60))}`;
  }
}
