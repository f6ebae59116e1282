/**
 * The items of profile `engine`: articles, documents, authors, their agencies and tags, each type from a random stream of its own.
 *
 * A record is made when it is asked for and forgotten when it is written, so memory does not grow with the export.
 */

import { Random, Weighted, zipfWeights } from './random.js';
import type { ItemRecord, TypeSource } from './values.js';
import { country, decimalText, genre, instantText, priceCents, recentMs, sku, stock, views } from './values.js';
import { type Lexicon, Prose } from './words.js';

const tagCount = 2000;
const agencyCount = 500;
/** How many tags an article has: index = count. Three is usual, eight is rare. */
const tagsPerArticle = new Weighted([8, 14, 20, 22, 16, 10, 6, 3, 1]);

function* articles(items: number, authors: number, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'engine/article');
  const prose = new Prose(lexicon, random);
  const tagFrequency = new Weighted(zipfWeights(tagCount));
  for (let i = 0; i < items; i += 1) {
    yield {
      id: `article-${i + 1}`,
      title: prose.title(24 + random.below(28)),
      subtitle: random.chance(0.3) ? prose.title(14 + random.below(20)) : undefined,
      sku: sku(i, random),
      summary: prose.lines(150 + random.below(150)),
      genre: genre(random),
      // Unpopulated in 5 %, as null or as nothing.
      stock: random.chance(0.95) ? stock(random) : random.chance(0.5) ? null : undefined,
      views: views(random),
      price: decimalText(priceCents(random)),
      published: instantText(recentMs(random, 20)),
      active: random.chance(0.8),
      featured: random.chance(0.02),
      author: `author-${skewed(authors, random)}`,
      tags: distinct(tagsPerArticle.draw(random), () => `tag-${1 + tagFrequency.draw(random)}`),
    };
  }
}

/** @returns 1 to count; the first tenth of the numbers is drawn in a third of all calls */
function skewed(count: number, random: Random): number {
  const unit = random.unit();
  return 1 + Math.min(count - 1, Math.floor(count * unit * unit));
}

/** @returns `count` different ids, in the order drawn */
function distinct(count: number, draw: () => string): string[] {
  const ids: string[] = [];
  while (ids.length < count) {
    const id = draw();
    if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

function* documents(count: number, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'engine/document');
  const prose = new Prose(lexicon, random);
  for (let i = 0; i < count; i += 1) {
    const title = prose.title(24 + random.below(28));
    yield { id: `document-${i + 1}`, title, body: prose.markdown(2000 + random.below(1600)) };
  }
}

function* authors(count: number, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'engine/author');
  const prose = new Prose(lexicon, random);
  for (let i = 0; i < count; i += 1) {
    const name = `${prose.name()} ${prose.name()}`;
    yield { id: `author-${i + 1}`, name, country: country(random), agency: `agency-${1 + random.below(agencyCount)}` };
  }
}

function* agencies(seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'engine/agency');
  const prose = new Prose(lexicon, random);
  for (let i = 0; i < agencyCount; i += 1) {
    yield { id: `agency-${i + 1}`, name: `${prose.name()} & ${prose.name()}`, country: country(random) };
  }
}

function* tags(seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const prose = new Prose(lexicon, new Random(seed, 'engine/tag'));
  for (let i = 0; i < tagCount; i += 1) yield { id: `tag-${i + 1}`, name: prose.name().toLowerCase() };
}

/** @param items how many articles; of authors a fiftieth, of documents a tenth, at least one of each; tags 2,000, agencies 500 */
export function engineSources(items: number, seed: number, lexicon: Lexicon): readonly TypeSource[] {
  const authorCount = Math.max(1, Math.floor(items / 50));
  const documentCount = Math.max(1, Math.floor(items / 10));
  return [
    { type: 'article', items, records: () => articles(items, authorCount, seed, lexicon) },
    { type: 'document', items: documentCount, records: () => documents(documentCount, seed, lexicon) },
    { type: 'author', items: authorCount, records: () => authors(authorCount, seed, lexicon) },
    { type: 'tag', items: tagCount, records: () => tags(seed, lexicon) },
    { type: 'agency', items: agencyCount, records: () => agencies(seed, lexicon) },
  ];
}
