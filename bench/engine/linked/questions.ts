/**
 * The query classes of the linked content: inverses, numbers of links, accents and locales, each as a URL and as SQL.
 *
 * A question has the count, the page or the facet that its document shows; SQL is written by hand to use the indexes.
 */
import type { Random } from '../../../data/generate/random.js';
import { list, someSkip, where } from '../../cases/query-class.js';
import type { SqlValue } from '../../harness/sqlite/driver.js';
import type { Book, LOCALES } from './content.js';
import { foldText } from './content.js';
import { LINKAGE_MAXIMUM } from './database.js';

/** A statement and its values. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface LinkedQuestion {
  /** Below the delivery root. */
  readonly url: string;
  readonly count: Clause;
  /** The JSON of the page's items, joined; undefined if the page is empty by request. */
  readonly page?: Clause;
  /** The JSON of the included items, joined. */
  readonly included?: Clause;
  /** Rows of a value and a number. */
  readonly facet?: Clause;
}

/** The books and countries that questions are drawn from. */
export interface LinkedSample {
  readonly books: readonly Book[];
  readonly countries: readonly string[];
}

export interface LinkedClass {
  readonly name: string;
  readonly draw: (sample: LinkedSample, random: Random) => LinkedQuestion;
}

const pageSize = 20;
const facetSize = 10;

/** @param rows selects the rowids of the page's items as `item`, in order */
const joinJson = (table: string, rows: string): string =>
  `SELECT CAST(group_concat(j.json, ',') AS BLOB) FROM (${rows}) p CROSS JOIN ${table} j ON j.rowid = p.item`;

interface Selection {
  readonly type: 'author' | 'book';
  /** The parameters of the URL without `page`. */
  readonly parameters: readonly string[];
  readonly count: string;
  /** Selects the rowids of all items as `item`, in order. */
  readonly rows: string;
  readonly values: readonly SqlValue[];
}

/** @returns a list: twenty items near the beginning */
function askList({ type, parameters, count, rows, values }: Selection, random: Random): LinkedQuestion {
  const skip = someSkip(random);
  const page = `${rows} LIMIT ${pageSize} OFFSET ${skip.slice(skip.indexOf('=') + 1)}`;
  return {
    url: list(type, ...parameters, skip),
    count: { sql: count, values },
    page: { sql: joinJson(`${type}Json`, page), values },
  };
}

/** @returns a facet without items; @param grouped selects the value as `v` and the number as `n`, without order */
function askFacet(url: string, grouped: string, count: string, values: readonly SqlValue[]): LinkedQuestion {
  const facet = `${grouped} GROUP BY 1 ORDER BY n DESC, v LIMIT ${facetSize}`;
  return { url, count: { sql: count, values }, facet: { sql: facet, values } };
}

/** @returns authors with a book that matches the condition on the table `book` */
function askThroughBooks(parameter: string, condition: string, value: string, random: Random): LinkedQuestion {
  return askList(
    {
      type: 'author',
      parameters: [parameter],
      count: `SELECT count(DISTINCT author) FROM book WHERE ${condition}`,
      rows: `SELECT DISTINCT author AS item FROM book WHERE ${condition} ORDER BY author`,
      values: [value],
    },
    random,
  );
}

const pickBook = (sample: LinkedSample, random: Random): Book => random.pick(sample.books);

/** The locales that not every book has. */
const translatedLocales: readonly (typeof LOCALES)[number][] = ['fr', 'de'];
/** The greatest number of books that a filter asks for. */
const countMaximum = 12;

