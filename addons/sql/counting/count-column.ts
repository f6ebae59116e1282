/**
 * The values of a field, or of what is behind relationships, by item, as integers: what is counted of any items needs nothing
 * else. What it comes to are the rows that a statement would give.
 */
import { type Field, isListOfTexts, precisionOf, termId } from '../../../src/content/model/index.js';
import { type FacetQuery, topOf } from '../../../src/engine/facets/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { ITEM } from '../statements/list-items.js';
import { Parameters, type Statement } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import type { CountRow } from './counting-statement.js';
import { groupSql, textSql } from './value-sql.js';

/** Whose values: of numbers in ranges and of statistics, each by itself. */
export type ColumnField = Pick<FacetQuery, 'field' | 'grouping'>;

export interface ColumnStatements {
  readonly field: Field;
  /** Rows as `HeldValue`, in the order of the values. */
  readonly values: Statement;
  /** A row of `docs`: the items of each value in turn. */
  readonly docs: Statement;
}

export interface ColumnValue {
  readonly value: string;
  /** Of links. */
  readonly type: string | null;
  /** How many rows have it. */
  readonly n: number;
}

/** @param limit of the rows of values */
export function columnStatements(source: TypeSource, columnField: ColumnField, limit: number): ColumnStatements {
  const pathNames = columnField.field.split('.');
  const rootAlias = pathNames.length === 1 ? ITEM : 'r';
  const [id, doc] = [quoteIdentifier(ID_COLUMN), `${rootAlias}.${quoteIdentifier(DOC_COLUMN)}`];
  let [endSource, fromClause, reachedId] = [source, `${source.table} AS ${rootAlias}`, `${rootAlias}.${id}`];
  for (const [place, name] of pathNames.slice(0, -1).entries()) {
    const hop = endSource.field(name);
    fromClause += ` JOIN ${endSource.linksTable(name)} AS l${place} ON l${place}.id = ${reachedId}`;
    reachedId = `l${place}.target`;
    endSource = endSource.typeSource(hop.type === 'relationship' ? (hop.to[0] ?? '') : '');
  }
  const field = endSource.field(pathNames.at(-1) ?? '');
  const parameters = new Parameters();
  let [value, type, orderClause] = ['', 'NULL::text', 'v'];
  if (field.type === 'relationship') {
    fromClause += ` JOIN ${endSource.linksTable(field.name)} AS l ON l.id = ${reachedId}`;
    [value, type] = ['l.target', 'l.type'];
    orderClause = `array_position(${parameters.add(field.to, 'text[]')}, type), v`;
  } else {
    if (rootAlias !== ITEM) fromClause += ` JOIN ${endSource.table} AS ${ITEM} ON ${ITEM}.${id} = ${reachedId}`;
    value = groupSql(endSource, columnField, parameters);
    if (isListOfTexts(field)) {
      fromClause += `, unnest(${value}) AS u (v)`;
      value = 'u.v';
    }
  }
  const rows = `(SELECT ${doc} AS doc, ${value} AS v, ${type} AS type FROM ${fromClause}) AS p WHERE v IS NOT NULL`;
  const docs = `SELECT string_agg(int4send(doc), ''::bytea ORDER BY ${orderClause}) AS docs FROM ${rows}`;
  const counted = `SELECT v, type, count(*)::integer AS n FROM ${rows} GROUP BY 1, 2`;
  const valuesStatement = `SELECT ${textSql(field, columnField, 'v')} AS value, type, n FROM (${counted}) AS f ORDER BY ${orderClause} LIMIT ${limit}`;
  const { values } = parameters;
  return { field, values: { text: valuesStatement, values }, docs: { text: docs, values } };
}

/** How many items have each value, or each group of values. */
interface ValueCounts {
  readonly counts: Uint32Array;
  /** How many items have any. */
  readonly populated: number;
}

export class CountColumn {
  readonly #field: Field;
  readonly #values: readonly ColumnValue[];
  /** Where the terms of each item begin, and the end of the last; undefined where each has at most one. */
  readonly #starts: Uint32Array | undefined;
  /** Places of values; where each item has at most one, 0 is none, and others are one more. */
  readonly #terms: Uint32Array;
  /** Of all items. */
  #allCounts: ValueCounts | undefined;

