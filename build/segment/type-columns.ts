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
  type LinkColumn,
  PopulatedCounts,
  readTextParts,
  type TextColumn,
} from '../columns/index.js';
import type { BlockColumn, ItemColumns } from '../read/index.js';
import type { ScratchFolder } from '../work/index.js';
import { SharedColumns } from './shared-columns.js';
import { SharedDictionaries, type SharingColumn } from './shared-dictionaries.js';

export class TypeColumns {
  /** One per stored field. */
  readonly fields: readonly Column[];
  /** Locales with equal values. */
  readonly sharing: SharedColumns;
  readonly #ids: TextColumn;
  readonly #dictionaries: SharedDictionaries;
  /** Columns of folded values, and the places of their fields. */
  readonly #folded: readonly { readonly place: number; readonly column: TextColumn }[];
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
    this.#folded = stored.fields.flatMap((field, place) =>
      isFolded(field)
        ? [{ place, column: createTextColumn(foldedName(field.name), 'folded', scratch, readTextParts(field)) }]
        : [],
    );
    this.#all = [
      this.#ids,
      ...this.fields.flatMap((column, place) => [
        column,
        ...this.#folded.flatMap((folded) => (folded.place === place ? [folded.column] : [])),
      ]),
    ];
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
      if (column.kind !== 'none') await column.builder.settle();
    }
    await this.#dictionaries.settle();
  }

  /** Call it once, after the last item: all large buffers are written to the disk, until their column is built. */
  async finishAdding(): Promise<void> {
    for (const column of this.#all) {
      if (column.kind !== 'none') await column.builder.finishAdding();
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
    const isElsewhere = (name: string): boolean => this.#shared.has(name) || owners.has(name);
    const isShared = (name: string): boolean => isElsewhere(name) || isElsewhere(unfoldedName(name));
    return this.#all.filter(({ name }) => !isShared(name));
  }

  /** The columns of relationships that are not shared. */
  *links(): Generator<LinkColumn> {
    for (const column of this.fields) if (column.kind === 'links' && !this.#shared.has(column.name)) yield column;
  }

  /** Stored field → number of items with a value, after links are resolved; in the model's order. */
  get populated(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [place, { name, ...column }] of this.fields.entries()) {
      const own = column.kind === 'links' ? column.builder.populated : this.#populated.countOf(place);
      // A shared column has the count of an earlier locale, which is in the map already.
      counts.set(name, counts.get(this.#shared.get(name) ?? '') ?? own);
    }
    return counts;
  }

  /** Text column that shares no dictionary → hash of its texts, after the last item. */
  get textHashes(): ReadonlyMap<string, string> {
    const alone = this.builtColumns().filter(({ name }) => this.sharersOf(name).length === 0);
    return new Map(alone.flatMap(({ name, ...of }) => (of.kind === 'text' ? [[name, of.builder.hash]] : [])));
  }
}
