/**
 * The columns that a server holds of a load, to count from. Each is fetched behind the first answer that would have needed it,
 * which a statement counts; what is too large is never held, and counted by statements.
 */
import { isNumberField } from '../../../src/content/model/index.js';
import type { ListedItems } from '../statements/listed.js';
import { docsIn } from '../statements/lists.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/source.js';
import {
  HeldColumn,
  type HeldField,
  type HeldStatements,
  type HeldValue,
  heldStatements,
  totalRow,
} from './held-column.js';
import type { Selecting } from './selecting.js';
import { type CountedParts, type CountRow, WHOLE } from './statement.js';

/** All columns together, in bytes: four for each item and link, and the values. */
const bytesMaximum = 2 ** 28;
const itemsMaximum = 2 ** 24;
const valuesMaximum = 200_000;
/** Items with a value, or with several: what is fetched at once. */
const pairsMaximum = 2 ** 24;
/** So many wait; what else is wanted is asked for again. */
const waitingMaximum = 8;
/** What could not be fetched is not tried again for so long. */
const failedMs = 60_000;

export class HeldColumns {
  readonly #ask: Ask;
  /** By statement, what was asked for last at the end; undefined where there is none to be held. */
  readonly #columns = new Map<string, HeldColumn | undefined>();
  /** One after the other. */
  #fetching: Promise<void> = Promise.resolve();
  #waiting = 0;
  #byteLength = 0;

  /** @param ask for nobody's answer: what nobody waits for is not cancelled */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** When nothing is being fetched any more. */
  async settled(): Promise<void> {
    for (let now = this.#fetching; ; now = this.#fetching) {
      await now;
      if (now === this.#fetching) return;
    }
  }

  /** @returns what `countingStatement` gives; undefined where it is to be asked, as not all is held */
  async count(
    { sources: [source], selection, isRelated }: ListedItems,
    { facets, statistics }: CountedParts,
    selecting: Selecting,
  ): Promise<CountRow[] | undefined> {
    if (source === undefined || isRelated || facets.length + statistics.length === 0) return undefined;
    const counted = facets.flatMap(([part, facet]) => {
      const column = this.#held(source, facet);
      return column === undefined ? [] : [{ part, facet, column }];
    });
    const summed = statistics.flatMap(([part, field]) => {
      const column = this.#held(source, valuesOf(field));
      return column?.isSingle === true ? [{ part, column }] : [];
    });
    if (counted.length < facets.length || summed.length < statistics.length) return undefined;
    const docs = selection && (await selecting.docs(source, selection));
    return [
      totalRow(WHOLE, docs?.length ?? source.items, null),
      ...counted.flatMap(({ part, facet, column }) => column.facet(part, facet, docs)),
      ...summed.map(({ part, column }) => column.statistics(part, docs)),
    ];
  }

  /** Has fetched what would have been needed, one after the other. */
  begin({ sources: [source], isRelated }: ListedItems, { facets, statistics }: CountedParts): void {
    if (source === undefined || isRelated) return;
    for (const field of [...facets.map(([, facet]) => facet), ...statistics.map(([, path]) => valuesOf(path))]) {
      const wanted = wantedOf(source, field);
      if (wanted === undefined || this.#columns.has(wanted.key) || this.#waiting >= waitingMaximum) continue;
      this.#columns.set(wanted.key, undefined);
      this.#waiting += 1;
      this.#fetching = this.#fetching.then(() => this.#fetch(wanted, source.items));
    }
  }

  #held(source: TypeSource, field: HeldField): HeldColumn | undefined {
    const { key } = wantedOf(source, field) ?? { key: '' };
    const column = this.#columns.get(key);
    if (column === undefined) return undefined;
    this.#columns.delete(key);
    this.#columns.set(key, column);
    return column;
  }

  /** Never rejects. */
  async #fetch({ key, field, values, docs }: Wanted, items: number): Promise<void> {
    try {
      const found = await this.#ask<HeldValue>(values);
      const pairs = found.reduce((sum, { n }) => sum + n, 0);
      if (found.length > valuesMaximum || pairs > pairsMaximum) return;
      const [row] = await this.#ask<{ docs: Buffer | null }>(docs);
      const column = new HeldColumn(field, found, docsIn(row?.docs), items);
      this.#columns.delete(key);
      this.#columns.set(key, column);
      this.#byteLength += column.byteLength;
      for (const [oldest, held] of this.#columns) {
        if (this.#byteLength <= bytesMaximum) break;
        // Others are being fetched, or never held.
        if (held === undefined) continue;
        this.#columns.delete(oldest);
        this.#byteLength -= held.byteLength;
      }
    } catch {
      setTimeout(() => this.#columns.delete(key), failedMs).unref();
    } finally {
      this.#waiting -= 1;
    }
  }
}

interface Wanted extends HeldStatements {
  readonly key: string;
}

const valuesOf = (field: string): HeldField => ({ field, grouping: { kind: 'values' } });

/** @returns undefined where nothing is held. A server would hold a column for each place that distances are asked from. */
function wantedOf(source: TypeSource, { field, grouping }: HeldField): Wanted | undefined {
  if (grouping.kind === 'distances' || source.items > itemsMaximum) return undefined;
  const isRanges = grouping.kind === 'ranges';
  const statements = heldStatements(source, isRanges ? valuesOf(field) : { field, grouping }, valuesMaximum + 1);
  return isRanges && !isNumberField(statements.field)
    ? undefined
    : { ...statements, key: JSON.stringify(statements.docs) };
}