  /** @param docs of each value in turn, an item as often as it has the value. @param items of the type */
  constructor(field: Field, values: readonly ColumnValue[], docs: Uint32Array, items: number) {
    this.#field = field;
    this.#values = values;
    const singleTerms = new Uint32Array(items);
    const isSingle = forEachPair(values, docs, (doc, term) => {
      if (singleTerms[doc] !== 0 && singleTerms[doc] !== term + 1) return false;
      singleTerms[doc] = term + 1;
      return true;
    });
    this.#terms = singleTerms;
    if (isSingle) return;
    const starts = new Uint32Array(items + 1);
    // Where the last term of each doc was met, so that none is met twice.
    singleTerms.fill(0);
    const eachNewPair = (use: (doc: number, term: number) => void): boolean =>
      forEachPair(values, docs, (doc, term) => {
        if (singleTerms[doc] !== term + 1) use(doc, term);
        singleTerms[doc] = term + 1;
        return true;
      });
    eachNewPair((doc) => {
      starts[doc + 1]! += 1;
    });
    for (let doc = 0; doc < items; doc += 1) starts[doc + 1]! += starts[doc]!;
    const terms = new Uint32Array(starts[items]!);
    const next = starts.slice();
    singleTerms.fill(0);
    eachNewPair((doc, term) => {
      terms[next[doc]!] = term;
      next[doc]! += 1;
    });
    [this.#starts, this.#terms] = [starts, terms];
  }

  get byteLength(): number {
    return this.#terms.byteLength + (this.#starts?.byteLength ?? 0) + this.#values.length * bytesPerValue;
  }

  /** Whether no item has several values. */
  get isSingle(): boolean {
    return this.#starts === undefined;
  }

  /** @param docs that are selected; undefined: all */
  facet(part: number, { grouping, prefix, limit, isByValue }: FacetQuery, docs: Uint32Array | undefined): CountRow[] {
    const groups = grouping.kind === 'ranges' ? this.#groupTerms(grouping.ends.map(({ units }) => units)) : undefined;
    const { counts, populated } = this.#countTerms(docs, groups);
    if (prefix !== undefined) {
      const prefixText = Buffer.from(prefix).toString();
      for (const [term, { value }] of this.#values.entries()) if (!value.startsWith(prefixText)) counts[term] = 0;
    }
    const allTerms = [termId(0), termId(counts.length)] as const;
    const topTerms = topOf({ terms: undefined, counts }, [allTerms], limit, isByValue);
    const valueRows = Array.from(topTerms.terms, (term, place): CountRow => {
      const { value, type } = groups === undefined ? this.#values[term]! : { value: String(term), type: null };
      return { part, kind: 'value', value, type, count: String(topTerms.counts[place]), extra: null };
    });
    return [createTotalRow(part, topTerms.total, populated), ...valueRows];
  }

  /** Of an item that has at most one value. */
  statistics(part: number, docs: Uint32Array | undefined): CountRow {
    const { counts, populated } = this.#countTerms(docs, undefined);
    const isNumber = precisionOf(this.#field) !== undefined;
    let [least, greatest, sum]: [string | null, string | null, bigint] = [null, null, 0n];
    for (const [term, { value }] of this.#values.entries()) {
      if (counts[term] === 0) continue;
      least ??= value;
      greatest = value;
      if (isNumber) sum += BigInt(value) * BigInt(counts[term]!);
    }
    return { part, kind: 'statistics', value: least, type: greatest, count: String(populated), extra: String(sum) };
  }

  /** @returns by value, how many ends are not above it */
  #groupTerms(ends: readonly bigint[]): Groups {
    let group = 0;
    const groupByTerm = Uint32Array.from(this.#values, ({ value }) => {
      while (group < ends.length && ends[group]! <= BigInt(value)) group += 1;
      return group;
    });
    return { of: groupByTerm, count: ends.length + 1 };
  }

  #countTerms(docs: Uint32Array | undefined, groups: Groups | undefined): ValueCounts {
    const starts = this.#starts;
    if (starts === undefined && groups !== undefined) {
      const { counts, populated } = this.#countTerms(docs, undefined);
      const sums = new Uint32Array(groups.count);
      for (let term = 0; term < counts.length; term += 1) sums[groups.of[term]!]! += counts[term]!;
      return { counts: sums, populated };
    }
    if (docs === undefined && groups === undefined) {
      this.#allCounts ??=
        starts === undefined ? this.#countSingleTerms(docs) : this.#countTermLists(starts, docs, groups);
      return { ...this.#allCounts, counts: this.#allCounts.counts.slice() };
    }
    return starts === undefined ? this.#countSingleTerms(docs) : this.#countTermLists(starts, docs, groups);
  }

  #countSingleTerms(docs: Uint32Array | undefined): ValueCounts {
    const terms = this.#terms;
    const counts = new Uint32Array(this.#values.length + 1);
    const size = docs?.length ?? terms.length;
    for (let position = 0; position < size; position += 1)
      counts[terms[docs === undefined ? position : docs[position]!]!]! += 1;
    return { counts: counts.subarray(1), populated: size - counts[0]! };
  }

  #countTermLists(starts: Uint32Array, docs: Uint32Array | undefined, groups: Groups | undefined): ValueCounts {
    const terms = this.#terms;
    const counts = new Uint32Array(groups?.count ?? this.#values.length);
    const size = docs?.length ?? starts.length - 1;
    let populated = 0;
    for (let at = 0; at < size; at += 1) {
      const doc = docs === undefined ? at : docs[at]!;
      const end = starts[doc + 1]!;
      if (end > starts[doc]!) populated += 1;
      // Terms ascend, and their groups with them.
      for (let place = starts[doc]!, previousGroup = -1; place < end; place += 1) {
        const group = groups === undefined ? terms[place]! : groups.of[terms[place]!]!;
        if (group !== previousGroup) counts[group]! += 1;
        previousGroup = group;
      }
    }
    return { counts, populated };
  }
}

interface Groups {
  readonly of: Uint32Array;
  readonly count: number;
}

/** About what a value takes, with its text. */
const bytesPerValue = 100;

export const createTotalRow = (part: number, n: number, more: number | null): CountRow => ({
  part,
  kind: 'total',
  value: null,
  type: null,
  count: String(n),
  extra: more === null ? null : String(more),
});

/** @returns whether `use` has gone on to the end */
function forEachPair(
  values: readonly ColumnValue[],
  docs: Uint32Array,
  use: (doc: number, term: number) => boolean,
): boolean {
  let at = 0;
  for (const [term, { n }] of values.entries()) {
    for (const end = at + n; at < end; at += 1) if (!use(docs[at]!, term)) return false;
  }
  return true;
}
