/**
 * Finds the locales of a localized field that have equal values in all items, so that they can share one column.
 *
 * Elsewhere: columns that are only similar (shared-dictionaries).
 */
import {
  type ContentType,
  isLocalized,
  isNatural,
  storedFieldName,
  storedFields,
} from '../../src/content/model/index.js';
import type { Column } from '../columns/index.js';
import type { BlockColumn, ByteColumn } from '../read/index.js';
import { LocaleClasses } from './locale-classes.js';

/** The columns of one field. */
interface Group {
  readonly name: string;
  /** The default locale's place among the stored fields; the other locales follow it. */
  readonly start: number;
  readonly classes: LocaleClasses;
}

export class SharedColumns {
  readonly #type: ContentType;
  readonly #groups: readonly Group[];

  /** @param columns one per stored field */
  constructor(type: ContentType, columns: readonly Column[]) {
    this.#type = type;
    const groups: Group[] = [];
    for (const [start, { field, place, locale }] of storedFields(type).entries()) {
      const isFirstOfGroup = locale === 0 && isLocalized(type.fields[place]!);
      if (!isFirstOfGroup || columns[start]?.kind === 'none') continue;
      groups.push({ name: field.name, start, classes: new LocaleClasses(type.locales.length) });
    }
    this.#groups = groups;
  }

  /** @param columns of a block, one per stored field */
  append(columns: readonly BlockColumn[]): void {
    for (const { start, classes } of this.#groups) {
      classes.add((a, b) => isSameColumn(columns[start + a], columns[start + b]));
    }
  }

  /** Stored field without a column of its own → stored field with equal values. */
  get names(): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const { name, classes } of this.#groups) {
      const field = this.#type.fieldByName.get(name);
      // The locales order equal values differently.
      if (field !== undefined && isNatural(field)) continue;
      for (let locale = 1; locale < this.#type.locales.length; locale += 1) {
        const first = classes.firstOf(locale);
        if (first === locale) continue;
        names.set(storedFieldName(this.#type, name, locale), storedFieldName(this.#type, name, first));
      }
    }
    return names;
  }

  /** @returns the first locale that has equal values in these fields and that `isAllowed` accepts */
  firstOf(locale: number, fields: ReadonlySet<string>, isAllowed: (candidate: number) => boolean): number {
    const groups = this.#groups.filter(({ name }) => fields.has(name));
    const hasEqualValues = (candidate: number): boolean =>
      groups.every(({ classes }) => classes.firstOf(candidate) === classes.firstOf(locale));
    for (let candidate = 0; candidate < locale; candidate += 1) {
      if (isAllowed(candidate) && hasEqualValues(candidate)) return candidate;
    }
    return locale;
  }
}

const isSameBytes = (a: NodeJS.ArrayBufferView, b: NodeJS.ArrayBufferView): boolean =>
  a.byteLength === b.byteLength &&
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));

const isSameRecords = (a: ByteColumn, b: ByteColumn): boolean =>
  isSameBytes(a.lengths, b.lengths) && isSameBytes(a.bytes, b.bytes);

function isSameColumn(a: BlockColumn | undefined, b: BlockColumn | undefined): boolean {
  if (a?.kind === 'text' && b?.kind === 'text') return isSameRecords(a.texts, b.texts);
  if (a?.kind === 'number' && b?.kind === 'number') {
    if (a.bigValues.size !== b.bigValues.size) return false;
    for (const [item, value] of a.bigValues) if (b.bigValues.get(item) !== value) return false;
    return isSameBytes(a.values, b.values);
  }
  if (a?.kind === 'textLists' && b?.kind === 'textLists') {
    return isSameBytes(a.counts, b.counts) && isSameRecords(a.texts, b.texts);
  }
  if (a?.kind === 'links' && b?.kind === 'links') {
    const isSameTargets = isSameRecords(a.targets.ids, b.targets.ids) && isSameBytes(a.targets.types, b.targets.types);
    return isSameBytes(a.counts, b.counts) && isSameTargets;
  }
  return false;
}
