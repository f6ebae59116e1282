/**
 * The examples of docs/ask.
 *
 * - A block marked `http` is a request: method and target, and a version other than HTTP/1.1, then header lines. `Host` and
 *   `Connection` are added where they are missing. Behind an empty line may follow the status line and some header lines of
 *   the answer; without them the answer is 200. A word behind `http` names another server than the usual one.
 * - A block marked `json` right behind it is the body of the answer (elision.ts). A request without one has an answer without.
 * - A row of the table of errors has a request: `GET` unless it names a method, and header lines.
 * - `…` in a request is a long part: many more of the letter before it, or, after `&`, of the parameter before.
 */
import { type ErrorCode, isErrorCode, REQUEST_ERRORS } from '../../../src/content/errors/index.js';
import { codesIn, fencesOf, readPage, tableAt, tablesOf } from '../../../testing/pages/markdown.js';

export const ASK_PAGES = [
  'first-steps',
  ...['lists', 'filters', 'related-items', 'search', 'documents', 'errors'].map((name) => `ask/${name}`),
].map((name) => `docs/${name}.md`);

/** Name of the server's options (servers.ts); the empty word is the plain bookshop. */
export const SERVERS = [
  '',
  'spaces',
  'public',
  'unloaded',
  'broken',
  'frugal',
  'lean',
  'impatient',
  'locales',
  'guarded',
  'hosts',
] as const;
export type ServerName = (typeof SERVERS)[number];

export interface Asked {
  readonly server: ServerName;
  readonly method: string;
  readonly target: string;
  /** Of HTTP. */
  readonly version: string;
  /** Lines as shown. */
  readonly headers: readonly string[];
}

export interface Example extends Asked {
  /** In the page, from 1. */
  readonly line: number;
  /** 200 if the example shows no status line. */
  readonly status: number;
  /** Header lines of the answer that are shown. */
  readonly answered: readonly string[];
  /** The body as shown; undefined if none is shown. */
  readonly body: string | undefined;
}

const isServer = (word: string): word is ServerName => SERVERS.some((name) => name === word);

const requestPattern = /^([A-Z]+) (\S+)(?: (HTTP\/\d\.\d))?$/;
const errorRequestPattern = /^(?:([A-Z]+) )?(\/\S*)(?: (HTTP\/\d\.\d))?$/;
const statusPattern = /^HTTP\/1\.1 (\d{3}) \S/;
const headerPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+: \S/;

/** @throws if a block of requests is not written as it should be */
export function examplesOf(markdown: string): readonly Example[] {
  const fences = fencesOf(markdown);
  return fences.flatMap(({ info, text, line }, place) => {
    const [word, server = ''] = info.split(' ');
    if (word !== 'http') return [];
    const wrong = (what: string): Error => new Error(`the example in line ${line} ${what}`);
    if (!isServer(server)) throw wrong(`names the server "${server}", which there is none of`);
    const [request = '', answer = '', extra] = text.split('\n\n');
    if (extra !== undefined) throw wrong('has more than a request and an answer');
    const [requestLine = '', ...headers] = request.split('\n');
    const [, method = '', target = '', version = 'HTTP/1.1'] = requestPattern.exec(requestLine) ?? [];
    if (method === '') throw wrong(`begins with "${requestLine}", not with a method and a target`);
    const [statusLine = '', ...answered] = answer === '' ? ['HTTP/1.1 200 OK'] : answer.split('\n');
    const status = Number(statusPattern.exec(statusLine)?.[1] ?? 0);
    if (status === 0) throw wrong(`has "${statusLine}" where a status line belongs`);
    for (const header of [...headers, ...answered]) {
      if (!headerPattern.test(header)) throw wrong(`has "${header}" where a header belongs`);
    }
    const next = fences[place + 1];
    const body = next?.info === 'json' ? next.text : undefined;
    return [{ line, server, method, target, version, headers, status, answered, body }];
  });
}

