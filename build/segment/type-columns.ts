/**
 * The columns of a content type: ids, stored fields and folded values, and which of them share sections.
 *
 * Columns are filled while items are read. Sharing is known once every item is added: a column equal to that of an earlier
 * locale is not made, and a column similar to its fallback shares the fallback's dictionary.
 */
import { type ContentType, isFolded, storedType } from '../../src/content/model/index.js';
import { foldedName, ID_FIELD, unfoldedName } from '../../src/index/segment/index.js';
import {
  appendFoldedTexts,
  appendValues,
  type Column,
  columnOf,
  type LinkColumn,
  PopulatedCounts,
  type TextColumn,
  textColumn,
  textPartsOf,
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
    this.#ids = textColumn(ID_FIELD, 'hashed', scratch, { contains: true, endsWith: true });
    const stored = storedType(type);
    this.#populated = new PopulatedCounts(stored);
    this.fields = stored.fields.map((field) => columnOf(type, field, scratch));
    this.sharing = new SharedColumns(type, this.fields);
    this.#dictionaries = new SharedDictionaries(type, this.fields, scratch);
    this.#folded = stored.fields.flatMap((field, place) =>
      isFolded(field)
        ? [{ place, column: textColumn(foldedName(field.name), 'folded', scratch, textPartsOf(field)) }]
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

  /** Call once, when every item is added: until a column is made, it has nothing in memory. */
  async finishAdding(): Promise<void> {
    for (const column of this.#all) {
      if (column.kind !== 'none') await column.builder.finishAdding();
    }
    await this.#dictionaries.finish();
    this.#dictionaries.find(this.sharing.names);
  }

  /** Decides which columns are made. Call once, after `finishAdding`. @param structures other structures that are shared: name → name of an earlier locale's */
  share(structures: Iterable<readonly [string, string]>): void {
    this.#shared = new Map([...this.sharing.names, ...structures]);
  }

  /** Stored field or other structure that is not made → that of an earlier locale which serves it; empty before `share`. */
  get shared(): ReadonlyMap<string, string> {
    return this.#shared;
  }

  /** Stored field without a dictionary of its own → stored field whose dictionary it shares. */
  get owners(): ReadonlyMap<string, string> {
    return this.#dictionaries.owners;
  }

  /** @param name of a column that is made. @returns the columns that share its dictionary, each after its fallback */
  sharersOf(name: string): readonly SharingColumn[] {
    return this.#dictionaries.sharersOf(name, this.#all);
  }

  /** The columns to make, in the order of the segment. Columns that share the dictionary of one are made together with it. */
  made(): readonly Column[] {
    const { owners } = this.#dictionaries;
    const isElsewhere = (name: string): boolean => this.#shared.has(name) || owners.has(name);
    const isShared = (name: string): boolean => isElsewhere(name) || isElsewhere(unfoldedName(name));
    return this.#all.filter(({ name }) => !isShared(name));
  }

  /** The columns of relationships that are not shared. */
  *links(): Generator<LinkColumn> {
    for (const column of this.fields) if (column.kind === 'links' && !this.#shared.has(column.name)) yield column;
  }

  /** Stored field → how many items have a value there, once links are resolved; in the model's order. */
  get populated(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [place, { name, ...column }] of this.fields.entries()) {
      const own = column.kind === 'links' ? column.builder.populated : this.#populated.of(place);
      // Those of a shared column are counted already, as it is that of an earlier locale.
      counts.set(name, counts.get(this.#shared.get(name) ?? '') ?? own);
    }
    return counts;
  }

  /** Column of texts → a hash of them, once every item is added; of those whose dictionary is their own alone. */
  get textHashes(): ReadonlyMap<string, string> {
    const alone = this.made().filter(({ name }) => this.sharersOf(name).length === 0);
    return new Map(alone.flatMap(({ name, ...of }) => (of.kind === 'text' ? [[name, of.builder.hash]] : [])));
  }
}
