/**
 * The columns that a server holds of a load, to count from. Each is fetched behind the first answer that would have needed it,
 * which a statement counts; what is too large is never held, and counted by statements.
 */
import { isNumberField } from '../../../src/content/model/index.js';
import type { ListedItems } from '../statements/list-items.js';
import { decodeDocs } from '../statements/list-statements.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import {
  type ColumnField,
  type ColumnStatements,
  type ColumnValue,
  CountColumn,
  columnStatements,
  createTotalRow,
} from './count-column.js';
import { type CountedParts, type CountRow, SELECTION_PART } from './counting-statement.js';
import type { SelectionReader } from './selection-reader.js';

/** All columns together, in bytes: four for each item and link, and the values. */
const byteLimit = 2 ** 28;
const itemLimit = 2 ** 24;
const valueLimit = 200_000;
/** Items with a value, or with several: what is fetched at once. */
const pairLimit = 2 ** 24;
/** So many wait; what else is wanted is asked for again. */
const maximumWaiting = 8;
/** What could not be fetched is not tried again for so long. */
const retryMs = 60_000;

export class CountColumns {
  readonly #ask: Ask;
  /** By statement, what was asked for last at the end; undefined where there is none to be held. */
  readonly #columns = new Map<string, CountColumn | undefined>();
  /** One after the other. */
  #fetching: Promise<void> = Promise.resolve();
  #waitingCount = 0;
  #byteLength = 0;

  /** @param ask for nobody's answer: what nobody waits for is not cancelled */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** When nothing is being fetched any more. */
  async waitUntilFetched(): Promise<void> {
    for (let pending = this.#fetching; ; pending = this.#fetching) {
      await pending;
      if (pending === this.#fetching) return;
    }
  }

  /** @returns what `countingStatement` gives; undefined where it is to be asked, as not all is held */
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
    const docs = selection && (await selecting.readDocs(source, selection));
    return [
      createTotalRow(SELECTION_PART, docs?.length ?? source.itemCount, null),
      ...facetColumns.flatMap(({ part, facet, column }) => column.facet(part, facet, docs)),
      ...statisticsColumns.map(({ part, column }) => column.statistics(part, docs)),
    ];
  }

  /** Has fetched what would have been needed, one after the other. */
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
    const { key } = createColumnRequest(source, field) ?? { key: '' };
    const column = this.#columns.get(key);
    if (column === undefined) return undefined;
    this.#columns.delete(key);
    this.#columns.set(key, column);
    return column;
  }

  /** Never rejects. */
  async #fetch({ key, field, values, docs }: ColumnRequest, items: number): Promise<void> {
    try {
      const columnValues = await this.#ask<ColumnValue>(values);
      const pairs = columnValues.reduce((sum, { n }) => sum + n, 0);
      if (columnValues.length > valueLimit || pairs > pairLimit) return;
      const [row] = await this.#ask<{ docs: Buffer | null }>(docs);
      const column = new CountColumn(field, columnValues, decodeDocs(row?.docs), items);
      this.#columns.delete(key);
      this.#columns.set(key, column);
      this.#byteLength += column.byteLength;
      for (const [oldest, leastRecentColumn] of this.#columns) {
        if (this.#byteLength <= byteLimit) break;
        // Others are being fetched, or never held.
        if (leastRecentColumn === undefined) continue;
        this.#columns.delete(oldest);
        this.#byteLength -= leastRecentColumn.byteLength;
      }
    } catch {
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

/** @returns undefined where nothing is held. A server would hold a column for each place that distances are asked from. */
function createColumnRequest(source: TypeSource, { field, grouping }: ColumnField): ColumnRequest | undefined {
  if (grouping.kind === 'distances' || source.itemCount > itemLimit) return undefined;
  const isRanges = grouping.kind === 'ranges';
  const statements = columnStatements(source, isRanges ? valuesColumn(field) : { field, grouping }, valueLimit + 1);
  return isRanges && !isNumberField(statements.field)
    ? undefined
    : { ...statements, key: JSON.stringify(statements.docs) };
}
