/**
 * The linked content of the engine benchmark: books with accents and locales, and authors who have their books as an inverse.
 *
 * It is a space of its own, so that the figures of the other classes stay comparable. Books are created one at a time, the
 * same for the same seed. Elsewhere: the database with the same items (database), the queries (questions).
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../data/generate/random.js';
import { COUNTRIES, country, GENRES, genre, instantText, recentMs } from '../../../data/generate/values.js';
import { cached, fingerprint } from '../../harness/input/prepare.js';
import { CACHE_FOLDER } from '../../harness/root.js';

export const LOCALES = ['en', 'fr', 'de'] as const;
/** Share of the books that have a title of their own in the locale; all have one in English. */
const localeShares = { en: 1, fr: 0.4, de: 0.1 } as const;
const booksPerAuthor = 5;
const subjectCount = 1000;
const syllables = 'ca fé stra lé gra nö tü ra mi ço sal brü é ñi li to de vî sé ron'.split(' ');

export interface Book {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly genre: string;
  readonly published: string;
  /** Number of the author, from 0. */
  readonly author: number;
  /** Titles by locale; `en` is always there. */
  readonly titles: Readonly<Record<string, string>>;
}

export interface Author {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}

const MODEL = {
  space: 'linked',
  locales: LOCALES.map((code) => ({ code, ...(code === 'en' ? { default: true } : { fallback: 'en' }) })),
  contentTypes: [
    {
      name: 'book',
      fields: [
        { name: 'name', type: 'text', fold: 'accents' },
        { name: 'subject', type: 'text', fold: 'accents' },
        { name: 'title', type: 'text', localized: true },
        { name: 'genre', type: 'select', options: GENRES },
        { name: 'published', type: 'dateTime' },
        {
          name: 'author',
          type: 'relationship',
          to: 'author',
          many: false,
          inverse: { name: 'books', sort: '-published' },
        },
      ],
    },
    {
      name: 'author',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'country', type: 'select', options: COUNTRIES },
      ],
    },
  ],
};

export const authorCount = (books: number): number => Math.max(1, Math.floor(books / booksPerAuthor));

/** @returns two or three syllables, many of them with an accent, and a capital letter */
function makeWord(random: Random): string {
  const word = Array.from({ length: 2 + random.below(2) }, () => random.pick(syllables)).join('');
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The text without accents and in lower case: `Café` becomes `cafe`. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

export function* makeBooks(items: number, seed: number): Generator<Book> {
  const random = new Random(seed, 'linked/book');
  const subjects = Array.from({ length: subjectCount }, () => makeWord(random));
  const authors = authorCount(items);
  for (let index = 0; index < items; index += 1) {
    const name = [makeWord(random), makeWord(random), makeWord(random)].join(' ');
    const locales = LOCALES.filter((locale) => localeShares[locale] === 1 || random.chance(localeShares[locale]));
    yield {
      id: `book-${index + 1}`,
      name,
      subject: random.pick(subjects),
      genre: genre(random),
      published: instantText(recentMs(random, 20)),
      // A few authors have hundreds of books.
      author: Math.min(authors - 1, Math.floor(authors * random.unit() ** 2)),
      titles: Object.fromEntries(locales.map((locale) => [locale, `${name} (${locale})`])),
    };
  }
}

export function* makeAuthors(items: number, seed: number): Generator<Author> {
  const random = new Random(seed, 'linked/author');
  for (let index = 0; index < authorCount(items); index += 1)
    yield { id: `author-${index + 1}`, name: makeWord(random), country: country(random) };
}

/** @returns the export's folder, created if it is missing */
export async function prepareLinkedExport(items: number, seed: number): Promise<string> {
  const code = fingerprint(['bench/engine/linked/content.js', 'data/generate']);
  const folder = join(CACHE_FOLDER, `linked-${items}-${seed}-${code}`);
  await cached(folder, (unfinished) => {
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'model.json'), JSON.stringify(MODEL));
    writeLines(join(unfinished, 'author.ndjson'), makeAuthors(items, seed));
    writeLines(join(unfinished, 'book.ndjson'), makeBooks(items, seed), ({ titles, author, ...book }) => ({
      ...book,
      title: titles,
      author: `author-${author + 1}`,
    }));
  });
  return folder;
}

const linesPerWrite = 10_000;

function writeLines<Item>(
  path: string,
  items: Iterable<Item>,
  toRecord: (item: Item) => unknown = (item) => item,
): void {
  const file = openSync(path, 'w');
  let lines: string[] = [];
  const flush = (): void => {
    writeSync(file, lines.join(''));
    lines = [];
  };
  for (const item of items) {
    lines.push(`${JSON.stringify(toRecord(item))}\n`);
    if (lines.length === linesPerWrite) flush();
  }
  flush();
  closeSync(file);
}
