/**
 * The values of a field, or of what is behind relationships, by item, as integers: what is counted of any items needs nothing
 * else. What it comes to are the rows that a statement would give.
 */
import { type Field, isListOfTexts, precisionOf, termId } from '../../../src/content/model/index.js';
import { type FacetQuery, topOf } from '../../../src/engine/facets/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoted } from '../schema/identifiers.js';
import { ITEM } from '../statements/listed.js';
import { Parameters, type Statement } from '../statements/parameters.js';
import type { TypeSource } from '../statements/source.js';
import type { CountRow } from './statement.js';
import { groupSql, textSql } from './values.js';

/** Whose values: of numbers in ranges and of statistics, each by itself. */
export type HeldField = Pick<FacetQuery, 'field' | 'grouping'>;

export interface HeldStatements {
  readonly field: Field;
  /** Rows as `HeldValue`, in the order of the values. */
  readonly values: Statement;
  /** A row of `docs`: the items of each value in turn. */
  readonly docs: Statement;
}

export interface HeldValue {
  readonly value: string;
  /** Of links. */
  readonly type: string | null;
  /** How many rows have it. */
  readonly n: number;
}

/** @param limit of the rows of values */
export function heldStatements(source: TypeSource, held: HeldField, limit: number): HeldStatements {
  const names = held.field.split('.');
  const root = names.length === 1 ? ITEM : 'r';
  const [id, doc] = [quoted(ID_COLUMN), `${root}.${quoted(DOC_COLUMN)}`];
  let [end, from, reached] = [source, `${source.table} AS ${root}`, `${root}.${id}`];
  for (const [place, name] of names.slice(0, -1).entries()) {
    const hop = end.field(name);
    from += ` JOIN ${end.links(name)} AS l${place} ON l${place}.id = ${reached}`;
    reached = `l${place}.target`;
    end = end.other(hop.type === 'relationship' ? (hop.to[0] ?? '') : '');
  }
  const field = end.field(names.at(-1) ?? '');
  const parameters = new Parameters();
  let [value, type, order] = ['', 'NULL::text', 'v'];
  if (field.type === 'relationship') {
    from += ` JOIN ${end.links(field.name)} AS l ON l.id = ${reached}`;
    [value, type] = ['l.target', 'l.type'];
    order = `array_position(${parameters.add(field.to, 'text[]')}, type), v`;
  } else {
    if (root !== ITEM) from += ` JOIN ${end.table} AS ${ITEM} ON ${ITEM}.${id} = ${reached}`;
    value = groupSql(end, held, parameters);
    if (isListOfTexts(field)) {
      from += `, unnest(${value}) AS u (v)`;
      value = 'u.v';
    }
  }
  const rows = `(SELECT ${doc} AS doc, ${value} AS v, ${type} AS type FROM ${from}) AS p WHERE v IS NOT NULL`;
  const docs = `SELECT string_agg(int4send(doc), ''::bytea ORDER BY ${order}) AS docs FROM ${rows}`;
  const counted = `SELECT v, type, count(*)::integer AS n FROM ${rows} GROUP BY 1, 2`;
  const told = `SELECT ${textSql(field, held, 'v')} AS value, type, n FROM (${counted}) AS f ORDER BY ${order} LIMIT ${limit}`;
  const { values } = parameters;
  return { field, values: { text: told, values }, docs: { text: docs, values } };
}

/** How many items have each value, or each group of values. */
interface Tally {
  readonly counts: Uint32Array;
  /** How many items have any. */
  readonly populated: number;
}

export class HeldColumn {
  readonly #field: Field;
  readonly #values: readonly HeldValue[];
  /** Where the terms of each item begin, and the end of the last; undefined where each has at most one. */
  readonly #starts: Uint32Array | undefined;
  /** Places of values; where each item has at most one, 0 is none, and others are one more. */
  readonly #terms: Uint32Array;
  /** Of all items. */
  #whole: Tally | undefined;