/** Where the requests of the table of errors are sent, unless to the plain bookshop. */
const SERVER_OF_ERROR: Readonly<Partial<Record<ErrorCode, ServerName>>> = {
  NotIndexed: 'lean',
  QueryTooCostly: 'frugal',
  Unauthorized: 'guarded',
  Forbidden: 'guarded',
  RequestTimeout: 'impatient',
  MisdirectedRequest: 'hosts',
  TooManyRequests: 'guarded',
  InternalError: 'broken',
  Unavailable: 'unloaded',
};

const errorCodes = Object.keys(REQUEST_ERRORS).filter(isErrorCode);

/** Reads a request in the table of errors: `GET` unless a method is named, then header lines. @throws if it is no request */
export function askedIn([request = '', ...headers]: readonly string[], server: ServerName): Asked {
  const [, method = 'GET', target = '', version = 'HTTP/1.1'] = errorRequestPattern.exec(request) ?? [];
  if (target === '') throw new Error(`"${request}" is no request`);
  return { server, method, target, version, headers };
}

export interface ErrorExample extends Asked {
  readonly code: ErrorCode;
  /** As the page has it. */
  readonly status: number;
}

/** The table of errors, in the order of the catalogue. @throws if a code has no row, or a row no request */
export function errorExamples(): readonly ErrorExample[] {
  const { rows } = tableAt(tablesOf(readPage('docs/ask/errors.md')), 'Errors', 'code');
  return errorCodes.map((code) => {
    const row = rows.find(([name = '']) => codesIn(name)[0] === code) ?? [];
    return { code, status: Number(row[1]), ...askedIn(codesIn(row[3] ?? ''), SERVER_OF_ERROR[code] ?? '') };
  });
}

/** JSON blocks without a request before them, which no test would check. */
export function strayBodies(markdown: string): readonly number[] {
  const fences = fencesOf(markdown);
  return fences
    .filter(({ info }, place) => info === 'json' && !fences[place - 1]?.info.startsWith('http'))
    .map(({ line }) => line);
}

/** A row of a table whose last column is headed `example`. */
export interface RowExample {
  /** The first cell of the row. */
  readonly subject: string;
  /** Path and query below the delivery root: the code in the last cell that begins with `/`. */
  readonly targets: readonly string[];
  /** Whether the last cell has an example that no server of the tests can answer, such as a filter on a place. */
  readonly hasOther: boolean;
}

export function rowExamples(markdown: string): readonly RowExample[] {
  return tablesOf(markdown)
    .filter(({ head }) => head.at(-1) === 'example')
    .flatMap(({ rows }) => rows)
    .map((row) => {
      const codes = codesIn(row.at(-1) ?? '');
      const targets = codes.filter((code) => code.startsWith('/'));
      return { subject: row[0] ?? '', targets, hasOther: codes.length > targets.length };
    });
}

export interface ScoredRequest {
  readonly target: string;
  readonly score: number;
}

/** Rows of the tables with the columns `request` and `score`. */
export function scoredRequests(markdown: string): readonly ScoredRequest[] {
  return tablesOf(markdown)
    .filter(({ head }) => head[0] === 'request' && head[1] === 'score')
    .flatMap(({ rows }) => rows)
    .map(([request = '', score = '']) => ({ target: codesIn(request)[0] ?? '', score: Number(score) }));
}

const manyLetters = 40_000;
const manyParameters = 64;

/**
 * Expands a request line or header: `…` after a letter is many more of that letter, after `&` many
 * more of the last parameter.
 */
export function spelledOut(text: string): string {
  const at = text.indexOf('…');
  if (at < 0) return text;
  const before = text.slice(0, at);
  const rest = text.slice(at + 1);
  if (!before.endsWith('&')) return `${before}${before.slice(-1).repeat(manyLetters)}${rest}`;
  const parameter = before.slice(0, -1).split(/[?&]/).at(-1) ?? '';
  return `${before}${Array.from({ length: manyParameters }, () => parameter).join('&')}${rest}`;
}
