/**
 * The index of a boolean, integer, dateTime, decimal or location field: its values, ordinals and posting lists.
 *
 * A value that no float represents exactly is stored as a long value, and its field gets a dictionary of decimal keys.
 * Elsewhere: the sections of ordinals (ordinal-sections).
 */
import type { BuildChoices } from '../../src/content/model/index.js';
import { bytesOf, firstIndex, GrowingRecords, GrowingU32, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { decimalKey } from '../../src/index/termdict/index.js';
import type { NumbersOfBlock } from '../read/index.js';
import { buildDictionary } from '../sorting/index.js';
import { discard, type Job, type ScratchFolder, Spool, type WorkClock } from '../work/index.js';
import { ordinalSections } from './ordinal-sections.js';

const floatBytes = 8;

/** Collects one number per doc, in doc order. */
export class NumberColumnBuilder {
  readonly #field: string;
  /** Doc → 64-bit float, little-endian: NaN if unpopulated, or if the value is in `#long`. */
  readonly #values: Spool;
  readonly #long = new Map<number, bigint>();

  constructor(field: string, scratch: ScratchFolder) {
    this.#field = field;
    this.#values = new Spool(scratch);
  }

  /** Adds the numbers of several docs. */
  append({ values, bigValues }: NumbersOfBlock): void {
    const firstDoc = this.#values.byteLength / floatBytes;
    for (const [item, value] of bigValues) this.#long.set(firstDoc + item, value);
    this.#values.append(bytesOf(values));
  }

  /** Writes pending numbers to a file if they are many. */
  settle(): Promise<void> {
    return this.#values.flushIfLarge();
  }

  /** Call when all numbers are added: writes the rest to a file if it is large. */
  finishAdding(): Promise<void> {
    return this.#values.finish();
  }

  /** Call once, when all numbers are added. @returns the input of `numbersJob` */
  async input(choices: BuildChoices): Promise<NumbersInput> {
    const bytes = await this.#values.load();
    await this.#values.remove();
    const values = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / floatBytes);
    return { field: this.#field, values, long: this.#long, choices };
  }
}

/** A column of numbers, as the input of its job. */
export interface NumbersInput {
  readonly field: string;
  /** Doc → value: NaN if unpopulated, or if the value is in `long`. The job takes it over. */
  readonly values: Float64Array;
  /** Doc → a value that no float holds exactly. */
  readonly long: ReadonlyMap<number, bigint>;
  /** Choices of quantiles. */
  readonly choices: BuildChoices;
}

/** Cost: O(docs · log docs). Memory: 28 bytes per doc of a large type, if no value is long. */
function numberSections(input: NumbersInput, clock: WorkClock): SectionInput[] {
  return input.long.size === 0 ? shortSections(input, clock) : longSections(input, clock);
}

/** @param input without long values */
function shortSections({ field, values, choices }: NumbersInput, clock: WorkClock): SectionInput[] {
  clock.on('values');
  const distinct = distinctValues(values);
  clock.on('ordinals');
  const ordinals = new Uint32Array(values.length);
  for (let doc = 0; doc < values.length; doc += 1) {
    const value = values[doc]!;
    if (!Number.isNaN(value)) ordinals[doc] = 1 + firstIndex(distinct.length, (index) => distinct[index]! >= value);
  }
  discard(values);
  return [
    { name: sectionNames(field).values, data: distinct },
    ...ordinalSections({ field, ordinals, count: distinct.length, choices }, clock),
  ];
}

/** @returns the distinct values, ascending, without NaN. Cost: O(values · log values). Memory: 8 bytes per value. */
function distinctValues(values: Float64Array): Float64Array {
  // A typed array sorts NaN last.
  const sorted = values.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length && !Number.isNaN(sorted[i]!); i += 1) {
    if (count > 0 && sorted[i] === sorted[count - 1]) continue;
    sorted[count] = sorted[i]!;
    count += 1;
  }
  // Copying pays only if it frees more than half.
  if (count > sorted.length / 2) return sorted.subarray(0, count);
  const copy = sorted.slice(0, count);
  discard(sorted);
  return copy;
}

/** @param input with at least one long value */
function longSections({ field, values, long, choices }: NumbersInput, clock: WorkClock): SectionInput[] {
  clock.on('terms');
  const records = new GrowingRecords();
  const populated = new GrowingU32();
  for (const [doc, value] of values.entries()) {
    const units = Number.isNaN(value) ? long.get(doc) : BigInt(value);
    if (units !== undefined) populated.push(doc);
    records.push(units === undefined ? new Uint8Array(0) : decimalKey(units));
  }
  const { terms, ordinals } = buildDictionary(records, populated.view());
  discard(records.parts);
  return [
    ...terms.sections(sectionNames(field).terms),
    ...ordinalSections({ field, ordinals, count: terms.count, choices }, clock),
  ];
}

export const numbersJob: Job<NumbersInput, SectionInput[]> = {
  name: 'numbers',
  structure: 'values',
  beginsColumn: true,
  work: numberSections,
};