  /** @param docs of each value in turn, an item as often as it has the value. @param items of the type */
  constructor(field: Field, values: readonly HeldValue[], docs: Uint32Array, items: number) {
    this.#field = field;
    this.#values = values;
    const single = new Uint32Array(items);
    const isSingle = eachPair(values, docs, (doc, term) => {
      if (single[doc] !== 0 && single[doc] !== term + 1) return false;
      single[doc] = term + 1;
      return true;
    });
    this.#terms = single;
    if (isSingle) return;
    const starts = new Uint32Array(items + 1);
    // Where the last term of each doc was met, so that none is met twice.
    single.fill(0);
    const once = (use: (doc: number, term: number) => void): boolean =>
      eachPair(values, docs, (doc, term) => {
        if (single[doc] !== term + 1) use(doc, term);
        single[doc] = term + 1;
        return true;
      });
    once((doc) => {
      starts[doc + 1]! += 1;
    });
    for (let doc = 0; doc < items; doc += 1) starts[doc + 1]! += starts[doc]!;
    const terms = new Uint32Array(starts[items]!);
    const next = starts.slice();
    single.fill(0);
    once((doc, term) => {
      terms[next[doc]!] = term;
      next[doc]! += 1;
    });
    [this.#starts, this.#terms] = [starts, terms];
  }

  get byteLength(): number {
    return this.#terms.byteLength + (this.#starts?.byteLength ?? 0) + this.#values.length * valueBytes;
  }

  /** Whether no item has several values. */
  get isSingle(): boolean {
    return this.#starts === undefined;
  }

  /** @param docs that are selected; undefined: all */
  facet(part: number, { grouping, prefix, limit, isByValue }: FacetQuery, docs: Uint32Array | undefined): CountRow[] {
    const groups = grouping.kind === 'ranges' ? this.#groups(grouping.ends.map(({ units }) => units)) : undefined;
    const { counts, populated } = this.#tally(docs, groups);
    if (prefix !== undefined) {
      const begins = Buffer.from(prefix).toString();
      for (const [term, { value }] of this.#values.entries()) if (!value.startsWith(begins)) counts[term] = 0;
    }
    const all = [termId(0), termId(counts.length)] as const;
    const top = topOf({ terms: undefined, counts }, [all], limit, isByValue);
    const shown = Array.from(top.terms, (term, place): CountRow => {
      const { value, type } = groups === undefined ? this.#values[term]! : { value: String(term), type: null };
      return { part, what: 'value', value, type, n: String(top.counts[place]), more: null };
    });
    return [totalRow(part, top.total, populated), ...shown];
  }

  /** Of an item that has at most one value. */
  statistics(part: number, docs: Uint32Array | undefined): CountRow {
    const { counts, populated } = this.#tally(docs, undefined);
    const isNumber = precisionOf(this.#field) !== undefined;
    let [least, greatest, sum]: [string | null, string | null, bigint] = [null, null, 0n];
    for (const [term, { value }] of this.#values.entries()) {
      if (counts[term] === 0) continue;
      least ??= value;
      greatest = value;
      if (isNumber) sum += BigInt(value) * BigInt(counts[term]!);
    }
    return { part, what: 'statistics', value: least, type: greatest, n: String(populated), more: String(sum) };
  }

  /** @returns by value, how many ends are not above it */
  #groups(ends: readonly bigint[]): Groups {
    let group = 0;
    const of = Uint32Array.from(this.#values, ({ value }) => {
      while (group < ends.length && ends[group]! <= BigInt(value)) group += 1;
      return group;
    });
    return { of, count: ends.length + 1 };
  }

  #tally(docs: Uint32Array | undefined, groups: Groups | undefined): Tally {
    const starts = this.#starts;
    if (starts === undefined && groups !== undefined) {
      const { counts, populated } = this.#tally(docs, undefined);
      const sums = new Uint32Array(groups.count);
      for (let term = 0; term < counts.length; term += 1) sums[groups.of[term]!]! += counts[term]!;
      return { counts: sums, populated };
    }
    if (docs === undefined && groups === undefined) {
      this.#whole ??= starts === undefined ? this.#ofSingle(docs) : this.#ofSeveral(starts, docs, groups);
      return { ...this.#whole, counts: this.#whole.counts.slice() };
    }
    return starts === undefined ? this.#ofSingle(docs) : this.#ofSeveral(starts, docs, groups);
  }

  #ofSingle(docs: Uint32Array | undefined): Tally {
    const terms = this.#terms;
    const counts = new Uint32Array(this.#values.length + 1);
    const size = docs?.length ?? terms.length;
    for (let at = 0; at < size; at += 1) counts[terms[docs === undefined ? at : docs[at]!]!]! += 1;
    return { counts: counts.subarray(1), populated: size - counts[0]! };
  }

  #ofSeveral(starts: Uint32Array, docs: Uint32Array | undefined, groups: Groups | undefined): Tally {
    const terms = this.#terms;
    const counts = new Uint32Array(groups?.count ?? this.#values.length);
    const size = docs?.length ?? starts.length - 1;
    let populated = 0;
    for (let at = 0; at < size; at += 1) {
      const doc = docs === undefined ? at : docs[at]!;
      const end = starts[doc + 1]!;
      if (end > starts[doc]!) populated += 1;
      // Terms ascend, and their groups with them.
      for (let place = starts[doc]!, before = -1; place < end; place += 1) {
        const group = groups === undefined ? terms[place]! : groups.of[terms[place]!]!;
        if (group !== before) counts[group]! += 1;
        before = group;
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
const valueBytes = 100;

export const totalRow = (part: number, n: number, more: number | null): CountRow => ({
  part,
  what: 'total',
  value: null,
  type: null,
  n: String(n),
  more: more === null ? null : String(more),
});

/** @returns whether `use` has gone on to the end */
function eachPair(
  values: readonly HeldValue[],
  docs: Uint32Array,
  use: (doc: number, term: number) => boolean,
): boolean {
  let at = 0;
  for (const [term, { n }] of values.entries()) {
    for (const end = at + n; at < end; at += 1) if (!use(docs[at]!, term)) return false;
  }
  return true;
}
