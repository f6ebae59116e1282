/**
 * Building the index of a boolean, integer, dateTime or decimal field.
 */
import { GrowingF64, GrowingRecords, GrowingU32, narrow, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { decimalKey } from '../../src/termdict/index.js';
import { buildRuns } from './postings.js';
import { quantileSections } from './quantiles.js';
import { buildDictionary } from './sorting.js';

/** Collects one number per doc, in doc order. */
export class NumberColumnBuilder {
  readonly #field: string;
  /** NaN where unpopulated, or where the value is in `#long`. */
  readonly #values = new GrowingF64();
  readonly #long = new Map<number, bigint>();

  constructor(field: string) {
    this.#field = field;
  }

  /** @param value a number must be a safe integer */
  add(value: number | bigint | undefined): void {
    if (typeof value === 'bigint') {
      const float = Number(value);
      if (Number.isSafeInteger(float)) this.#values.push(float);
      else {
        this.#long.set(this.#values.length, value);
        this.#values.push(Number.NaN);
      }
      return;
    }
    // −0 would be another bit pattern for the same number.
    this.#values.push(value === undefined ? Number.NaN : value + 0);
  }

  sections(): SectionInput[] {
    return this.#long.size === 0 ? this.#shortSections() : this.#longSections();
  }

  #shortSections(): SectionInput[] {
    const names = sectionNames(this.#field);
    const values = this.#values.view();
    const distinct = Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
    const ordinalOf = new Map<number, number>();
    for (const [index, value] of distinct.entries()) ordinalOf.set(value, index + 1);
    const ordinals = Uint32Array.from(values, (value) => ordinalOf.get(value) ?? 0);
    return [{ name: names.values, data: distinct }, ...this.#columnSections(ordinals, distinct.length)];
  }

  #longSections(): SectionInput[] {
    const records = new GrowingRecords();
    const populated = new GrowingU32();
    for (const [doc, value] of this.#values.view().entries()) {
      const units = Number.isNaN(value) ? this.#long.get(doc) : BigInt(value);
      if (units !== undefined) populated.push(doc);
      records.push(units === undefined ? new Uint8Array(0) : decimalKey(units));
    }
    const { terms, ordinals } = buildDictionary(records, populated.view());
    return [...terms.sections(sectionNames(this.#field).terms), ...this.#columnSections(ordinals, terms.count)];
  }

  #columnSections(ordinals: Uint32Array, terms: number): SectionInput[] {
    const names = sectionNames(this.#field);
    const runs = buildRuns(ordinals, terms);
    return [
      { name: names.ordinals, data: narrow(ordinals, terms) },
      { name: names.docs, data: runs.docs },
      { name: names.starts, data: runs.starts },
      ...quantileSections(this.#field, runs),
    ];
  }
}
