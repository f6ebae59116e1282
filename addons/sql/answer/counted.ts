/**
 * What is counted beside a list, from the rows that a database gives of it: the same as is counted of a segment.
 */

import { InvariantError } from '../../../src/content/errors/index.js';
import { type ContentModel, type Field, isNumberField, precisionOf, utf8 } from '../../../src/content/model/index.js';
import {
  type CountedValue,
  compareSortKeys,
  type FacetQuery,
  type FacetResult,
  type LabelledValue,
  labelNumber,
  labelPeriod,
  labelRange,
  labelText,
  type Statistics,
} from '../../../src/engine/facets/index.js';
import { type Counted, type Counting, type Filter, withoutConditionsOn } from '../../../src/engine/query/index.js';
import { fieldAt, type ListRequest, primaryTypes } from '../../../src/jsonapi/index.js';
import type { Selecting } from '../counting/selecting.js';
import { type CountRow, countingStatement, WHOLE } from '../counting/statement.js';
import type { ListedItems } from '../statements/listed.js';
import type { LoadedSpace } from './loaded.js';
import { targetKey } from './target-key.js';

export interface CountedList {
  /** How many items the filter selects. */
  readonly total: number;
  readonly counted: Counted;
}

/**
 * @param model   as the locale that answers has it
 * @param listing the items of the list that a filter selects
 */
export async function countList(
  { ask, kept, held }: Pick<LoadedSpace, 'ask' | 'kept' | 'held'>,
  model: ContentModel,
  request: ListRequest,
  { facets, statistics }: Counting,
  listing: (filter: Filter | undefined) => ListedItems,
  selecting: Selecting,
): Promise<CountedList> {
  // What the whole filter selects is asked for in any case: it tells how many items the list has.
  const selections = new Map<Filter | undefined, number[]>([[request.filter, []]]);
  for (const [part, { field, ignoresOwnConditions }] of facets.entries()) {
    const filter = ignoresOwnConditions ? withoutConditionsOn(request.filter, field) : request.filter;
    selections.set(filter, [...(selections.get(filter) ?? []), part]);
  }
  const all = Array.from(selections, ([filter, numbers], place) => ({
    filter,
    numbers,
    parts: {
      facets: numbers.map((part) => [part, facets[part]!] as const),
      statistics: place > 0 ? [] : statistics.map((path, number) => [facets.length + number, path] as const),
    },
  }));
  const asked = await Promise.all(
    all.map(async ({ filter, numbers, parts }) => {
      const listed = listing(filter);
      const statement = countingStatement(listed, parts);
      const count = async (): Promise<readonly CountRow[]> => {
        const rows = await held?.count(listed, parts, selecting);
        if (rows !== undefined) return rows;
        const told = await ask<CountRow>(statement);
        held?.begin(listed, parts);
        return told;
      };
      return new Told(await kept.ask(statement, count), numbers);
    }),
  );
  const [whole] = asked;
  if (whole === undefined) throw new InvariantError('nothing was asked for');
  const types = primaryTypes(model, request);

  const fieldOf = (path: string): Field => {
    const field = fieldAt(model, types, path);
    if (field === undefined) throw new InvariantError(`nothing is called ${path}`);
    return field;
  };
  return {
    total: whole.total,
    counted: {
      facets: facets.map((facet, part) => {
        const told = asked.find(({ parts }) => parts.includes(part)) ?? whole;
        return told.facet(part, facet, fieldOf(facet.field), request.kind === 'related');
      }),
      statistics: statistics.map((path, number) => ({
        field: path,
        ...whole.statistics(facets.length + number, fieldOf(path)),
      })),
    },
  };
}

/** What a statement has told of one selection. */
class Told {
  readonly #rows: readonly CountRow[];
  /** Of which facets. */
  readonly parts: readonly number[];
  /** How many items are selected. */
  readonly total: number;

  constructor(rows: readonly CountRow[], parts: readonly number[]) {
    this.#rows = rows;
    this.parts = parts;
    this.total = Number(this.#row(WHOLE, 'total').n);
  }

  facet(part: number, facet: FacetQuery, field: Field, isRelated: boolean): FacetResult {
    const { n, more } = this.#row(part, 'total');
    const values = this.#rows
      .filter((row) => row.part === part && row.what === 'value')
      .map(({ value, type, n: count }): CountedValue => {
        return { ...named(field, facet, value ?? '', type, isRelated), count: Number(count) };
      })
      .sort((a, b) => (facet.isByValue ? 0 : b.count - a.count) || compareSortKeys(a.sortKey, b.sortKey));
    return { field: facet.field, values, total: Number(n), missing: this.total - Number(more) };
  }

  statistics(part: number, field: Field): Statistics {
    const { value, type, n, more } = this.#row(part, 'statistics');
    const shown = (text: string | null): LabelledValue | undefined =>
      text === null ? undefined : namedValue(field, text);
    const count = Number(n);
    const own = { count, missing: this.total - count, least: shown(value), greatest: shown(type) };
    return precisionOf(field) === undefined ? own : { ...own, sum: BigInt(more ?? 0) };
  }

  #row(part: number, what: CountRow['what']): CountRow {
    const found = this.#rows.find((row) => row.part === part && row.what === what);
    if (found === undefined) throw new InvariantError(`nothing was told of ${part}`);
    return found;
  }
}

function named(
  field: Field,
  { grouping }: FacetQuery,
  value: string,
  type: string | null,
  isRelated: boolean,
): LabelledValue {
  if (field.type === 'relationship') {
    // As the statement orders them.
    const sortKey = isRelated ? Buffer.from(`${type}\0${value}`) : targetKey(field.to.indexOf(type ?? ''), value);
    return { value: { type: type ?? '', id: value }, sortKey };
  }
  switch (grouping.kind) {
    case 'values':
      return namedValue(field, value);
    case 'period':
      return labelPeriod(Number(value), grouping.period);
    case 'ranges':
    case 'distances':
      return labelRange(grouping.ends, Number(value));
  }
}

/** @param text numbers as an index holds them */
const namedValue = (field: Field, text: string): LabelledValue =>
  isNumberField(field) ? labelNumber(field, BigInt(text)) : labelText(utf8(text));
