/**
 * The examples of docs/api.md, as its last section says they are written.
 */
import { codesIn, fencesOf, tablesOf } from '../markdown.js';

/** What the server is started with; the empty word is the plain bookshop. */
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

export interface Example {
  /** In the page, from 1. */
  readonly line: number;
  readonly server: ServerName;
  readonly method: string;
  readonly target: string;
  /** Lines as shown. */
  readonly headers: readonly string[];
  /** 200 where the example shows no status line. */
  readonly status: number;
  /** Header lines of the answer that are shown. */
  readonly answered: readonly string[];
  /** The body as shown; undefined where none is shown. */
  readonly body: string | undefined;
}

const isServer = (word: string): word is ServerName => SERVERS.some((name) => name === word);

const requestPattern = /^([A-Z]+) (\S+)$/;
const statusPattern = /^HTTP\/1\.1 (\d{3}) \S/;
const headerPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+: \S/;

/** @throws when a block of requests is not written as it should be */
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
    const [, method = '', target = ''] = requestPattern.exec(requestLine) ?? [];
    if (method === '') throw wrong(`begins with "${requestLine}", not with a method and a target`);
    const [statusLine = '', ...answered] = answer === '' ? ['HTTP/1.1 200 OK'] : answer.split('\n');
    const status = Number(statusPattern.exec(statusLine)?.[1] ?? 0);
    if (status === 0) throw wrong(`has "${statusLine}" where a status line belongs`);
    for (const header of [...headers, ...answered]) {
      if (!headerPattern.test(header)) throw wrong(`has "${header}" where a header belongs`);
    }
    const next = fences[place + 1];
    const body = next?.info === 'json' ? next.text : undefined;
    return [{ line, server, method, target, headers, status, answered, body }];
  });
}

/** JSON blocks that follow no request: what nothing would check. */
export function strayBodies(markdown: string): readonly number[] {
  const fences = fencesOf(markdown);
  return fences
    .filter(({ info }, place) => info === 'json' && !fences[place - 1]?.info.startsWith('http'))
    .map(({ line }) => line);
}

export interface ScoredRequest {
  readonly target: string;
  readonly score: number;
}

/** The rows of tables headed `request`, `score`, …: what each request scores. */
export function scoredRequests(markdown: string): readonly ScoredRequest[] {
  return tablesOf(markdown)
    .filter(({ head }) => head[0] === 'request' && head[1] === 'score')
    .flatMap(({ rows }) => rows)
    .map(([request = '', score = '']) => ({ target: codesIn(request)[0] ?? '', score: Number(score) }));
}

const manyLetters = 40_000;
const manyParameters = 64;

/**
 * What is written out of a request line or header: `…` after a letter is many more of that letter, after `&` many
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