const INVERSES: readonly LinkedClass[] = [
  {
    name: 'page with an included inverse',
    draw: ({ countries }, random) => {
      const country = random.pick(countries);
      const question = askList(
        {
          type: 'author',
          parameters: [where('country', '_eq', country), 'include=books'],
          count: 'SELECT count(*) FROM author WHERE country = ?',
          rows: 'SELECT rowid AS item FROM author WHERE country = ? ORDER BY rowid',
          values: [country],
        },
        random,
      );
      const { searchParams } = new URL(question.url, 'http://localhost');
      const authors = `SELECT rowid AS item FROM author WHERE country = ? ORDER BY rowid LIMIT ${pageSize} OFFSET ${searchParams.get('page[skip]')}`;
      const books = `SELECT l.target AS item FROM (${authors}) a CROSS JOIN authorBooks l ON l.source = a.item AND l.position < ${LINKAGE_MAXIMUM} ORDER BY l.source, l.position`;
      return { ...question, included: { sql: joinJson('bookJson', books), values: [country] } };
    },
  },
  {
    name: 'inverse by id',
    draw: (sample, random) => {
      const { id } = pickBook(sample, random);
      const links = 'FROM authorBooks WHERE target = (SELECT rowid FROM book WHERE id = ?)';
      const count = { sql: `SELECT count(*) ${links}`, values: [id] };
      const page = { sql: joinJson('authorJson', `SELECT source AS item ${links}`), values: [id] };
      return { url: list('author', `filter[books][id][_eq]=${id}`), count, page };
    },
  },
  {
    name: 'through an inverse, few items',
    draw: (sample, random) => {
      const { name } = pickBook(sample, random);
      const rows = 'SELECT DISTINCT author AS item FROM book WHERE name = ? ORDER BY author';
      const count = { sql: 'SELECT count(DISTINCT author) FROM book WHERE name = ?', values: [name] };
      const page = { sql: joinJson('authorJson', `${rows} LIMIT ${pageSize}`), values: [name] };
      return { url: list('author', where('books][name', '_eq', name)), count, page };
    },
  },
  {
    name: 'through an inverse, many items',
    draw: (sample, random) => {
      const { genre } = pickBook(sample, random);
      return askThroughBooks(where('books][genre', '_eq', genre), 'genre = ?', genre, random);
    },
  },
  {
    name: 'facet through an inverse, all items',
    draw: () =>
      askFacet(
        list('author', `_facet[books.genre]=${facetSize}`, 'page[limit]=0'),
        'SELECT genre v, count(DISTINCT author) n FROM book',
        'SELECT count(*) FROM author',
        [],
      ),
  },
  {
    name: 'facet through an inverse, filtered',
    draw: ({ countries }, random) => {
      const country = random.pick(countries);
      return askFacet(
        list('author', where('country', '_eq', country), `_facet[books.genre]=${facetSize}`, 'page[limit]=0'),
        'SELECT genre v, count(DISTINCT author) n FROM author a CROSS JOIN book b ON b.author = a.rowid WHERE a.country = ?',
        'SELECT count(*) FROM author WHERE country = ?',
        [country],
      );
    },
  },
];

const COUNTS: readonly LinkedClass[] = [
  {
    name: 'number of linking items',
    draw: (_, random) => {
      const least = 1 + random.below(countMaximum);
      return askList(
        {
          type: 'author',
          parameters: [where('books][_count', '_gte', least)],
          count: 'SELECT count(*) FROM author WHERE bookCount >= ?',
          rows: 'SELECT rowid AS item FROM author WHERE bookCount >= ? ORDER BY rowid',
          values: [least],
        },
        random,
      );
    },
  },
  {
    name: 'sort by the number of linking items',
    draw: (_, random) =>
      askList(
        {
          type: 'author',
          parameters: ['sort=-books._count'],
          count: 'SELECT count(*) FROM author',
          rows: 'SELECT rowid AS item FROM author ORDER BY bookCount DESC, rowid',
          values: [],
        },
        random,
      ),
  },
  {
    name: 'filter, sort by the number of linking items',
    draw: ({ countries }, random) => {
      const country = random.pick(countries);
      return askList(
        {
          type: 'author',
          parameters: [where('country', '_eq', country), 'sort=-books._count'],
          count: 'SELECT count(*) FROM author WHERE country = ?',
          rows: 'SELECT rowid AS item FROM author WHERE country = ? ORDER BY bookCount DESC, rowid',
          values: [country],
        },
        random,
      );
    },
  },
  {
    name: 'facet of the number of linking items, all items',
    draw: () =>
      askFacet(
        list('author', `_facet[books._count]=${facetSize}`, 'page[limit]=0'),
        'SELECT bookCount v, count(*) n FROM author',
        'SELECT count(*) FROM author',
        [],
      ),
  },
  {
    name: 'facet of the number of linking items, filtered',
    draw: ({ countries }, random) => {
      const country = random.pick(countries);
      return askFacet(
        list('author', where('country', '_eq', country), `_facet[books._count]=${facetSize}`, 'page[limit]=0'),
        'SELECT bookCount v, count(*) n FROM author WHERE country = ?',
        'SELECT count(*) FROM author WHERE country = ?',
        [country],
      );
    },
  },
];

