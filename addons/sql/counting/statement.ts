/**
 * Facets and statistics of a list's items → one statement, whatever is counted of them.
 */

import { type Field, isListOfTexts } from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { ITEM, type ListedItems } from '../statements/listed.js';
import { cutAtNull, likeText, Parameters, type Statement } from '../statements/parameters.js';
import { countSql, fieldIn, Steps } from './steps.js';
import { groupSql, statisticsSql, textSql } from './values.js';

/** What is counted of a list's items, each under a number of the caller's. */
export interface CountedParts {
  readonly facets: readonly (readonly [part: number, facet: FacetQuery])[];
  /** Paths of fields. */
  readonly statistics: readonly (readonly [part: number, path: string])[];
}

/** The part of the selected items themselves. */
export const WHOLE = -1;

/** Numbers are texts, as they may be of any length. */
export interface CountRow {
  readonly part: number;
  readonly what: 'value' | 'total' | 'statistics';
  /** The value; of statistics the least. */
  readonly value: string | null;
  /** The type of a link's target; of statistics the greatest value. */
  readonly type: string | null;
  /** How many items; of a facet's total how many different values. */
  readonly n: string;
  /** Of a facet's total, how many items have a value; of statistics the sum. */
  readonly more: string | null;
}

/** @returns the statement for rows as `CountRow`, in any order. Of values those that are shown, and one that tells of all */
export function countingStatement(listed: ListedItems, parts: CountedParts): Statement {
  const parameters = new Parameters();
  const { ctes, body } = new CountingSql(listed, parameters).parts(parts);
  return parameters.statement(ctes, body);
}

/** A CTE with a row for each value: the value, how many items have it as `n`, and of links their `type`. */
interface Aggregate {
  readonly name: string;
  readonly value: string;
  /** What is true of the rows that are of this facet and of a value. */
  readonly where: string;
  /** How many of the selected items have a value. */
  readonly counted: string;
}

class CountingSql {
  readonly #listed: ListedItems;
  readonly #parameters: Parameters;
  readonly #steps: Steps;
  /** What is made of the steps. */
  readonly #ctes: string[] = [];
  readonly #rows: string[] = [];
  /** How many items are selected. */
  #total = '(SELECT count(*) FROM s)';

  constructor(listed: ListedItems, parameters: Parameters) {
    this.#listed = listed;
    this.#parameters = parameters;
    this.#steps = new Steps(listed, parameters);
  }

  parts({ facets, statistics }: CountedParts): { readonly ctes: readonly string[]; readonly body: string } {
    const { all } = this.#steps;
    const own = facets.filter(([, { field }]) => !field.includes('.') && isScalar(fieldIn(all, field)));
    const aggregates = this.#ownAggregates(own);
    for (const [part, facet] of facets) {
      this.#writeFacet(part, facet, aggregates.get(part) ?? this.#aggregate(part, facet));
    }
    this.#writeStatistics(statistics);
    const { known } = this.#listed;
    const total = known === undefined ? this.#total : this.#parameters.add(known, 'bigint');
    this.#rows.push(`SELECT ${WHOLE}, 'total', NULL, NULL, ${total}::text, NULL`);
    const [first = '', ...rest] = this.#rows;
    const body = [`SELECT * FROM (${first}) AS r (part, what, value, type, n, more)`, ...rest].join(' UNION ALL ');
    return { ctes: [...this.#steps.ctes(), ...this.#ctes], body };
  }

  /*
   * Facets of the items' own values: of several, one pass counts all; of one, there may be workers or an index.
   */

  #ownAggregates(facets: CountedParts['facets']): ReadonlyMap<number, Aggregate> {
    const columns = facets.map(([, facet]) =>
      this.#steps.column((source) => groupSql(source, facet, this.#parameters)),
    );
    const [one] = facets;
    if (one !== undefined) {
      this.#steps.uses += 1;
      this.#total =
        columns.length < 2
          ? `(SELECT sum(n) FROM a${one[0]})`
          : this.#steps.all.isSpread
            ? `(SELECT sum(n) FROM a${one[0]})`
            : `(SELECT sum(n) FROM a WHERE g = ${setOf(columns, 0)})`;
    }
    if (columns.length < 2 || this.#listed.known !== undefined || this.#steps.all.isSpread) {
      return new Map(
        facets.map(([part], place): [number, Aggregate] => {
          const name = `a${part}`;
          this.#ctes.push(`${name} AS (SELECT ${columns[place]} AS v, count(*) AS n FROM s GROUP BY 1)`);
          return [part, { name, value: 'v', where: 'v IS NOT NULL', counted: 'sum(n)' }];
        }),
      );
    }
    const list = columns.join(', ');
    const sets = columns.map((column) => `(${column})`).join(', ');
    this.#ctes.push(
      `a AS (SELECT grouping(${list}) AS g, ${list}, count(*) AS n FROM s GROUP BY GROUPING SETS (${sets}))`,
    );
    return new Map(
      facets.map(([part], place): [number, Aggregate] => {
        const value = columns[place]!;
        const where = `g = ${setOf(columns, place)} AND ${value} IS NOT NULL`;
        return [part, { name: 'a', value, where, counted: 'sum(n)' }];
      }),
    );
  }

  /*
   * Facets of lists, of links, and of what is behind relationships.
   */

