/**
 * Facets and statistics of a list → one statement, whose rows are counts.
 *
 * Facets of the items' own fields are aggregated in one pass over the selected items where possible; facets behind
 * relationships are aggregated over the steps of their path.
 * Elsewhere: the CTEs of items (counting-steps), values as SQL (value-sql), counting in memory (count-column).
 */

import { type Field, foldOf, isListOfTexts, isRelatedPath } from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { foldAccents } from '../../../src/index/termdict/index.js';
import { ITEM, type ListedItems } from '../statements/list-items.js';
import { cutAtNullCharacter, escapeLike, Parameters, type Statement } from '../statements/parameters.js';
import { CountingSteps, requireField, type Step, weightedCountSql } from './counting-steps.js';
import { groupSql, lastName, statisticsSql, textSql } from './value-sql.js';

/** Facets and statistics to count, each with a number that its rows carry as `part`. */
export interface CountedParts {
  readonly facets: readonly (readonly [part: number, facet: FacetQuery])[];
  /** Paths of fields. */
  readonly statistics: readonly (readonly [part: number, path: string])[];
}

/** The `part` of the total of selected items. */
export const SELECTION_PART = -1;

/** A row of a counting statement. Numbers are texts of any length. */
export interface CountRow {
  readonly part: number;
  readonly kind: 'value' | 'total' | 'statistics';
  /** A value; for statistics the smallest value. */
  readonly value: string | null;
  /** Type of a linked item; for statistics the largest value. */
  readonly type: string | null;
  /** Number of items; for the total of a facet the number of distinct values. */
  readonly count: string;
  /** For the total of a facet the number of populated items; for statistics the sum; otherwise null. */
  readonly extra: string | null;
}

/** @returns a statement for rows as `CountRow`, in any order: the first values of each facet, and a total for each */
export function countingStatement(listedItems: ListedItems, parts: CountedParts): Statement {
  const parameters = new Parameters();
  const { ctes, body } = new CountingStatementBuilder(listedItems, parameters).parts(parts);
  return parameters.statement(ctes, body);
}

/** A CTE with one row per value: the value, its number of items `n`, and for links their `type`. */
interface Aggregate {
  readonly name: string;
  readonly value: string;
  /** Condition on the rows of this facet that have a value. */
  readonly condition: string;
  /** SQL for the number of selected items with a value. */
  readonly populatedCount: string;
}

/** Builds one statement; use once. */
class CountingStatementBuilder {
  readonly #listed: ListedItems;
  readonly #parameters: Parameters;
  readonly #steps: CountingSteps;
  /** CTEs that read the steps. */
  readonly #ctes: string[] = [];
  /** Queries for rows as `CountRow`, to be united. */
  readonly #rows: string[] = [];
  /** SQL for the number of selected items. */
  #total = '(SELECT count(*) FROM s)';

  constructor(listed: ListedItems, parameters: Parameters) {
    this.#listed = listed;
    this.#parameters = parameters;
    this.#steps = new CountingSteps(listed, parameters);
  }

