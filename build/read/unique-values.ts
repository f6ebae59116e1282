/**
 * The values of a content type's unique fields, to find a value that a second item has.
 *
 * An export is refused before its columns are sorted, and `stele check` sorts none, so repetitions are found while items are
 * read. Memory per value: its bytes, 10 to 16 more (ids/intern-table), and 4 for its item. Types without unique fields have no table.
 * Elsewhere: repeated ids (item-reader), reporting repetitions (export).
 */
import { hash } from 'node:crypto';
import {
  type ContentType,
  isUnique,
  type Locale,
  modelFieldName,
  storedFields,
} from '../../src/content/model/index.js';
import { GrowingU32 } from '../../src/format/index.js';
import type { BlockColumn, ByteColumn, ItemColumns, NumbersOfBlock } from './blocks/block-columns.js';
import { InternTable, internedBytesMaximum } from './ids/intern-table.js';
import { quoted } from './problems.js';

/** The first byte of a key that is a hash: UTF-8 never contains it, so no text has the same key. */
const HASH_MARK = 0xff;

/** One stored field: a unique localized field has one for each locale. */
interface UniqueColumn {
  /** Place among the stored fields. */
  readonly place: number;
  /** Name of the field in the model. */
  readonly field: string;
  /** Undefined if the field is not localized. */
  readonly locale: Locale | undefined;
  readonly values: ValueTable;
}

/** A value that an earlier item has. Items are counted in the order of reading, from 0. */
export interface RepeatedValue {
  /** Name of the field in the model. */
  readonly field: string;
  /** Undefined if the field is not localized. */
  readonly locale: Locale | undefined;
  readonly item: number;
  /** The item that had the value first. */
  readonly first: number;
  readonly value: string;
}

export class UniqueValues {
  #columns: readonly UniqueColumn[];
  readonly #onRepeated: (repeated: RepeatedValue) => void;
  #itemCount = 0;

  /** @param onRepeated called once for each item and field, even if the value is repeated in several locales */
  constructor(type: ContentType, onRepeated: (repeated: RepeatedValue) => void) {
    this.#onRepeated = onRepeated;
    const columns: UniqueColumn[] = [];
    for (const [place, { field, place: fieldPlace, locale }] of storedFields(type).entries()) {
      if (!isUnique(field)) continue;
      const isLocalized = type.fields[fieldPlace]?.localized === true;
      columns.push({
        place,
        field: modelFieldName(field.name),
        locale: isLocalized ? type.locales[locale] : undefined,
        values: new ValueTable(`the values of ${type.name}.${field.name}`),
      });
    }
    this.#columns = columns;
  }

  /** Memory in use. */
  get byteLength(): number {
    return this.#columns.reduce((sum, { values }) => sum + values.byteLength, 0);
  }

  /** Releases all values. Call it after the last item. */
  release(): void {
    this.#columns = [];
  }

  /**
   * Adds the items of a block, and reports each field of an item whose value an earlier item has, once for all locales.
   *
   * Cost: O(bytes of the unique fields) on average; nothing if the type has no unique field.
   */
  append({ ids, columns }: Pick<ItemColumns, 'ids' | 'columns'>): void {
    if (this.#columns.length === 0) return;
    const itemCount = ids.lengths.length;
    const reportedItems = new Set<string>();
    for (const { place, field, locale, values } of this.#columns) {
      const column = columns[place];
      if (column === undefined) continue;
      for (const { item, first, value } of values.append(column, this.#itemCount)) {
        const key = `${item} ${field}`;
        if (reportedItems.has(key)) continue;
        reportedItems.add(key);
        this.#onRepeated({ field, locale, item, first, value });
      }
    }
    this.#itemCount += itemCount;
  }
}

/** @param firstLine line of the item that had the value first. @returns the reason of the problem */
export function explainRepeatedValue({ value, locale }: RepeatedValue, firstLine: number): string {
  const localeText = locale === undefined ? '' : ` in the locale ${locale.code}`;
  const fallbackText =
    locale?.fallback === undefined ? '' : ` (a missing value is taken from the locale ${locale.fallback})`;
  return `the field is unique, but ${quoted(value)} is already the value of line ${firstLine}${localeText}${fallbackText}; change one of them, or take "unique" out of the model`;
}

type Repetition = Pick<RepeatedValue, 'item' | 'first' | 'value'>;

/** The distinct values of one stored field, and the item of each. */
class ValueTable {
  readonly #values: InternTable;
  /** Item of each distinct value, in the order of the table. */
  readonly #items = new GrowingU32();

  /** @param owner named in the error for too many values */
  constructor(owner: string) {
    this.#values = new InternTable(owner);
  }

  get byteLength(): number {
    return this.#values.byteLength + this.#items.length * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Adds the populated values of a block. @param firstItem the first item of the block */
  append(column: BlockColumn, firstItem: number): readonly Repetition[] {
    if (column.kind === 'text') return this.#appendTexts(column.texts, firstItem);
    if (column.kind === 'number') return this.#appendNumbers(column, firstItem);
    return [];
  }

  #appendTexts({ bytes, lengths }: ByteColumn, firstItem: number): readonly Repetition[] {
    const repetitions: Repetition[] = [];
    let start = 0;
    for (let index = 0; index < lengths.length; index += 1) {
      const end = start + lengths[index]!;
      if (end > start) {
        const item = firstItem + index;
        const first = this.#add(bytes, start, end, item);
        if (first !== undefined) {
          const value = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
          repetitions.push({ item, first, value });
        }
      }
      start = end;
    }
    return repetitions;
  }

  #appendNumbers({ values, bigValues }: NumbersOfBlock, firstItem: number): readonly Repetition[] {
    const repetitions: Repetition[] = [];
    for (let index = 0; index < values.length; index += 1) {
      const number = bigValues.get(index) ?? values[index]!;
      if (Number.isNaN(number)) continue;
      const value = String(number);
      const bytes = Buffer.from(value);
      const item = firstItem + index;
      const first = this.#add(bytes, 0, bytes.length, item);
      if (first !== undefined) repetitions.push({ item, first, value });
    }
    return repetitions;
  }

  /** @returns the item that has the value already; undefined if the value is new */
  #add(bytes: Uint8Array, start: number, end: number, item: number): number | undefined {
    const countBefore = this.#values.size;
    const number =
      end - start <= internedBytesMaximum
        ? this.#values.intern(bytes, start, end)
        : this.#internHash(bytes.subarray(start, end));
    if (number < countBefore) return this.#items.at(number);
    this.#items.push(item);
    return undefined;
  }

  /** Adds a value that is too long for the table by its SHA-256. */
  #internHash(value: Uint8Array): number {
    const key = Buffer.concat([Uint8Array.of(HASH_MARK), hash('sha256', value, 'buffer')]);
    return this.#values.intern(key, 0, key.length);
  }
}
