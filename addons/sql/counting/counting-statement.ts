/**
 * Facets and statistics of a list's items → one statement, whatever is counted of them.
 */

import { type Field, isListOfTexts } from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { ITEM, type ListedItems } from '../statements/list-items.js';
import { cutAtNullCharacter, escapeLike, Parameters, type Statement } from '../statements/parameters.js';
import { countSql, fieldIn, Steps } from './counting-steps.js';
import { groupSql, statisticsSql, textSql } from './value-sql.js';

/** What is counted of a list's items, each under a number of the caller's. */
export interface CountedParts {
  readonly facets: readonly (readonly [part: number, facet: FacetQuery])[];
  /** Paths of fields. */
  readonly statistics: readonly (readonly [part: number, path: string])[];
}

/** The part of the selected items themselves. */
export const SELECTION_PART = -1;

/** Numbers are texts, as they may be of any length. */
export interface CountRow {
  readonly part: number;
  readonly kind: 'value' | 'total' | 'statistics';
  /** The value; of statistics the least. */
  readonly value: string | null;
  /** The type of a link's target; of statistics the greatest value. */
  readonly type: string | null;
  /** How many items; of a facet's total how many different values. */
  readonly count: string;
  /** Of a facet's total, how many items have a value; of statistics the sum. */
  readonly extra: string | null;
}

/** @returns the statement for rows as `CountRow`, in any order. Of values those that are shown, and one that tells of all */
export function countingStatement(listed: ListedItems, buildParts: CountedParts): Statement {
  const parameters = new Parameters();
  const { ctes, body } = new CountingSql(listed, parameters).parts(buildParts);
  return parameters.statement(ctes, body);
}