const ACCENTS: readonly LinkedClass[] = [
  {
    name: 'equality without accents',
    draw: (sample, random) => {
      const folded = foldText(pickBook(sample, random).name);
      const condition = 'FROM book WHERE nameFolded = ?';
      const rows = `SELECT rowid AS item ${condition} ORDER BY rowid LIMIT ${pageSize}`;
      return {
        url: list('book', where('name', '_ieq', folded)),
        count: { sql: `SELECT count(*) ${condition}`, values: [folded] },
        page: { sql: joinJson('bookJson', rows), values: [folded] },
      };
    },
  },
  {
    name: 'substring without accents',
    draw: (sample, random) => {
      const folded = foldText(pickBook(sample, random).name);
      const start = random.below(folded.length - 6);
      const part = folded.slice(start, start + 6);
      const condition = 'FROM nameTrigrams WHERE nameTrigrams MATCH ?';
      const values = [`"${part}"`];
      const rows = `SELECT rowid AS item ${condition} ORDER BY rowid LIMIT ${pageSize}`;
      return {
        url: list('book', where('name', '_icontains', part)),
        count: { sql: `SELECT count(*) ${condition}`, values },
        page: { sql: joinJson('bookJson', rows), values },
      };
    },
  },
  {
    name: 'facet prefix without accents',
    draw: (sample, random) => {
      const prefix = foldText(pickBook(sample, random).subject).slice(0, 2 + random.below(2));
      const condition = 'FROM book WHERE subjectFolded >= ? AND subjectFolded < ?';
      const facet = `SELECT subject v, count(*) n ${condition} GROUP BY 1 ORDER BY n DESC, v LIMIT ${facetSize}`;
      // All texts with the prefix are below the prefix with the last code point after it.
      const facetClause = { sql: facet, values: [prefix, `${prefix}\u{10ffff}`] };
      const url = list('book', `_facet[subject]=${facetSize}`, `_facet[subject][prefix]=${prefix}`, 'page[limit]=0');
      return { url, count: { sql: 'SELECT count(*) FROM book', values: [] }, facet: facetClause };
    },
  },
];

const LOCALE_CLASSES: readonly LinkedClass[] = [
  {
    name: 'items of a locale',
    draw: (_, random) => {
      const locale = random.pick(translatedLocales);
      return askList(
        {
          type: 'book',
          parameters: [where('_locale', '_eq', locale)],
          count: 'SELECT count(*) FROM bookLocales WHERE locale = ?',
          rows: 'SELECT source AS item FROM bookLocales WHERE locale = ? ORDER BY source',
          values: [locale],
        },
        random,
      );
    },
  },
  {
    name: 'facet of locales, all items',
    draw: () =>
      askFacet(
        list('book', `_facet[_locale]=${facetSize}`, 'page[limit]=0'),
        'SELECT locale v, count(*) n FROM bookLocales',
        'SELECT count(*) FROM book',
        [],
      ),
  },
  {
    name: 'facet of locales, filtered',
    draw: (sample, random) => {
      const { genre } = pickBook(sample, random);
      return askFacet(
        list('book', where('genre', '_eq', genre), `_facet[_locale]=${facetSize}`, 'page[limit]=0'),
        'SELECT locale v, count(*) n FROM book b CROSS JOIN bookLocales l ON l.source = b.rowid WHERE b.genre = ?',
        'SELECT count(*) FROM book WHERE genre = ?',
        [genre],
      );
    },
  },
];

export const LINKED_CLASSES: readonly LinkedClass[] = [...INVERSES, ...COUNTS, ...ACCENTS, ...LOCALE_CLASSES];

export const LINKED_GROUP = 'linked content';

/** @param part of a name, or of the name of the group; undefined: all of them */
export const linkedClassesNamed = (part: string | undefined): readonly LinkedClass[] =>
  LINKED_CLASSES.filter(({ name }) => part === undefined || name.includes(part) || LINKED_GROUP.includes(part));
