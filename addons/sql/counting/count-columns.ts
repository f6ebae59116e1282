/**
 * The columns of a load in the server's memory, for counting facets and statistics without scanning tables.
 *
 * A column is fetched after the first answer that needed it, which a statement counted. Columns beyond a limit are not
 * fetched and stay with statements; the least recently used ones are evicted at 256 MB.
 * Elsewhere: counting in one column (count-column).
 */
import { isNumberField } from '../../../src/content/model/index.js';
import type { ListedItems } from '../statements/list-items.js';
import { decodeDocs } from '../statements/list-statements.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import { type ColumnField, type ColumnStatements, type ColumnValue, columnStatements } from './column-statements.js';
import { CountColumn, createTotalRow } from './count-column.js';
import { type CountedParts, type CountRow, SELECTION_PART } from './counting-statement.js';
import type { SelectionReader } from './selection-reader.js';

/** Maximum memory of all columns. */
const byteLimit = 2 ** 28;
/** Maximum items of a type whose columns are fetched. */
const itemLimit = 2 ** 24;
/** Maximum distinct values of a column. */
const valueLimit = 200_000;
/** Maximum pairs of an item and a value, which one row returns. */
const pairLimit = 2 ** 24;
/** Maximum columns that wait to be fetched; further ones are requested again by later answers. */
const maximumWaiting = 8;
/** Time before a column that failed is fetched again. */
const retryMs = 60_000;

export class CountColumns {
  readonly #ask: Ask;
  /** Statement → column, the most recently used last; undefined while it is fetched, or if it is too large. */
  readonly #columns = new Map<string, CountColumn | undefined>();
  /** The end of the running fetches, which run one after another. */
  #fetching: Promise<void> = Promise.resolve();
  #waitingCount = 0;
  #byteLength = 0;

  /** @param ask independent of any answer, so that a leaving client does not cancel it */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Resolves once no column is being fetched. For tests. */
  async waitUntilFetched(): Promise<void> {
    for (let pending = this.#fetching; ; pending = this.#fetching) {
      await pending;
      if (pending === this.#fetching) return;
    }
  }

  /** @returns the rows of the counting statement; undefined if a column is missing, so that the statement must be sent */
  async countRows(
    { sources: [source], selection, isRelated }: ListedItems,
    { facets, statistics }: CountedParts,
    selecting: SelectionReader,
  ): Promise<CountRow[] | undefined> {
    if (source === undefined || isRelated || facets.length + statistics.length === 0) return undefined;
    const facetColumns = facets.flatMap(([part, facet]) => {
      const column = this.#findColumn(source, facet);
      return column === undefined ? [] : [{ part, facet, column }];
    });
    const statisticsColumns = statistics.flatMap(([part, field]) => {
      const column = this.#findColumn(source, valuesColumn(field));
      return column?.isSingle === true ? [{ part, column }] : [];
    });
    if (facetColumns.length < facets.length || statisticsColumns.length < statistics.length) return undefined;
    const selectedDocs = selection && (await selecting.readDocs(source, selection));
    return [
      createTotalRow(SELECTION_PART, selectedDocs?.length ?? source.itemCount, null),
      ...facetColumns.flatMap(({ part, facet, column }) => column.facet(part, facet, selectedDocs)),
      ...statisticsColumns.map(({ part, column }) => column.statistics(part, selectedDocs)),
    ];
  }

  /** Starts fetching the columns that the counts would have needed. */
  fetchLater({ sources: [source], isRelated }: ListedItems, { facets, statistics }: CountedParts): void {
    if (source === undefined || isRelated) return;
    for (const field of [...facets.map(([, facet]) => facet), ...statistics.map(([, path]) => valuesColumn(path))]) {
      const columnRequest = createColumnRequest(source, field);
      if (columnRequest === undefined || this.#columns.has(columnRequest.key) || this.#waitingCount >= maximumWaiting)
        continue;
      this.#columns.set(columnRequest.key, undefined);
      this.#waitingCount += 1;
      this.#fetching = this.#fetching.then(() => this.#fetch(columnRequest, source.itemCount));
    }
  }

  #findColumn(source: TypeSource, field: ColumnField): CountColumn | undefined {
    const columnRequest = createColumnRequest(source, field);
    if (columnRequest === undefined) return undefined;
    const { key } = columnRequest;
    const column = this.#columns.get(key);
    if (column === undefined) return undefined;
    // Deleted and added again, the column is the most recently used one.
    this.#columns.delete(key);
    this.#columns.set(key, column);
    return column;
  }

  /** Never rejects. */
  async #fetch(
    { key, field, values: valuesStatement, docs: docsStatement }: ColumnRequest,
    items: number,
  ): Promise<void> {
    try {
      const columnValues = await this.#ask<ColumnValue>(valuesStatement);
      const pairs = columnValues.reduce((sum, { n }) => sum + n, 0);
      // A column that is too large stays in the map as undefined, so that it is never fetched again.
      if (columnValues.length > valueLimit || pairs > pairLimit) return;
      const [row] = await this.#ask<{ docs: Buffer | null }>(docsStatement);
      const column = new CountColumn(field, columnValues, decodeDocs(row?.docs), items);
      this.#columns.delete(key);
      this.#columns.set(key, column);
      this.#byteLength += column.byteLength;
      for (const [leastRecentKey, leastRecentColumn] of this.#columns) {
        if (this.#byteLength <= byteLimit) break;
        // An undefined entry takes no memory: it is being fetched, or too large.
        if (leastRecentColumn === undefined) continue;
        this.#columns.delete(leastRecentKey);
        this.#byteLength -= leastRecentColumn.byteLength;
      }
    } catch {
      // The undefined entry prevents another attempt until the timer deletes it.
      setTimeout(() => this.#columns.delete(key), retryMs).unref();
    } finally {
      this.#waitingCount -= 1;
    }
  }
}

interface ColumnRequest extends ColumnStatements {
  readonly key: string;
}

const valuesColumn = (field: string): ColumnField => ({ field, grouping: { kind: 'values' } });

/** @returns undefined for counts that use no column: too many items, or distances, which need a column per origin */
function createColumnRequest(source: TypeSource, { field, grouping }: ColumnField): ColumnRequest | undefined {
  if (grouping.kind === 'distances' || source.itemCount > itemLimit) return undefined;
  const isRanges = grouping.kind === 'ranges';
  const statements = columnStatements(source, isRanges ? valuesColumn(field) : { field, grouping }, valueLimit + 1);
  return isRanges && !isNumberField(statements.field)
    ? undefined
    : { ...statements, key: JSON.stringify(statements.docs) };
}
