/**
 * Plans of Citus: runs each kind of request on distributed tables, explains its statements, and measures the rows that they
 * move to the coordinator.
 *
 * No statement may need a repartition join. A kind that moves more rows than a page of each shard names its reason here.
 * Elsewhere: the rules that the statements follow (addons/sql/statements/filter, docs/decisions/0031-citus.md).
 */
import { answerFrom, type LoadedSpace, loadSpace, openPublishedLoad, parseAddress } from '../../addons/sql/index.js';
import type { Statement } from '../../addons/sql/statements/parameters.js';
import { parseRequest } from '../../src/jsonapi/index.js';
import { generatedWorld } from './requests.js';

/** A kind of request to a generated export, whose types `article`, `tag` and `agency` are distributed, `author` is copied. */
export interface RequestKind {
  readonly name: string;
  /** Path and query below the delivery root. */
  readonly target: string;
  /** The reason why its statements move more rows than a page of each shard; undefined if they do not. */
  readonly reason?: string;
}

const IDS_ONCE = 'the ids of the related items are collected once and sent to each server';
const COUNT_OF_EACH_VALUE = 'each shard sends its count of each value, because a value may be in several shards';
const VALUES_OR_PAIRS =
  'the values of a small distributed type are collected once and sent; of a large one, the pairs of selected and reached items';
const VALUES_ONCE = 'the values of a distributed type are collected once and sent to each server';

export const REQUEST_KINDS: readonly RequestKind[] = [
  { name: 'page in the order of the export', target: '/article?page[skip]=500' },
  { name: 'page sorted by a field', target: '/article?sort=-price' },
  {
    name: 'far page sorted by a field',
    target: '/article?sort=title&page[skip]=1000',
    reason: 'each shard sends the rows before the page too, which the coordinator merges',
  },
  { name: 'page of a filter', target: '/article?filter[stock][_gt]=5&sort=title' },
  { name: 'filter behind a copied type', target: '/article?filter[author][country][_exists]=true' },
  { name: 'filter behind a distributed type, few items', target: '/article?filter[tags][name][_startsWith]=ab' },
  { name: 'filter behind a distributed type', target: '/article?filter[tags][name][_exists]=true', reason: IDS_ONCE },
  {
    name: 'filter behind two relationships',
    target: '/article?filter[author][agency][country][_exists]=true',
    reason: IDS_ONCE,
  },
  { name: 'sort behind a copied type', target: '/article?sort=author.name' },
  { name: 'sort behind two relationships', target: '/article?sort=author.agency.name', reason: VALUES_ONCE },
  {
    name: 'facet and statistics of own fields',
    target: '/article?_facet[genre]=5&_stats=price',
    reason: COUNT_OF_EACH_VALUE,
  },
  { name: 'facet behind a copied type', target: '/article?_facet[author.country]=5', reason: COUNT_OF_EACH_VALUE },
  {
    name: 'facet behind a distributed type, all items',
    target: '/article?_facet[tags.name]=5',
    reason: VALUES_OR_PAIRS,
  },
  {
    name: 'facet behind a distributed type',
    target: '/article?filter[stock][_gt]=5&_facet[tags.name]=5',
    reason: VALUES_OR_PAIRS,
  },
  {
    name: 'facet of a field with many values',
    target: '/article?filter[stock][_gt]=5&_facet[title]=5',
    reason: COUNT_OF_EACH_VALUE,
  },
  { name: 'item with included items', target: '/article/article-1?include=author,tags' },
  { name: 'related items', target: '/article/article-1/tags' },
  { name: 'related items, sorted', target: '/article/article-1/tags?sort=name' },
  { name: 'linkage', target: '/article/article-1/relationships/tags' },
];

export interface ExplainedKind {
  readonly kind: RequestKind;
  readonly statements: number;
  /** The most rows that one scan of a statement moved to the coordinator, if they are more than its result. */
  readonly movedRows: number;
  readonly hasRepartition: boolean;
}

