/**
 * The linked content in SQLite, in memory: narrow rows, rendered items in tables of their own, and an index for each query class.
 *
 * An author's books are rows in the order of the inverse, and their number is a column. A folded text is a column, too, with an
 * index and a trigram index. Rows are made from the content, not from the export or the snapshot.
 */
import { BASE } from '../../harness/input/render.js';
import { type Database, openDatabase } from '../../harness/sqlite/driver.js';
import { type Author, type Book, foldText, LOCALES, makeAuthors, makeBooks } from './content.js';

/** The most linked items that a document shows of a relationship. */
export const LINKAGE_MAXIMUM = 20;

const TABLES = `
CREATE TABLE author (rowid INTEGER PRIMARY KEY, id TEXT, country TEXT, bookCount INTEGER);
CREATE TABLE authorJson (rowid INTEGER PRIMARY KEY, json TEXT);
CREATE TABLE book (rowid INTEGER PRIMARY KEY, id TEXT, name TEXT, nameFolded TEXT, subject TEXT, subjectFolded TEXT, genre TEXT, author INTEGER);
CREATE TABLE bookJson (rowid INTEGER PRIMARY KEY, json TEXT);
CREATE TABLE authorBooks (source INTEGER, position INTEGER, target INTEGER, PRIMARY KEY (source, position)) WITHOUT ROWID;
CREATE TABLE bookLocales (locale TEXT, source INTEGER, PRIMARY KEY (locale, source)) WITHOUT ROWID;
CREATE VIRTUAL TABLE nameTrigrams USING fts5(nameFolded, content='book', content_rowid='rowid', tokenize='trigram case_sensitive 1');
`;

const INDEXES = `
CREATE UNIQUE INDEX bookIds ON book (id);
CREATE INDEX backwards ON authorBooks (target, source);
CREATE INDEX countries ON author (country);
CREATE INDEX countryCounts ON author (country, bookCount DESC);
CREATE INDEX counts ON author (bookCount DESC);
CREATE INDEX names ON book (name, author);
CREATE INDEX genres ON book (genre, author);
CREATE INDEX authors ON book (author, genre);
CREATE INDEX foldedNames ON book (nameFolded);
CREATE INDEX foldedSubjects ON book (subjectFolded, subject);
INSERT INTO nameTrigrams(nameTrigrams) VALUES ('rebuild');
INSERT INTO nameTrigrams(nameTrigrams) VALUES ('optimize');
ANALYZE;
`;

/** Cost: about 3 GB of memory and two minutes for a million books. */
export function openLinkedDatabase(items: number, seed: number): Database {
  const database = openDatabase(':memory:');
  database.pragma('cache_size = -4000000');
  database.exec(TABLES);
  database.exec('BEGIN');
  fillBooks(database, makeBooks(items, seed));
  fillAuthors(database, makeAuthors(items, seed), readBooksByAuthor(items, seed));
  database.exec('COMMIT');
  database.exec(INDEXES);
  return database;
}

function fillBooks(database: Database, books: Iterable<Book>): void {
  const insert = database.prepare('INSERT INTO book VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertJson = database.prepare('INSERT INTO bookJson VALUES (?, ?)');
  const insertLocale = database.prepare('INSERT INTO bookLocales VALUES (?, ?)');
  let rowid = 0;
  for (const book of books) {
    rowid += 1;
    const { id, name, subject, genre, author, titles } = book;
    insert.run(rowid, id, name, foldText(name), subject, foldText(subject), genre, author + 1);
    insertJson.run(rowid, renderBook(book));
    for (const locale of LOCALES) if (titles[locale] !== undefined) insertLocale.run(locale, rowid);
  }
}

/** @returns the rowids of each author's books, in the order of the inverse */
function readBooksByAuthor(items: number, seed: number): ReadonlyMap<number, readonly number[]> {
  const booksByAuthor = new Map<number, { readonly rowid: number; readonly published: string }[]>();
  let rowid = 0;
  for (const { author, published } of makeBooks(items, seed)) {
    rowid += 1;
    const book = { rowid, published };
    const books = booksByAuthor.get(author);
    if (books === undefined) booksByAuthor.set(author, [book]);
    else books.push(book);
  }
  const rowidsByAuthor = new Map<number, readonly number[]>();
  for (const [author, books] of booksByAuthor) {
    books.sort((a, b) => (a.published === b.published ? a.rowid - b.rowid : a.published < b.published ? 1 : -1));
    rowidsByAuthor.set(
      author,
      books.map((book) => book.rowid),
    );
  }
  return rowidsByAuthor;
}

function fillAuthors(
  database: Database,
  authors: Iterable<Author>,
  booksByAuthor: ReadonlyMap<number, readonly number[]>,
): void {
  const insert = database.prepare('INSERT INTO author VALUES (?, ?, ?, ?)');
  const insertJson = database.prepare('INSERT INTO authorJson VALUES (?, ?)');
  const insertLink = database.prepare('INSERT INTO authorBooks VALUES (?, ?, ?)');
  let number = 0;
  for (const author of authors) {
    const books = booksByAuthor.get(number) ?? [];
    number += 1;
    insert.run(number, author.id, author.country, books.length);
    insertJson.run(number, renderAuthor(author, books));
    for (const [position, book] of books.entries()) insertLink.run(number, position, book);
  }
}

function renderBook({ id, name, subject, titles, genre, published, author }: Book): string {
  const self = `${BASE}/book/${id}`;
  return JSON.stringify({
    type: 'book',
    id,
    attributes: { name, subject, title: titles['en'], genre, published },
    relationships: {
      author: { data: { type: 'author', id: `author-${author + 1}` }, links: renderLinks(self, 'author') },
    },
    links: { self },
    meta: { locales: Object.keys(titles) },
  });
}

function renderAuthor({ id, name, country }: Author, books: readonly number[]): string {
  const self = `${BASE}/author/${id}`;
  const data = books.slice(0, LINKAGE_MAXIMUM).map((book) => ({ type: 'book', id: `book-${book}` }));
  const next = `${self}/relationships/books?page%5Blimit%5D=${LINKAGE_MAXIMUM}&page%5Bskip%5D=${LINKAGE_MAXIMUM}`;
  const links = { ...renderLinks(self, 'books'), ...(books.length > LINKAGE_MAXIMUM && { next }) };
  return JSON.stringify({
    type: 'author',
    id,
    attributes: { name, country },
    relationships: { books: { data, links, meta: { total: books.length } } },
    links: { self },
  });
}

const renderLinks = (item: string, relationship: string): object => ({
  self: `${item}/relationships/${relationship}`,
  related: `${item}/${relationship}`,
});
