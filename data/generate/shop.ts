/**
 * The items of profile `shop`: books, their authors and reviews, true in both directions, and shelves that feature
 * books and authors alike.
 *
 * `Shares` computes the author of each book and the book of each review, so no table of links is stored. The first author and the
 * first book have by far the most books and reviews.
 */

import { Random } from './random.js';
import { Shares } from './shares.js';
import type { ItemRecord, TypeSource } from './values.js';
import { country, dayText, genre, instantText, priceCents, recentMs } from './values.js';
import { type Lexicon, Prose } from './words.js';

const imageHost = 'https://images.shop.example';

/** Number of items of each type, and their owners. */
interface Layout {
  readonly books: number;
  readonly authors: number;
  readonly reviews: number;
  readonly shelves: number;
  readonly booksByAuthor: Shares;
  readonly reviewsByBook: Shares;
}

function* books(layout: Layout, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'shop/book');
  const prose = new Prose(lexicon, random);
  for (let i = 0; i < layout.books; i += 1) {
    const id = `book-${i + 1}`;
    const title = prose.title(14 + random.below(26));
    const published = recentMs(random, 90);
    yield {
      id,
      title,
      summary: random.chance(0.9) ? prose.lines(120 + random.below(120)) : '',
      description: random.chance(0.8) ? prose.markdown(200 + random.below(600)) : null,
      genre: genre(random),
      price: random.chance(0.97) ? priceCents(random) / 100 : undefined,
      pages: 16 + 8 * random.below(100),
      published: dayText(published),
      restocked: random.chance(0.6) ? instantText(recentMs(random, 2)) : null,
      inPrint: random.chance(0.8),
      cover: random.chance(0.9)
        ? { url: `${imageHost}/covers/${id}.webp`, width: 1000, height: 1500, altText: `Cover of ${title}` }
        : undefined,
      author: `author-${layout.booksByAuthor.owner(i) + 1}`,
      reviews: layout.reviewsByBook.things(i).map((review) => `review-${review + 1}`),
      related: related(i, layout.books, random),
    };
  }
}

/** @returns up to four books that are not this one, each once */
function related(book: number, books: number, random: Random): string[] {
  const found = new Set<string>();
  for (let tries = random.below(5); tries > 0; tries -= 1) {
    const other = random.below(books);
    if (other !== book) found.add(`book-${other + 1}`);
  }
  return [...found];
}

function* authors(layout: Layout, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'shop/author');
  const prose = new Prose(lexicon, random);
  for (let i = 0; i < layout.authors; i += 1) {
    const id = `author-${i + 1}`;
    const name = `${prose.name()} ${prose.name()}`;
    yield {
      id,
      name,
      country: country(random),
      biography: `**${name}** ${prose.title(60).toLowerCase()}. ${prose.paragraph(200)}`,
      born: random.chance(0.9) ? dayText(recentMs(random, 150)) : undefined,
      portrait: random.chance(0.5)
        ? { url: `${imageHost}/portraits/${id}.webp`, width: 1200, height: 1600, altText: `Portrait of ${name}` }
        : null,
      books: layout.booksByAuthor.things(i).map((book) => `book-${book + 1}`),
    };
  }
}

function* reviews(layout: Layout, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'shop/review');
  const prose = new Prose(lexicon, random);
  for (let i = 0; i < layout.reviews; i += 1) {
    yield {
      id: `review-${i + 1}`,
      headline: random.chance(0.85) ? prose.title(10 + random.below(20)) : undefined,
      body: prose.lines(80 + random.below(160)),
      // The better of two draws: readers review books that they liked.
      stars: 1 + Math.max(random.below(5), random.below(5)),
      written: instantText(recentMs(random, 12)),
      book: `book-${layout.reviewsByBook.owner(i) + 1}`,
    };
  }
}

function* shelves(layout: Layout, seed: number, lexicon: Lexicon): Generator<ItemRecord> {
  const random = new Random(seed, 'shop/shelf');
  const prose = new Prose(lexicon, random);
  const target = () =>
    random.chance(0.7)
      ? { type: 'book', id: `book-${1 + random.below(layout.books)}` }
      : { type: 'author', id: `author-${1 + random.below(layout.authors)}` };
  for (let i = 0; i < layout.shelves; i += 1) {
    const featured = new Map<string, { readonly type: string; readonly id: string }>();
    for (let count = random.below(31); count > 0; count -= 1) {
      const link = target();
      featured.set(link.id, link);
    }
    yield { id: `shelf-${i + 1}`, name: prose.title(12), spotlight: target(), featured: [...featured.values()] };
  }
}

/** @param items number of books. There are a tenth as many authors, twice as many reviews, and a hundredth as many shelves, at least one of each */
export function shopSources(items: number, seed: number, lexicon: Lexicon): readonly TypeSource[] {
  const counts = {
    books: items,
    authors: Math.max(1, Math.floor(items / 10)),
    reviews: items * 2,
    shelves: Math.max(1, Math.floor(items / 100)),
  };
  const layout: Layout = {
    ...counts,
    booksByAuthor: new Shares(counts.books, counts.authors),
    reviewsByBook: new Shares(counts.reviews, counts.books),
  };
  return [
    { type: 'book', items: counts.books, records: () => books(layout, seed, lexicon) },
    { type: 'author', items: counts.authors, records: () => authors(layout, seed, lexicon) },
    { type: 'review', items: counts.reviews, records: () => reviews(layout, seed, lexicon) },
    { type: 'shelf', items: counts.shelves, records: () => shelves(layout, seed, lexicon) },
  ];
}