/** A CTE with a row for each value: the value, how many items have it as `n`, and of links their `type`. */
interface Aggregate {
  readonly name: string;
  readonly value: string;
  /** What is true of the rows that are of this facet and of a value. */
  readonly where: string;
  /** How many of the selected items have a value. */
  readonly populatedCount: string;
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
    const { selected: selectionStep } = this.#steps;
    const ownFacets = facets.filter(([, { field }]) => !field.includes('.') && isScalar(fieldIn(selectionStep, field)));
    const aggregates = this.#ownAggregates(ownFacets);
    for (const [part, facet] of facets) {
      this.#writeFacet(part, facet, aggregates.get(part) ?? this.#aggregate(part, facet));
    }
    this.#writeStatistics(statistics);
    const { knownTotal: known } = this.#listed;
    const total = known === undefined ? this.#total : this.#parameters.add(known, 'bigint');
    this.#rows.push(`SELECT ${SELECTION_PART}, 'total', NULL, NULL, ${total}::text, NULL`);
    const [first = '', ...rest] = this.#rows;
    const body = [`SELECT * FROM (${first}) AS r (part, kind, value, type, count, extra)`, ...rest].join(' UNION ALL ');
    return { ctes: [...this.#steps.ctes(), ...this.#ctes], body };
  }

  /*
   * Facets of the items' own values: of several, one pass counts all; of one, there may be workers or an index.
   */

  #ownAggregates(facets: CountedParts['facets']): ReadonlyMap<number, Aggregate> {
    const columns = facets.map(([, facet]) =>
      this.#steps.column((source) => groupSql(source, facet, this.#parameters)),
    );
    const [firstFacet] = facets;
    if (firstFacet !== undefined) {
      this.#steps.readCount += 1;
      this.#total =
        columns.length < 2
          ? `(SELECT sum(n) FROM a${firstFacet[0]})`
          : this.#steps.selected.isSpread
            ? `(SELECT sum(n) FROM a${firstFacet[0]})`
            : `(SELECT sum(n) FROM a WHERE g = ${groupingBits(columns, 0)})`;
    }
    if (columns.length < 2 || this.#listed.knownTotal !== undefined || this.#steps.selected.isSpread) {
      return new Map(
        facets.map(([part], place): [number, Aggregate] => {
          const name = `a${part}`;
          this.#ctes.push(`${name} AS (SELECT ${columns[place]} AS v, count(*) AS n FROM s GROUP BY 1)`);
          return [part, { name, value: 'v', where: 'v IS NOT NULL', populatedCount: 'sum(n)' }];
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
        const where = `g = ${groupingBits(columns, place)} AND ${value} IS NOT NULL`;
        return [part, { name: 'a', value, where, populatedCount: 'sum(n)' }];
      }),
    );
  }

  /*
   * Facets of lists, of links, and of what is behind relationships.
   */

  #aggregate(part: number, facet: FacetQuery): Aggregate {
    const step = this.#steps.stepTo(facet.field);
    const { from, value, type, firstRowCondition: first } = this.#steps.reachValues(facet);
    const name = `a${part}`;
    const values = [...(type === undefined ? [] : [`${type} AS type`]), `${value} AS v`].join(', ');
    const [names, groups] = type === undefined ? ['v', '1'] : ['type, v', '1, 2'];
    const where = 'v IS NOT NULL';
    if (!step.hasManyPaths) {
      const countExpression = countSql(step.weight);
      this.#ctes.push(
        `${name} AS (SELECT ${values}, ${countExpression} AS n, ${countExpression} FILTER (WHERE ${first}) AS firsts ${from} GROUP BY ${groups})`,
      );
      return { name, value: 'v', where, populatedCount: 'sum(firsts)' };
    }
    const pairsCte = `d${part}`;
    if (step.isPerItem && step.isSpread) {
      this.#ctes.push(
        `${pairsCte} AS NOT MATERIALIZED (SELECT DISTINCT ${values}, ${step.key} AS k ${from})`,
        `${name} AS MATERIALIZED (SELECT ${names}, count(*) AS n FROM ${pairsCte} GROUP BY ${groups})`,
      );
      const items = `SELECT DISTINCT k FROM ${pairsCte} WHERE ${where}`;
      return { name, value: 'v', where, populatedCount: `(SELECT count(*) FROM (${items}) AS counted)` };
    }
    if (step.isPerItem) {
      this.#ctes.push(
        `${pairsCte} AS ${this.#listed.knownTotal === undefined ? '' : 'NOT MATERIALIZED '}(SELECT ${values}, ${step.key} AS k ${from})`,
        `${name} AS (SELECT ${names}, count(DISTINCT k) AS n FROM ${pairsCte} GROUP BY ${groups})`,
      );
      const items = `SELECT k FROM ${pairsCte} WHERE ${where} GROUP BY k`;
      return { name, value: 'v', where, populatedCount: `(SELECT count(*) FROM (${items}) AS counted)` };
    }
    this.#ctes.push(
      `${pairsCte} AS (SELECT DISTINCT ${values}, ${step.key} AS k, ${step.weight} AS w ${from})`,
      `${name} AS (SELECT ${names}, sum(w) AS n FROM ${pairsCte} GROUP BY ${groups})`,
    );
    const items = `SELECT DISTINCT k, w FROM ${pairsCte} WHERE ${where}`;
    return { name, value: 'v', where, populatedCount: `(SELECT sum(w) FROM (${items}) AS counted)` };
  }

  /*
   * What is told.
   */

  #writeFacet(part: number, facet: FacetQuery, { name, value, where, populatedCount }: Aggregate): void {
    const { prefix, isByValue, limit } = facet;
    const field = fieldIn(this.#steps.stepTo(facet.field), facet.field);
    const isLink = field.type === 'relationship';
    const prefixCondition = prefix === undefined ? 'TRUE' : this.#prefixSql(value, prefix);
    // With the name of the table, as without it these are the texts that are told.
    const order = [
      ...(isByValue ? [] : [`${name}.n DESC`]),
      ...(isLink ? [this.#typeOrder(`${name}.type`, field.to)] : []),
      `${name}.${value}`,
    ];
    const rowColumns = `${textSql(field, facet, value)}, ${isLink ? 'type' : 'NULL'}, n::text, NULL`;
    const limitParameter = this.#parameters.add(limit, 'bigint');
    this.#rows.push(
      `(SELECT ${part}, 'total', NULL, NULL, (count(*) FILTER (WHERE ${prefixCondition}))::text, (${populatedCount})::text FROM ${name} WHERE ${where})`,
      `(SELECT ${part}, 'value', ${rowColumns} FROM ${name} WHERE ${where} AND ${prefixCondition} ORDER BY ${order.join(', ')} LIMIT ${limitParameter})`,
    );
  }

  /** Items of several types: in a list of one type by their place in the model, else by their names. */
  #typeOrder(type: string, to: readonly string[]): string {
    return this.#listed.isRelated ? type : `array_position(${this.#parameters.add(to, 'text[]')}, ${type})`;
  }

  #prefixSql(value: string, prefix: Uint8Array): string {
    const { text, isCut } = cutAtNullCharacter(Buffer.from(prefix).toString());
    return isCut ? 'FALSE' : `${value} LIKE ${this.#parameters.add(`${escapeLike(text)}%`, 'text')}`;
  }

  #writeStatistics(statistics: CountedParts['statistics']): void {
    const ownColumns: string[] = [];
    const ownRows: string[] = [];
    for (const [part, path] of statistics) {
      const step = this.#steps.stepTo(path);
      const field = fieldIn(step, path);
      const { from, column } = this.#steps.joinValues(step, (source) => `${ITEM}.${source.column(field.name)}`);
      const { columns, row } = statisticsSql(part, field, column, step.weight);
      if (step === this.#steps.selected && this.#listed.knownTotal === undefined) {
        ownColumns.push(columns);
        ownRows.push(`SELECT ${row} FROM b`);
      } else {
        this.#rows.push(`SELECT ${row} FROM (SELECT ${columns} ${from}) AS b`);
      }
    }
    if (ownColumns.length === 0) return;
    this.#steps.readCount += 1;
    this.#ctes.push(`b AS (SELECT ${ownColumns.join(', ')} FROM s)`);
    this.#rows.push(...ownRows);
  }
}

/** What `grouping` says: a bit for each column, the last one's the lowest, and 0 of the one that is grouped by. */
const groupingBits = ({ length }: readonly string[], place: number): number =>
  2 ** length - 1 - 2 ** (length - 1 - place);

const isScalar = (field: Field): boolean => field.type !== 'relationship' && !isListOfTexts(field);
