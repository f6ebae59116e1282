/**
 * The columns of a content type: ids, stored fields and folded values, and which of them share sections.
 *
 * Columns are filled while items are read. Sharing is decided after the last item: a column equal to one of an earlier locale
 * is not built, and a column similar to its fallback shares the fallback's dictionary.
 */
import { type ContentType, isFolded, storedType } from '../../src/content/model/index.js';
import { foldedName, ID_FIELD, unfoldedName } from '../../src/index/segment/index.js';
import {
  appendFoldedTexts,
  appendValues,
  type Column,
  createColumn,
  createTextColumn,
  type InverseColumn,
  isReadColumn,
  type LinkColumn,
  PopulatedCounts,
  readTextParts,
  type TextColumn,
} from '../columns/index.js';
import type { BlockColumn, ItemColumns } from '../read/index.js';
import type { ScratchFolder } from '../work/index.js';
import { SharedColumns } from './shared-columns.js';
import { SharedDictionaries, type SharingColumn } from './shared-dictionaries.js';

/** A column of folded values, and the place of its field among the stored fields. */
interface FoldedColumn {
  readonly place: number;
  readonly column: TextColumn;
}

export class TypeColumns {
  /** One per stored field. */
  readonly fields: readonly Column[];
  /** Locales with equal values. */
  readonly sharing: SharedColumns;
  readonly #ids: TextColumn;
  readonly #dictionaries: SharedDictionaries;
  readonly #folded: readonly FoldedColumn[];
  /** In the order of the segment: the ids, then each field followed by its folded values. */
  readonly #all: readonly Column[];
  readonly #populated: PopulatedCounts;
  #shared: ReadonlyMap<string, string> = new Map();

  constructor(type: ContentType, scratch: ScratchFolder) {
    this.#ids = createTextColumn(ID_FIELD, 'hashed', scratch, { contains: true, endsWith: true });
    const stored = storedType(type);
    this.#populated = new PopulatedCounts(stored);
    this.fields = stored.fields.map((field) => createColumn(type, field, scratch));
    this.sharing = new SharedColumns(type, this.fields);
    this.#dictionaries = new SharedDictionaries(type, this.fields, scratch);
    const foldedColumns: FoldedColumn[] = [];
    const allColumns: Column[] = [this.#ids];
    for (const [place, field] of stored.fields.entries()) {
      allColumns.push(this.fields[place]!);
      if (!isFolded(field)) continue;
      const column = createTextColumn(foldedName(field.name), 'folded', scratch, readTextParts(field));
      foldedColumns.push({ place, column });
      allColumns.push(column);
    }
    this.#folded = foldedColumns;
    this.#all = allColumns;
  }

  /** @param columns values of the items with these ids, one per stored field */
  append(ids: ItemColumns['ids'], columns: readonly BlockColumn[]): void {
    this.#ids.builder.append(ids);
    for (const [index, column] of this.fields.entries()) appendValues(column, columns[index]);
    for (const { place, column } of this.#folded) appendFoldedTexts(column, columns[place]);
    this.#populated.append(columns);
    this.sharing.append(columns);
    this.#dictionaries.append(columns, ids.lengths.length);
  }

  /** Writes large buffers to the disk. Call regularly, between blocks. */
  async settle(): Promise<void> {
    for (const column of this.#all) {
      if (isReadColumn(column)) await column.builder.settle();
    }
    await this.#dictionaries.settle();
  }

  /** Call it once, after the last item: all large buffers are written to the disk, until their column is built. */
  async finishAdding(): Promise<void> {
    for (const column of this.#all) {
      if (isReadColumn(column)) await column.builder.finishAdding();
    }
    await this.#dictionaries.finish();
    this.#dictionaries.find(this.sharing.names);
  }

  /**
   * Decides which columns are built. Call it once, after `finishAdding`.
   *
   * @param structures other shared structures: name → name of the structure of an earlier locale
   */
  share(structures: Iterable<readonly [string, string]>): void {
    this.#shared = new Map([...this.sharing.names, ...structures]);
  }

  /** Stored field or other structure that is not built → the one of an earlier locale that replaces it; empty before `share`. */
  get shared(): ReadonlyMap<string, string> {
    return this.#shared;
  }

  /** Stored field without a dictionary of its own → stored field whose dictionary it shares. */
  get owners(): ReadonlyMap<string, string> {
    return this.#dictionaries.owners;
  }

  /** @param name name of a column that is built. @returns the columns that share its dictionary, each after its fallback */
  sharersOf(name: string): readonly SharingColumn[] {
    return this.#dictionaries.sharersOf(name, this.#all);
  }

  /** The columns to build, in the order of the segment. A column with a shared dictionary is built by the dictionary's owner. */
  builtColumns(): readonly Column[] {
    const { owners } = this.#dictionaries;
    const isBuilt = (name: string): boolean => !this.#shared.has(name) && !owners.has(name);
    // If a field uses the column of another locale, so do its folded values.
    return this.#all.filter(({ name }) => isBuilt(name) && isBuilt(unfoldedName(name)));
  }

  /** The columns of relationships that are not shared. */
  *links(): Generator<LinkColumn> {
    for (const column of this.fields) {
      if (column.kind === 'links' && !this.#shared.has(column.name)) yield column;
    }
  }

  /** The columns of inverse relationships, which no locale shares. */
  *inverses(): Generator<InverseColumn> {
    for (const column of this.fields) if (column.kind === 'inverse') yield column;
  }

  /** Stored field → number of items with a value, after links are resolved; in the model's order. */
  get populated(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [place, column] of this.fields.entries()) {
      // A shared column has the count of an earlier locale, which is in the map already.
      const replacement = this.#shared.get(column.name);
      const sharedCount = replacement === undefined ? undefined : counts.get(replacement);
      counts.set(column.name, sharedCount ?? this.#countPopulated(column, place));
    }
    return counts;
  }

  #countPopulated(column: Column, place: number): number {
    const isDerivedFromLinks = column.kind === 'links' || column.kind === 'inverse';
    return isDerivedFromLinks ? column.builder.populated : this.#populated.countOf(place);
  }

  /** Column of texts or of lists of texts that shares no dictionary → hash of its texts, after the last item. */
  get textHashes(): ReadonlyMap<string, string> {
    const hashes = new Map<string, string>();
    for (const column of this.builtColumns()) {
      if (column.kind !== 'text' && column.kind !== 'textLists') continue;
      if (this.sharersOf(column.name).length === 0) hashes.set(column.name, column.builder.hash);
    }
    return hashes;
  }
}