  #aggregate(part: number, facet: FacetQuery): Aggregate {
    const step = this.#steps.to(facet.field);
    const { from, value, type, first } = this.#steps.reached(facet);
    const name = `a${part}`;
    const values = [...(type === undefined ? [] : [`${type} AS type`]), `${value} AS v`].join(', ');
    const [names, groups] = type === undefined ? ['v', '1'] : ['type, v', '1, 2'];
    const where = 'v IS NOT NULL';
    if (!step.isMany) {
      const all = countSql(step.weight);
      this.#ctes.push(
        `${name} AS (SELECT ${values}, ${all} AS n, ${all} FILTER (WHERE ${first}) AS firsts ${from} GROUP BY ${groups})`,
      );
      return { name, value: 'v', where, counted: 'sum(firsts)' };
    }
    const pairs = `d${part}`;
    if (step.isEach && step.isSpread) {
      this.#ctes.push(
        `${pairs} AS NOT MATERIALIZED (SELECT DISTINCT ${values}, ${step.key} AS k ${from})`,
        `${name} AS MATERIALIZED (SELECT ${names}, count(*) AS n FROM ${pairs} GROUP BY ${groups})`,
      );
      const items = `SELECT DISTINCT k FROM ${pairs} WHERE ${where}`;
      return { name, value: 'v', where, counted: `(SELECT count(*) FROM (${items}) AS counted)` };
    }
    if (step.isEach) {
      this.#ctes.push(
        `${pairs} AS ${this.#listed.known === undefined ? '' : 'NOT MATERIALIZED '}(SELECT ${values}, ${step.key} AS k ${from})`,
        `${name} AS (SELECT ${names}, count(DISTINCT k) AS n FROM ${pairs} GROUP BY ${groups})`,
      );
      const items = `SELECT k FROM ${pairs} WHERE ${where} GROUP BY k`;
      return { name, value: 'v', where, counted: `(SELECT count(*) FROM (${items}) AS counted)` };
    }
    this.#ctes.push(
      `${pairs} AS (SELECT DISTINCT ${values}, ${step.key} AS k, ${step.weight} AS w ${from})`,
      `${name} AS (SELECT ${names}, sum(w) AS n FROM ${pairs} GROUP BY ${groups})`,
    );
    const items = `SELECT DISTINCT k, w FROM ${pairs} WHERE ${where}`;
    return { name, value: 'v', where, counted: `(SELECT sum(w) FROM (${items}) AS counted)` };
  }

  /*
   * What is told.
   */

  #writeFacet(part: number, facet: FacetQuery, { name, value, where, counted }: Aggregate): void {
    const { prefix, isByValue, limit } = facet;
    const field = fieldIn(this.#steps.to(facet.field), facet.field);
    const isLink = field.type === 'relationship';
    const begins = prefix === undefined ? 'TRUE' : this.#beginsSql(value, prefix);
    // With the name of the table, as without it these are the texts that are told.
    const order = [
      ...(isByValue ? [] : [`${name}.n DESC`]),
      ...(isLink ? [this.#typeOrder(`${name}.type`, field.to)] : []),
      `${name}.${value}`,
    ];
    const shown = `${textSql(field, facet, value)}, ${isLink ? 'type' : 'NULL'}, n::text, NULL`;
    const most = this.#parameters.add(limit, 'bigint');
    this.#rows.push(
      `(SELECT ${part}, 'total', NULL, NULL, (count(*) FILTER (WHERE ${begins}))::text, (${counted})::text FROM ${name} WHERE ${where})`,
      `(SELECT ${part}, 'value', ${shown} FROM ${name} WHERE ${where} AND ${begins} ORDER BY ${order.join(', ')} LIMIT ${most})`,
    );
  }

  /** Items of several types: in a list of one type by their place in the model, else by their names. */
  #typeOrder(type: string, to: readonly string[]): string {
    return this.#listed.isRelated ? type : `array_position(${this.#parameters.add(to, 'text[]')}, ${type})`;
  }

  #beginsSql(value: string, prefix: Uint8Array): string {
    const { text, isCut } = cutAtNull(Buffer.from(prefix).toString());
    return isCut ? 'FALSE' : `${value} LIKE ${this.#parameters.add(`${likeText(text)}%`, 'text')}`;
  }

  #writeStatistics(statistics: CountedParts['statistics']): void {
    const own: string[] = [];
    const told: string[] = [];
    for (const [part, path] of statistics) {
      const step = this.#steps.to(path);
      const field = fieldIn(step, path);
      const { from, column } = this.#steps.values(step, (source) => `${ITEM}.${source.column(field.name)}`);
      const { columns, row } = statisticsSql(part, field, column, step.weight);
      if (step === this.#steps.all && this.#listed.known === undefined) {
        own.push(columns);
        told.push(`SELECT ${row} FROM b`);
      } else {
        this.#rows.push(`SELECT ${row} FROM (SELECT ${columns} ${from}) AS b`);
      }
    }
    if (own.length === 0) return;
    this.#steps.uses += 1;
    this.#ctes.push(`b AS (SELECT ${own.join(', ')} FROM s)`);
    this.#rows.push(...told);
  }
}

/** What `grouping` says: a bit for each column, the last one's the lowest, and 0 of the one that is grouped by. */
const setOf = ({ length }: readonly string[], place: number): number => 2 ** length - 1 - 2 ** (length - 1 - place);

const isScalar = (field: Field): boolean => field.type !== 'relationship' && !isListOfTexts(field);
