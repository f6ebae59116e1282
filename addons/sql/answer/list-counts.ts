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
import { type CountedParts, type CountRow, countingStatement, SELECTION_PART } from '../counting/counting-statement.js';
import type { SelectionReader } from '../counting/selection-reader.js';
import type { ListedItems } from '../statements/list-items.js';
import type { LoadedSpace } from './loaded-space.js';
import { encodeTargetKey } from './target-key.js';

export interface CountedList {
  /** Number of items that the filter selects. */
  readonly total: number;
  readonly counted: Counted;
}

/** A selection of items, with the facets and statistics that are counted of it in one statement. */
interface PlannedSelection {
  readonly filter: Filter | undefined;
  readonly parts: CountedParts;
}

/**
 * Counts a list.
 *
 * @param model           the model with the names of the request's locale
 * @param listItems       returns the items of the list that a filter selects
 * @param selectionReader reads selections once per answer
 */
export async function countList(
  { ask, countCache, columnCache }: Pick<LoadedSpace, 'ask' | 'countCache' | 'columnCache'>,
  model: ContentModel,
  request: ListRequest,
  counting: Counting,
  listItems: (filter: Filter | undefined) => Promise<ListedItems>,
  selectionReader: SelectionReader,
): Promise<CountedList> {
  const { facets, statistics } = counting;
  const countSelection = async ({ filter, parts }: PlannedSelection): Promise<CountedSelection> => {
    const listedItems = await listItems(filter);
    const statement = countingStatement(listedItems, parts);
    const readRows = async (): Promise<readonly CountRow[]> => {
      const cachedRows = await columnCache?.countRows(listedItems, parts, selectionReader);
      if (cachedRows !== undefined) return cachedRows;
      const rows = await ask<CountRow>(statement);
      columnCache?.fetchLater(listedItems, parts);
      return rows;
    };
    return new CountedSelection(await countCache.countOnce(statement, readRows), parts);
  };
  const countedSelections = await Promise.all(planSelections(request.filter, counting).map(countSelection));
  const [completeSelection] = countedSelections;
  if (completeSelection === undefined) throw new InvariantError('there is no selection to count');
  const types = primaryTypes(model, request);

  const requireField = (path: string): Field => {
    const field = fieldAt(model, types, path);
    if (field === undefined) throw new InvariantError(`the model has no field ${path}`);
    return field;
  };
  return {
    total: completeSelection.total,
    counted: {
      facets: facets.map((facet, part) => {
        const selection = countedSelections.find((counted) => counted.hasFacet(part)) ?? completeSelection;
        return selection.facet(part, facet, requireField(facet.field), request.kind === 'related');
      }),
      statistics: statistics.map((path, index) => ({
        field: path,
        ...completeSelection.statistics(facets.length + index, requireField(path)),
      })),
    },
  };
}

/**
 * Plans the selections: first the complete filter, which gives the total and the statistics, then one for each filter of facets
 * that ignore the conditions on their own field.
 *
 * Facets and statistics are numbered as parts: first the facets in the order of the request, then the statistics.
 */
function planSelections(
  completeFilter: Filter | undefined,
  { facets, statistics }: Counting,
): readonly PlannedSelection[] {
  const facetsByFilter = new Map<Filter | undefined, CountedParts['facets'][number][]>([[completeFilter, []]]);
  for (const [part, facet] of facets.entries()) {
    const filter = facet.ignoresOwnConditions ? withoutConditionsOn(completeFilter, facet.field) : completeFilter;
    const facetsOfFilter = facetsByFilter.get(filter) ?? [];
    facetsOfFilter.push([part, facet]);
    facetsByFilter.set(filter, facetsOfFilter);
  }
  const numberedStatistics = statistics.map((path, index) => [facets.length + index, path] as const);
  return Array.from(facetsByFilter, ([filter, facetsOfFilter], selection) => ({
    filter,
    parts: { facets: facetsOfFilter, statistics: selection === 0 ? numberedStatistics : [] },
  }));
}

/** The counts of one selection. */
class CountedSelection {
  readonly #rows: readonly CountRow[];
  readonly #parts: CountedParts;
  /** Number of selected items. */
  readonly total: number;

  constructor(rows: readonly CountRow[], parts: CountedParts) {
    this.#rows = rows;
    this.#parts = parts;
    this.total = Number(this.#row(SELECTION_PART, 'total').count);
  }

  /** Whether this facet was counted of this selection. */
  hasFacet(part: number): boolean {
    return this.#parts.facets.some(([facetPart]) => facetPart === part);
  }

  facet(part: number, facet: FacetQuery, field: Field, isRelated: boolean): FacetResult {
    const { count: distinctValues, extra: populatedItems } = this.#row(part, 'total');
    const values = this.#rows
      .filter((row) => row.part === part && row.kind === 'value')
      .map(({ value, type, count }): CountedValue => {
        return { ...labelValue(field, facet, value ?? '', type, isRelated), count: Number(count) };
      })
      .sort((a, b) => (facet.isByValue ? 0 : b.count - a.count) || compareSortKeys(a.sortKey, b.sortKey));
    const missing = this.total - Number(populatedItems);
    return { field: facet.field, values, total: Number(distinctValues), missing };
  }

  statistics(part: number, field: Field): Statistics {
    // A row of statistics has the least value as `value`, the greatest as `type`, and the sum as `extra`.
    const { value: least, type: greatest, count, extra: sum } = this.#row(part, 'statistics');
    const labelOptional = (text: string | null): LabelledValue | undefined =>
      text === null ? undefined : labelFieldValue(field, text);
    const fieldStatistics = {
      count: Number(count),
      missing: this.total - Number(count),
      least: labelOptional(least),
      greatest: labelOptional(greatest),
    };
    return precisionOf(field) === undefined ? fieldStatistics : { ...fieldStatistics, sum: BigInt(sum ?? 0) };
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
