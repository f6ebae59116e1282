/**
 * SQLite's FTS5 as a contestant: a table without copies of texts, bm25 with weights, a prefix index, merged into one
 * segment.
 *
 * The database is opened as a server would open it: pages are read on demand, and the cache has room for all of them.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../harness/sqlite/driver.js';
import { quoted } from '../../harness/sqlite/schema.js';
import type { Asking, Corpus, OpenedIndex, Question, SearchEngine } from './contestant.js';
import { fillPage, STOP_WORDS, wordsOf } from './packages.js';

const fileName = 'index.db';

/** @returns the words that are asked for, quoted */
function termsOf({ words }: Question, language: Corpus['language']): string[] {
  const all = wordsOf(words);
  const telling = language === 'english' ? all.filter((word) => !STOP_WORDS.has(word)) : all;
  return (telling.length > 0 ? telling : all).map((word) => `"${word}"`);
}

/** A box takes the last word for a beginning, and for a word, which counts more. */
const LAST: Readonly<Record<Asking, (term: string) => string>> = {
  words: (term) => term,
  prefix: (term) => `${term}*`,
  typos: (term) => `${term}*`,
  any: (term) => term,
  box: (term) => `(${term} OR ${term}*)`,
};

/**
 * The question in FTS5's own language, in the forms that are asked one after the other until the page is full: a box
 * has all words first, then any.
 *
 * @returns none when there is no word
 */
function expressions(question: Question, language: Corpus['language']): string[] {
  const terms = termsOf(question, language);
  const last = terms.at(-1);
  if (last === undefined) return [];
  const parts = [...terms.slice(0, -1), LAST[question.asking](last)];
  const [all, any] = [parts.join(' AND '), parts.join(' OR ')];
  if (question.asking === 'any') return [any];
  return question.asking === 'box' ? [all, any] : [all];
}

function sqliteVersion(): string {
  const database = openDatabase(':memory:');
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  database.close();
  return version;
}

export function sqliteFts(): SearchEngine {
  return {
    name: 'sqlite',
    version: sqliteVersion(),
    rule: { begins: 'asked', exactWords: Number.POSITIVE_INFINITY, enough: 0, beyond: 'more' },
    responds: false,
    forgivesTypos: false,
    hitsMaximum: Number.POSITIVE_INFINITY,
    build: async (corpus, folder) => {
      const database = openDatabase(join(folder, fileName));
      for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000'])
        database.pragma(pragma);
      const columns = corpus.fields.map(({ name }) => quoted(name)).join(', ');
      const tokenizer = `${corpus.language === 'english' ? 'porter ' : ''}unicode61 remove_diacritics 2`;
      database.exec(
        `CREATE VIRTUAL TABLE texts USING fts5(${columns}, content='', tokenize='${tokenizer}', prefix='1 2 3')`,
      );
      database.exec('CREATE TABLE ids (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL)');
      const places = corpus.fields.map(() => '?').join(', ');
      const insert = database.prepare(`INSERT INTO texts (rowid, ${columns}) VALUES (?, ${places})`);
      const insertId = database.prepare('INSERT INTO ids VALUES (?, ?)');
      database.exec('BEGIN');
      let rowid = 0;
      for (const { id, texts } of corpus.plainDocuments()) {
        rowid += 1;
        insert.run(rowid, ...texts.map((text) => wordsOf(text).join(' ')));
        insertId.run(rowid, id);
      }
      const weights = corpus.fields.map(({ weight }) => weight.toFixed(1)).join(', ');
      database.exec(`INSERT INTO texts (texts, rank) VALUES ('rank', 'bm25(${weights})')`);
      database.exec(`INSERT INTO texts (texts) VALUES ('optimize')`);
      database.exec('COMMIT');
      database.exec('VACUUM');
      database.close();
    },
    open: async ({ language }, folder): Promise<OpenedIndex> => {
      const path = join(folder, fileName);
      const database = openDatabase(path, { readonly: true });
      database.pragma('locking_mode = EXCLUSIVE');
      database.pragma(`cache_size = -${Math.ceil(statSync(path).size / 1024) + 10_000}`);
      const statement = database
        .prepare(
          `SELECT ids.id FROM (SELECT rowid AS item, rank AS score FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?)
           CROSS JOIN ids ON ids.rowid = item ORDER BY score, item`,
        )
        .pluck();
      return {
        search: (question, limit) =>
          fillPage(expressions(question, language), limit, (asked) =>
            statement.all(asked, Number.isFinite(limit) ? limit : -1).map(String),
          ),
        close: () => {
          database.close();
        },
      };
    },
    indexBytes: async (folder) => statSync(join(folder, fileName)).size,
  };
}
