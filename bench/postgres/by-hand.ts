/**
 * Queries on a snapshot, on a load as `stele serve --from` sends them, and on hand-made tables in hand-written SQL.
 *
 * The answers must be equal before they are timed.
 */

import { type Client, connect } from '../../addons/sql/connection/connect.js';
import { Pool } from '../../addons/sql/connection/pool.js';
import { CountCache } from '../../addons/sql/counting/count-cache.js';
import { CountColumns } from '../../addons/sql/counting/count-columns.js';
import { answerFrom, loadSpace, parseAddress } from '../../addons/sql/index.js';
import { Register } from '../../addons/sql/register/register.js';
import { readLoad } from '../../addons/sql/serve/read-load.js';
import type { Ask } from '../../addons/sql/statements/parameters.js';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, type ParsedRequest, parseTarget } from '../../src/jsonapi/index.js';
import { startPostgres } from '../../testing/postgres/server.js';
import { BASE } from '../harness/input/render.js';
import { CONNECTIONS, POSTGRES_SETTINGS } from '../harness/postgres.js';
import { duration, terminalTable } from '../harness/results/tables.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import { type ClassResult, classTable, type Pair, ratioOf } from './report.js';

export interface HandQuestion {
  /** Below the delivery root. */
  readonly url: string;
  /** Rows of the total, then of each facet and statistic as the document has them, then of the page. */
  readonly sql: readonly string[];
}

export interface HandClass {
  readonly name: string;
  /** Compared part of an answer: all, all except items (if both engines rank), or nothing. */
  readonly compared?: 'all' | 'counts' | 'nothing';
  /** Target of its median at a million items, in milliseconds. */
  readonly targetMs?: number;
  readonly ask: (random: Random) => HandQuestion;
}

export interface HandContest {
  readonly name: string;
  readonly space: Space;
  readonly classes: readonly HandClass[];
  /** Statements that make the tables by hand. @param load the schema of the load, quoted */
  readonly tables: (load: string) => readonly string[];
}

export interface HandOptions {
  readonly seed: number;
  readonly only?: string;
  readonly url?: string;
  readonly effort: Effort;
  /** Number of different queries of a class, or all if it has fewer. */
  readonly questions: number;
}

/** How much slower than by hand an answer may be. */
const ratioMaximum = 1.5;
const PAIR: Pair = ['database', 'by hand'];