/** Sends the request of a kind, and explains each of its statements with its rows. */
export async function explainKind(loaded: LoadedSpace, kind: RequestKind): Promise<ExplainedKind> {
  let [statements, movedRows, hasRepartition] = [0, 0, false];
  const ask: LoadedSpace['ask'] = async <Row extends object>(statement: Statement) => {
    const explaining = { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, values: statement.values };
    const plan = JSON.stringify(await loaded.ask(explaining), unquoteJson);
    const rows = await loaded.ask<Row>(statement);
    // Rows of the result have to move: they are in the document.
    const intermediateRows = findMovedRows(JSON.parse(plan)).filter((moved) => moved > rows.length);
    statements += 1;
    movedRows = Math.max(movedRows, ...intermediateRows);
    hasRepartition ||= plan.includes('"Dependent Jobs"');
    return rows;
  };
  const [path = '', query] = kind.target.split('?');
  const request = parseRequest(loaded.model, path, query === undefined ? '' : `?${query}`);
  await answerFrom({ ...loaded, ask }, request, '');
  return { kind, statements, movedRows, hasRepartition };
}

/** A driver may return a JSON column as text. */
const unquoteJson = (key: string, value: unknown): unknown =>
  key === 'QUERY PLAN' && typeof value === 'string' ? JSON.parse(value) : value;

/** @returns the rows of each scan of Citus in a plan, at any depth; rows inside the shards' own plans do not move */
function findMovedRows(plan: unknown): readonly number[] {
  if (Array.isArray(plan)) return plan.flatMap(findMovedRows);
  if (typeof plan !== 'object' || plan === null) return [];
  const entries = Object.entries(plan);
  const node = new Map<string, unknown>(entries);
  const isCitusScan = String(node.get('Custom Plan Provider') ?? '').startsWith('Citus');
  const ownRows = isCitusScan ? [Number(node.get('Actual Rows')) || countTaskRows(node)] : [];
  return [...ownRows, ...entries.flatMap(([key, value]) => (key === 'Remote Plan' ? [] : findMovedRows(value)))];
}

/** @returns the rows of a scan inside a subplan, for which Citus reports none: those of the task that is shown, for each task */
function countTaskRows(scan: ReadonlyMap<string, unknown>): number {
  const text = JSON.stringify(scan.get('Distributed Query') ?? null);
  const taskCount = Number(/"Task Count":(\d+)/.exec(text)?.[1] ?? 0);
  const shownRows = Number(/"Remote Plan":.*?"Actual Rows":(\d+)/.exec(text)?.[1] ?? 0);
  return taskCount * shownRows;
}

/** @returns a sentence for each rule that the kind breaks */
export function findFaults({ kind, movedRows, hasRepartition }: ExplainedKind, maximumRows: number): readonly string[] {
  const faults: string[] = [];
  if (hasRepartition) faults.push(`${kind.name}: a statement needs a repartition join`);
  if (kind.reason === undefined && movedRows > maximumRows) {
    faults.push(
      `${kind.name}: a statement moves ${movedRows} rows to the coordinator; without a reason, at most ${maximumRows}`,
    );
  }
  return faults;
}

/** Rows from which a type of the generated world is distributed: all its types but `author`, which has 400 items. */
const EXPLAINED_BOUND = 450;
const PAGE = 20;

/**
 * Loads a generated export and explains each kind of request on it.
 *
 * @param url of a cluster's coordinator
 * @returns the kinds with their rows, and a sentence for each rule that one of them breaks
 */
export async function explainAll(
  url: string,
  shards: number,
  seed: number,
): Promise<{ readonly explained: readonly ExplainedKind[]; readonly faults: readonly string[] }> {
  const { space } = await generatedWorld(seed);
  const [schema, address] = ['explained', parseAddress(url)];
  await loadSpace(space, address, { schema, connections: 4, keep: 2, distribute: EXPLAINED_BOUND, shrunk: () => [] });
  return openPublishedLoad(address, schema, 60_000, async (loaded) => {
    const explained: ExplainedKind[] = [];
    for (const kind of REQUEST_KINDS) explained.push(await explainKind(loaded, kind));
    return { explained, faults: explained.flatMap((one) => findFaults(one, shards * PAGE)) };
  });
}
