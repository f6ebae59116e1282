/**
 * Total, facets and statistics of a list, from the rows of counting statements: the same figures as from a segment.
 *
 * Facets that ignore the conditions on their own field need a selection of their own; each selection is one statement.
 * Elsewhere: the statement (counting/counting-statement), counting in memory (counting/count-columns).
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
import { type CountRow, countingStatement, SELECTION_PART } from '../counting/counting-statement.js';
import type { SelectionReader } from '../counting/selection-reader.js';
import type { ListedItems } from '../statements/list-items.js';
import type { LoadedSpace } from './loaded-space.js';
import { encodeTargetKey } from './target-key.js';

export interface CountedList {
  /** Number of items that the filter selects. */
  readonly total: number;
  readonly counted: Counted;
}

/**
 * @param model     the model with the names of the request's locale
 * @param listing   returns the items of the list that a filter selects
 * @param selecting reads selections once per answer
 */
export async function countList(
  { ask, countCache, columnCache }: Pick<LoadedSpace, 'ask' | 'countCache' | 'columnCache'>,
  model: ContentModel,
  request: ListRequest,
  { facets, statistics }: Counting,
  listing: (filter: Filter | undefined) => Promise<ListedItems>,
  selecting: SelectionReader,
): Promise<CountedList> {
  // The selection of the complete filter comes first: it gives the total.
  const partsByFilter = new Map<Filter | undefined, number[]>([[request.filter, []]]);
  for (const [part, { field, ignoresOwnConditions }] of facets.entries()) {
    const filter = ignoresOwnConditions ? withoutConditionsOn(request.filter, field) : request.filter;
    partsByFilter.set(filter, [...(partsByFilter.get(filter) ?? []), part]);
  }
  const selectionsToCount = Array.from(partsByFilter, ([filter, facetParts], place) => ({
    filter,
    facetParts,
    parts: {
      facets: facetParts.map((part) => [part, facets[part]!] as const),
      statistics: place > 0 ? [] : statistics.map((path, number) => [facets.length + number, path] as const),
    },
  }));
  const countedSelections = await Promise.all(
    selectionsToCount.map(async ({ filter, facetParts, parts }) => {
      const listed = await listing(filter);
      const statement = countingStatement(listed, parts);
      const countSelection = async (): Promise<readonly CountRow[]> => {
        const rows = await columnCache?.countRows(listed, parts, selecting);
        if (rows !== undefined) return rows;
        const countedRows = await ask<CountRow>(statement);
        columnCache?.fetchLater(listed, parts);
        return countedRows;
      };
      return new CountedSelection(await countCache.countOnce(statement, countSelection), facetParts);
    }),
  );
  const [filteredList] = countedSelections;
  if (filteredList === undefined) throw new InvariantError('there is no selection to count');
  const types = primaryTypes(model, request);

  const requireField = (path: string): Field => {
    const field = fieldAt(model, types, path);
    if (field === undefined) throw new InvariantError(`the model has no field ${path}`);
    return field;
  };
  return {
    total: filteredList.total,
    counted: {
      facets: facets.map((facet, part) => {
        const selection = countedSelections.find(({ parts }) => parts.includes(part)) ?? filteredList;
        return selection.facet(part, facet, requireField(facet.field), request.kind === 'related');
      }),
      statistics: statistics.map((path, number) => ({
        field: path,
        ...filteredList.statistics(facets.length + number, requireField(path)),
      })),
    },
  };
}

/** The counts of one selection. */
class CountedSelection {
  readonly #rows: readonly CountRow[];
  /** Numbers of the facets that were counted. */
  readonly parts: readonly number[];
  /** Number of selected items. */
  readonly total: number;

  constructor(rows: readonly CountRow[], parts: readonly number[]) {
    this.#rows = rows;
    this.parts = parts;
    this.total = Number(this.#row(SELECTION_PART, 'total').count);
  }

  facet(part: number, facet: FacetQuery, field: Field, isRelated: boolean): FacetResult {
    const { count: n, extra: more } = this.#row(part, 'total');
    const values = this.#rows
      .filter((row) => row.part === part && row.kind === 'value')
      .map(({ value, type, count }): CountedValue => {
        return { ...labelValue(field, facet, value ?? '', type, isRelated), count: Number(count) };
      })
      .sort((a, b) => (facet.isByValue ? 0 : b.count - a.count) || compareSortKeys(a.sortKey, b.sortKey));
    return { field: facet.field, values, total: Number(n), missing: this.total - Number(more) };
  }

  statistics(part: number, field: Field): Statistics {
    const { value, type, count: n, extra: more } = this.#row(part, 'statistics');
    const labelOptional = (text: string | null): LabelledValue | undefined =>
      text === null ? undefined : labelFieldValue(field, text);
    const count = Number(n);
    const fieldStatistics = {
      count,
      missing: this.total - count,
      least: labelOptional(value),
      greatest: labelOptional(type),
    };
    return precisionOf(field) === undefined ? fieldStatistics : { ...fieldStatistics, sum: BigInt(more ?? 0) };
  }

  #row(part: number, kind: CountRow['kind']): CountRow {
    const matchingRow = this.#rows.find((row) => row.part === part && row.kind === kind);
    if (matchingRow === undefined) throw new InvariantError(`part ${part} was not counted`);
    return matchingRow;
  }
}

function labelValue(
  field: Field,
  { grouping }: FacetQuery,
  value: string,
  type: string | null,
  isRelated: boolean,
): LabelledValue {
  if (field.type === 'relationship') {
    // The statement sorts related items by type name and id, others by the order of the relationship's types.
    const sortKey = isRelated ? Buffer.from(`${type}\0${value}`) : encodeTargetKey(field.to.indexOf(type ?? ''), value);
    return { value: { type: type ?? '', id: value }, sortKey };
  }
  switch (grouping.kind) {
    case 'values':
      return labelFieldValue(field, value);
    case 'period':
      return labelPeriod(Number(value), grouping.period);
    case 'ranges':
    case 'distances':
      return labelRange(grouping.ends, Number(value));
  }
}

/** @param text of a value; numbers in the integer units of an index */
const labelFieldValue = (field: Field, text: string): LabelledValue =>
  isNumberField(field) ? labelNumber(field, BigInt(text)) : labelText(utf8(text));