/** @returns a table of the classes, and the missed targets. @throws DifferenceError */
export async function runByHand(contest: HandContest, options: HandOptions): Promise<string> {
  const { name, space, tables, classes } = contest;
  const { seed, url, only = '', effort } = options;
  const asked = classes.filter((one) => one.name.includes(only));
  const server = url === undefined ? await startPostgres(undefined, [...POSTGRES_SETTINGS]) : undefined;
  const address = parseAddress(url ?? server?.url() ?? '');
  const clients: Client[] = [];
  const limits = { connections: CONNECTIONS, statementMs: 600_000, waitMs: 600_000 };
  const pool = new Pool(address, 'bench by hand', limits, () => Promise.resolve());
  try {
    await loadSpace(space, address, { schema: name, connections: CONNECTIONS, keep: 2, shrunk: () => [] });
    for (let number = 0; number < CONNECTIONS; number += 1) clients.push(await connect(address, 'bench'));
    const [client] = clients;
    const register = new Register(client!, name);
    const published = await register.published();
    const load = published && (await readLoad(client!, register, published));
    if (load === undefined || 'problem' in load) throw new OperationError(`the load of ${name} cannot be served.`);
    const hand = `${name}_by_hand_${load.schema}`;
    const { rows } = await client!.query('SELECT FROM pg_namespace WHERE nspname = $1', [hand]);
    if (rows.length === 0) {
      await client!.query(`CREATE SCHEMA ${hand}; SET search_path = ${hand}, public`);
      for (const statement of tables(`"${load.schema}"`)) await client!.query(statement);
    }
    await Promise.all(clients.map((one) => one.query(`SET search_path = ${hand}, public`)));
    const signal = new AbortController().signal;
    const ask: Ask = ({ text, values }) => pool.ask(text, values, signal);
    const held = new CountColumns(ask);
    // Each answer is computed as the first one: counts are not cached.
    const fromLoad = (request: ParsedRequest): Promise<Buffer> =>
      answerFrom({ ...load, ask, countCache: new CountCache(), columnCache: held }, request, BASE);
    const byHand = async (sql: readonly string[]): Promise<readonly (readonly object[])[]> =>
      Promise.all(
        sql.map(async (statement, place) => (await clients[place % CONNECTIONS]!.query<object>(statement)).rows),
      );
    const results: ClassResult[] = [];
    const missed: string[] = [];
    for (const one of asked) {
      const random = new Random(seed, `bench/by hand/${one.name}`);
      const drawn = Array.from({ length: options.questions * 3 }, () => one.ask(random));
      const questions = [...new Map(drawn.map((question) => [question.url, question])).values()]
        .slice(0, options.questions)
        .map((question) => ({ ...question, request: parseTarget(space.model, question.url) }));
      for (const { url: target, sql, request } of questions) {
        const expected = answer(space, request, BASE);
        const found = await fromLoad(request);
        if (!found.equals(expected)) throw new DifferenceError(`${target}\nsnapshot: ${expected}\ndatabase: ${found}`);
        compare(target, one.compared ?? 'all', expected.toString(), await byHand(sql));
      }
      await held.waitUntilFetched();
      const runsOf = (ask: (question: (typeof questions)[number]) => unknown) =>
        questions.map((question) => () => ask(question));
      const runners = [
        { name: 'snapshot', runs: runsOf(({ request }) => answer(space, request, BASE)) },
        { name: 'database', runs: runsOf(({ request }) => fromLoad(request)), waits: true },
        { name: 'by hand', runs: runsOf(({ sql }) => byHand(sql)), waits: true },
      ];
      const timings = await measure(runners, effort, random);
      const result = { name: one.name, questions: questions.length, compared: questions.length, timings };
      results.push(result);
      const p50Us = timings.get('database')?.p50Us ?? 0;
      console.error(`${one.name}: ${duration(p50Us)}`);
      const isLate = p50Us > (one.targetMs ?? Number.POSITIVE_INFINITY) * 1000;
      if (isLate || (ratioOf(result, PAIR) ?? 0) > ratioMaximum) missed.push(one.name);
    }
    const verdict = `Slower than their targets, or than ${ratioMaximum} × by hand: ${missed.join('; ') || 'none'}.`;
    return `${terminalTable(classTable(results, [PAIR]))}${verdict}`;
  } finally {
    await pool.close();
    await Promise.all(clients.map((one) => one.end()));
    await server?.remove();
  }
}

interface Shown {
  readonly data?: readonly { readonly id: string }[];
  readonly meta: {
    readonly total?: number;
    readonly facets?: Readonly<
      Record<string, { readonly values: readonly { readonly value: unknown; readonly count: number }[] }>
    >;
    readonly stats?: Readonly<Record<string, Readonly<Record<'count' | 'min' | 'max' | 'sum', unknown>>>>;
  };
}

/** @returns the id of a link, or the beginning of a range */
function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('id' in value) return String(value.id);
  return 'from' in value ? String(value.from) : '';
}

/** @throws DifferenceError if the rows say something else than the document */
function compare(
  url: string,
  compared: NonNullable<HandClass['compared']>,
  document: string,
  rows: readonly (readonly object[])[],
): void {
  if (compared === 'nothing') return;
  const { data = [], meta }: Shown = JSON.parse(document);
  // If so few items have all words, stele adds items that lack a word.
  if (compared === 'counts' && Number(Object.values(rows[0]?.[0] ?? {})[0]) < 100) return;
  const expected = [
    String(meta.total),
    ...Object.values(meta.facets ?? {}).flatMap(({ values }) =>
      values.map(({ value, count }) => `${shownValue(value)} ${count}`),
    ),
    ...Object.values(meta.stats ?? {}).map(({ count, min, max, sum }) => [count, min, max, sum].join(' ')),
    ...(compared === 'all' ? data.map(({ id }) => id) : []),
  ];
  const found = (compared === 'all' ? rows : rows.slice(0, -1)).flatMap((each, place) =>
    // The id of an item is the first column.
    each.map((row) => (place === rows.length - 1 ? Object.values(row).slice(0, 1) : Object.values(row)).join(' ')),
  );
  if (expected.join('\n') === found.join('\n')) return;
  throw new DifferenceError(`${url}\nsnapshot: ${expected.join(', ')}\nby hand: ${found.join(', ')}`);
}