  parts({ facets, statistics }: CountedParts): { readonly ctes: readonly string[]; readonly body: string } {
    const { selected } = this.#steps;
    const ownFacets = facets.filter(
      ([, { field }]) => !isRelatedPath(field) && isScalar(requireField(selected, field)),
    );
    const aggregates = this.#aggregateOwnFields(ownFacets);
    for (const [part, facet] of facets) {
      this.#writeFacet(part, facet, aggregates.get(part) ?? this.#aggregateReachedValues(part, facet));
    }
    this.#writeStatistics(statistics);
    const { knownTotal } = this.#listed;
    const total = knownTotal === undefined ? this.#total : this.#parameters.add(knownTotal, 'bigint');
    this.#rows.push(`SELECT ${SELECTION_PART}, 'total', NULL, NULL, ${total}::text, NULL`);
    const [first = '', ...rest] = this.#rows;
    const body = [`SELECT * FROM (${first}) AS r (part, kind, value, type, count, extra)`, ...rest].join(' UNION ALL ');
    return { ctes: [...this.#steps.ctes(), ...this.#ctes], body };
  }

  /**
   * Aggregates facets of the items' own fields. Several facets are counted in one pass with GROUPING SETS; a single facet is a
   * plain GROUP BY, for which PostgreSQL may use parallel workers or an index.
   */
  #aggregateOwnFields(facets: CountedParts['facets']): ReadonlyMap<number, Aggregate> {
    const columns = facets.map(([, facet]) =>
      this.#steps.column((source) => groupSql(source, facet, this.#parameters)),
    );
    const [firstFacet] = facets;
    if (firstFacet !== undefined) {
      this.#steps.readCount += 1;
      this.#total =
        columns.length < 2
          ? `(SELECT sum(n) FROM a${firstFacet[0]})`
          : this.#steps.selected.isDistributed
            ? `(SELECT sum(n) FROM a${firstFacet[0]})`
            : `(SELECT sum(n) FROM a WHERE g = ${groupingBits(columns, 0)})`;
    }
    if (columns.length < 2 || this.#listed.knownTotal !== undefined || this.#steps.selected.isDistributed) {
      return new Map(
        facets.map(([part], place): [number, Aggregate] => {
          const cteName = `a${part}`;
          this.#ctes.push(`${cteName} AS (SELECT ${columns[place]} AS v, count(*) AS n FROM s GROUP BY 1)`);
          return [part, { name: cteName, value: 'v', condition: 'v IS NOT NULL', populatedCount: 'sum(n)' }];
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
        const condition = `g = ${groupingBits(columns, place)} AND ${value} IS NOT NULL`;
        return [part, { name: 'a', value, condition, populatedCount: 'sum(n)' }];
      }),
    );
  }

  /** Aggregates a facet of a list, of links, or of a field behind relationships. */
  #aggregateReachedValues(part: number, facet: FacetQuery): Aggregate {
    const step = this.#steps.facetStep(facet.field);
    const { from, value, type, firstRowCondition: firstRow } = this.#steps.reachValues(facet);
    const name = `a${part}`;
    const values = [...(type === undefined ? [] : [`${type} AS type`]), `${value} AS v`].join(', ');
    const [names, groups] = type === undefined ? ['v', '1'] : ['type, v', '1, 2'];
    const condition = 'v IS NOT NULL';
    if (!step.hasManyPaths) {
      const countExpression = weightedCountSql(step.weight);
      this.#ctes.push(
        `${name} AS (SELECT ${values}, ${countExpression} AS n, ${countExpression} FILTER (WHERE ${firstRow}) AS firsts ${from} GROUP BY ${groups})`,
      );
      return { name, value: 'v', condition, populatedCount: 'sum(firsts)' };
    }
    const pairsCte = `d${part}`;
    if (step.isPerItem && step.isDistributed) {
      // Each server makes its pairs different for the counts only: the populated items need no pairs of texts.
      this.#ctes.push(
        `${pairsCte} AS NOT MATERIALIZED (SELECT ${values}, ${step.key} AS k ${from})`,
        `${name} AS MATERIALIZED (SELECT ${names}, count(*) AS n FROM (SELECT DISTINCT * FROM ${pairsCte}) AS pairs GROUP BY ${groups})`,
      );
      const items = `SELECT DISTINCT k FROM ${pairsCte} WHERE ${condition}`;
      return { name, value: 'v', condition, populatedCount: `(SELECT count(*) FROM (${items}) AS counted)` };
    }
    if (step.isPerItem) {
      this.#ctes.push(
        `${pairsCte} AS ${this.#listed.knownTotal === undefined ? '' : 'NOT MATERIALIZED '}(SELECT ${values}, ${step.key} AS k ${from})`,
        `${name} AS (SELECT ${names}, count(DISTINCT k) AS n FROM ${pairsCte} GROUP BY ${groups})`,
      );
      const items = `SELECT k FROM ${pairsCte} WHERE ${condition} GROUP BY k`;
      return { name, value: 'v', condition, populatedCount: `(SELECT count(*) FROM (${items}) AS counted)` };
    }
    this.#ctes.push(
      `${pairsCte} AS (SELECT DISTINCT ${values}, ${step.key} AS k, ${step.weight} AS w ${from})`,
      `${name} AS (SELECT ${names}, sum(w) AS n FROM ${pairsCte} GROUP BY ${groups})`,
    );
    const items = `SELECT DISTINCT k, w FROM ${pairsCte} WHERE ${condition}`;
    return { name, value: 'v', condition, populatedCount: `(SELECT sum(w) FROM (${items}) AS counted)` };
  }

  /** Adds the rows of a facet: its total, and its first values in order. */
  #writeFacet(part: number, facet: FacetQuery, { name, value, condition, populatedCount }: Aggregate): void {
    const { prefix, isByValue, limit } = facet;
    const field = requireField(this.#steps.facetStep(facet.field), facet.field);
    const isLink = field.type === 'relationship';
    const prefixCondition = prefix === undefined ? 'TRUE' : this.#prefixSql(facet.field, value, prefix);
    // Qualified names: without the table's name, ORDER BY would sort the output texts instead of the values.
    const order = [
      ...(isByValue ? [] : [`${name}.n DESC`]),
      ...(isLink ? [this.#typeOrder(`${name}.type`, field.to)] : []),
      `${name}.${value}`,
    ];
    const rowColumns = `${textSql(field, facet, value)}, ${isLink ? 'type' : 'NULL'}, n::text, NULL`;
    const limitParameter = this.#parameters.add(limit, 'bigint');
    this.#rows.push(
      `(SELECT ${part}, 'total', NULL, NULL, (count(*) FILTER (WHERE ${prefixCondition}))::text, (${populatedCount})::text FROM ${name} WHERE ${condition})`,
      `(SELECT ${part}, 'value', ${rowColumns} FROM ${name} WHERE ${condition} AND ${prefixCondition} ORDER BY ${order.join(', ')} LIMIT ${limitParameter})`,
    );
  }

  /** @returns a sort key for linked types: their position in the relationship, or their name in lists of related items */
  #typeOrder(type: string, to: readonly string[]): string {
    return this.#listed.isRelated ? type : `array_position(${this.#parameters.add(to, 'text[]')}, ${type})`;
  }

  /** @param path of the facet's field. @param value SQL of a counted value */
  #prefixSql(path: string, value: string, prefix: Uint8Array): string {
    const step = this.#steps.facetStep(path);
    const ignoresAccents = foldOf(requireField(step, path)) === 'accents';
    const prefixText = Buffer.from(prefix).toString();
    const { text, isCut } = cutAtNullCharacter(ignoresAccents ? foldAccents(prefixText) : prefixText);
    if (ignoresAccents && !isCut) return `${value} IN (SELECT v FROM ${this.#foldedValues(step, path, text)})`;
    return isCut ? 'FALSE' : `${value} LIKE ${this.#parameters.add(`${escapeLike(text)}%`, 'text')}`;
  }

  /** @returns the name of a CTE with the values whose folded value begins with a folded text */
  #foldedValues({ sources }: Step, path: string, text: string): string {
    const pattern = this.#parameters.add(`${escapeLike(text)}%`, 'text');
    const name = lastName(path);
    const values = sources.map(
      (source) =>
        `SELECT ${source.column(name)} AS v FROM ${source.table} WHERE ${source.foldedTextColumn(name)} LIKE ${pattern}`,
    );
    return this.#parameters.addSharedCte(values.join(' UNION '));
  }

  #writeStatistics(statistics: CountedParts['statistics']): void {
    const ownColumns: string[] = [];
    const ownRows: string[] = [];
    for (const [part, path] of statistics) {
      const step = this.#steps.stepTo(path);
      const field = requireField(step, path);
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

/**
 * @returns the result of SQL's grouping() for the set that consists of one column: a bit per column, the last column's the
 * lowest; 0 for the column that is grouped by, 1 for the others
 */
const groupingBits = ({ length }: readonly string[], place: number): number =>
  2 ** length - 1 - 2 ** (length - 1 - place);

const isScalar = (field: Field): boolean => field.type !== 'relationship' && !isListOfTexts(field);
