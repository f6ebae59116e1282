/**
 * What an ordinary client of the generated bookshop asks: right requests of every kind, drawn from a seed.
 *
 * Elsewhere: requests that are wrong (soak/requests), and what the answers must be (expected).
 */
import type { Random } from '../../../data/generate/random.js';
import { decimalText, GENRES, priceCents } from '../../../data/generate/values.js';

export interface Question {
  readonly kind: string;
  /** Path and query below the delivery root. */
  readonly target: string;
}

/** Of each night, so that ids exist in most of them. */
export interface Shop {
  readonly books: number;
  readonly authors: number;
  readonly shelves: number;
}

/** What a generated export of so many books holds besides (data/generate/shop). */
export const shopOf = (books: number): Shop => ({
  books,
  authors: Math.max(1, Math.floor(books / 10)),
  shelves: Math.max(1, Math.floor(books / 100)),
});

type Draw = (random: Random, shop: Shop) => string;

const SORTS = ['-published', 'price', 'title', '-pages,title', 'genre,-price', '-id'] as const;
/** Pieces of words, one letter to four, so that few books and many have them. */
const PIECES = ['a', 'e', 'an', 'er', 'ol', 'st', 'ing', 'and', 'ra', 'lo', 'the', ' 1', '2'] as const;

const book: Draw = (random, { books }) => `/book/book-${1 + random.below(books)}`;
const author: Draw = (random, { authors }) => `/author/author-${1 + random.below(authors)}`;
const shelf: Draw = (random, { shelves }) => `/shelf/shelf-${1 + random.below(shelves)}`;
const limit = (random: Random): string => `page[limit]=${1 + random.below(20)}`;
const sort = (random: Random): string => `sort=${random.pick(SORTS)}`;
const price = (random: Random): string => decimalText(priceCents(random));
const pages = (random: Random): number => 16 + 8 * random.below(100);

const QUESTIONS: Readonly<Record<string, Draw>> = {
  list: (random) => `/book?page[skip]=${random.below(40)}&${limit(random)}`,
  equality: (random) => `/book?filter[genre][_eq]=${random.pick(GENRES)}&${sort(random)}&${limit(random)}`,
  ranges: (random) =>
    `/book?filter[price][_gte]=${price(random)}&filter[pages][_lt]=${pages(random)}&${sort(random)}&${limit(random)}`,
  contains: (random) =>
    `/book?filter[title][_contains]=${encodeURIComponent(random.pick(PIECES))}&filter[inPrint][_eq]=true&${limit(random)}`,
  summaries: (random) =>
    `/book?filter[summary][_contains]=${encodeURIComponent(random.pick(PIECES))}&filter[restocked][_exists]=true&${limit(random)}`,
  ends: (random) => `/book?filter[title][_endsWith]=${encodeURIComponent(random.pick(PIECES))}&${sort(random)}`,
  groups: (random) =>
    `/book?filter[_OR][0][genre][_eq]=${random.pick(GENRES)}&filter[_OR][0][pages][_gt]=${pages(random)}` +
    `&filter[_OR][1][price][_lte]=${price(random)}&${sort(random)}&${limit(random)}`,
  'by author': (random, { authors }) =>
    `/book?filter[author][id][_eq]=author-${1 + random.below(authors)}&fields[book]=title,price&${limit(random)}`,
  included: (random) =>
    `/book?include=author&page[reviews][limit]=3&page[limit]=${1 + random.below(9)}&${sort(random)}`,
  item: book,
  'item with includes': (random, shop) =>
    `${book(random, shop)}?include=author,reviews,related&page[reviews][limit]=${1 + random.below(10)}`,
  'nested includes': (random, shop) =>
    `${author(random, shop)}?include=books.reviews&page[books][limit]=4&page[books][reviews][limit]=${1 + random.below(4)}`,
  'of several types': (random, shop) => `${shelf(random, shop)}?include=spotlight,featured`,
  related: (random, shop) => `${author(random, shop)}/books?${sort(random)}&${limit(random)}`,
  linkage: (random, shop) => `${shelf(random, shop)}/relationships/featured?${limit(random)}`,
  reviews: (random) => `/review?filter[stars][_gte]=${1 + random.below(5)}&sort=-written&include=book&page[limit]=5`,
};

export const KINDS: readonly string[] = Object.keys(QUESTIONS);

/** Cost: about a microsecond. */
export function drawQuestion(random: Random, shop: Shop): Question {
  const kind = random.pick(KINDS);
  return { kind, target: QUESTIONS[kind]!(random, shop) };
}
