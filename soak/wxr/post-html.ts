/**
 * What WordPress stores of a post: blocks of its editor, or the loose HTML of the one before.
 */
import type { Lexicon } from '../../data/generate/prose.js';
import { Prose } from '../../data/generate/prose.js';
import type { Random } from '../../data/generate/random.js';

export const SITE = 'https://news.example.org';

export interface Picture {
  readonly id: number;
  readonly url: string;
}

/** Sentences that are used again: drawing every word anew would take longer than the import. */
const sentenceCount = 4096;

export class PostHtml {
  readonly #random: Random;
  readonly #sentences: readonly string[];
  readonly #prose: Prose;

  constructor(lexicon: Lexicon, random: Random) {
    this.#random = random;
    this.#prose = new Prose(lexicon, random);
    this.#sentences = Array.from({ length: sentenceCount }, () => this.#prose.sentence());
  }

  title(): string {
    return this.#prose.title(20 + this.#random.below(50));
  }

  sentence(): string {
    return this.#random.pick(this.#sentences);
  }

  /** Three to six sentences, with emphasis, entities and links as authors write them. */
  paragraph(): string {
    const sentences = Array.from({ length: 3 + this.#random.below(4) }, () => this.sentence());
    const kind = this.#random.below(6);
    if (kind === 0) sentences[1] = `<strong>${this.sentence()}</strong> Caf&eacute; &amp; bar&nbsp;&#8212; really.`;
    if (kind === 1) sentences[0] = `<a href="${SITE}/?p=${1 + this.#random.below(100_000)}">${this.sentence()}</a>`;
    if (kind === 2) sentences[2] = `<em>${this.sentence()}</em>`;
    return sentences.join(' ');
  }

  /** @returns markup of about so many characters, and up to 1,500 more */
  post(length: number, pictures: readonly Picture[]): string {
    return this.#random.chance(0.6) ? this.#blocks(length, pictures) : this.#classic(length, pictures);
  }

  #blocks(length: number, pictures: readonly Picture[]): string {
    const parts = pictures.map(
      ({ id, url }) =>
        `<!-- wp:image {"id":${id},"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="${url}" alt="" class="wp-image-${id}"/><figcaption>${this.sentence()}</figcaption></figure>\n<!-- /wp:image -->`,
    );
    for (let written = 0; written < length; written += parts.at(-1)?.length ?? 0) parts.push(this.#block());
    return parts.join('\n\n');
  }

  #block(): string {
    switch (this.#random.below(10)) {
      case 0:
        return `<!-- wp:heading -->\n<h2>${this.title()}</h2>\n<!-- /wp:heading -->`;
      case 1:
        return `<!-- wp:list -->\n<ul><li>${this.sentence()}</li><li>${this.sentence()}</li><li>${this.sentence()}</li></ul>\n<!-- /wp:list -->`;
      case 2:
        return `<!-- wp:quote -->\n<blockquote class="wp-block-quote"><p>${this.sentence()}</p><cite>${this.title()}</cite></blockquote>\n<!-- /wp:quote -->`;
      case 3:
        return `<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td>${this.title()}</td><td>${this.#random.below(1000)}</td></tr><tr><td>${this.title()}</td><td>${this.#random.below(1000)}</td></tr></tbody></table></figure>\n<!-- /wp:table -->`;
      default:
        return `<!-- wp:paragraph -->\n<p>${this.paragraph()}</p>\n<!-- /wp:paragraph -->`;
    }
  }

  #classic(length: number, pictures: readonly Picture[]): string {
    const parts = pictures.map(
      ({ id, url }) =>
        `[caption id="attachment_${id}" align="aligncenter" width="640"]<img class="wp-image-${id}" src="${url}" alt="" width="640" height="427" /> ${this.sentence()}[/caption]`,
    );
    if (pictures.length > 1) parts.push(`[gallery ids="${pictures.map(({ id }) => id).join(',')}"]`);
    for (let written = 0; written < length; written += parts.at(-1)?.length ?? 0) parts.push(this.paragraph());
    return parts.join('\n\n');
  }
}
