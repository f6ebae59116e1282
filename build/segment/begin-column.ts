/**
 * Beginning to make a column's sections, as soon as there is room for them and nobody reads its texts any more.
 */
import type { AnySection } from '../../src/format/index.js';
import { type Column, type DifferingTexts, numbersJob, type TextColumn } from '../columns/index.js';
import type { Workshop } from '../work/index.js';
import type { SectionMaking } from './section-making.js';
import { numberPeakBytes, textListPeakBytes, textPeakBytes } from './section-making.js';
import type { SharingColumn } from './shared-dictionaries.js';
import type { TypeSearches } from './type-searches.js';

/** @returns the sections that an earlier segment has of a column of texts with this hash; undefined where it has none */
export type EarlierTexts = (column: string, hash: string) => Promise<AnySection[] | undefined>;

interface Beginning {
  /** How many items the type has. */
  readonly size: number;
  /** Columns that have the dictionary of this one: their sections are made with its own. */
  readonly sharers: readonly SharingColumn[];
  readonly searches: TypeSearches;
  readonly making: SectionMaking;
  readonly workshop: Workshop;
  readonly earlier: EarlierTexts | undefined;
}

/** Links are not among them: they wait for other types. */
export function beginColumn(column: Column, beginning: Beginning): void {
  const { size, searches, making, workshop } = beginning;
  if (column.kind === 'text') beginText(column, beginning);
  else if (column.kind === 'textLists') {
    const { name, builder } = column;
    const bytes = textListPeakBytes(builder.byteLength, builder.count, size, workshop);
    const make = () => builder.sections(workshop, making.clockOf(name));
    making.begin(name, bytes, make, searches.readersOf(name));
  } else if (column.kind === 'number') {
    const { name, builder } = column;
    making.begin(name, numberPeakBytes(size), async () =>
      workshop.pool.run(numbersJob, await builder.input(workshop.choices), making.clockOf(name)),
    );
  }
}

function beginText(
  { name, builder, stored }: TextColumn,
  { size, sharers, searches, making, workshop, earlier }: Beginning,
): void {
  const byteLength = sharers.reduce((sum, sharer) => sum + sharer.builder.byteLength, builder.byteLength);
  const bytes = textPeakBytes(byteLength, size * (sharers.length + 1), workshop);
  const make = async (): Promise<AnySection[]> => {
    const same = sharers.length === 0 ? await earlier?.(name, builder.hash) : undefined;
    if (same !== undefined) {
      await builder.remove();
      return same;
    }
    const differing: DifferingTexts[] = [];
    for (const { docs, ...sharer } of sharers) {
      differing.push({ ...sharer, docs: await docs.between(0, docs.length) });
    }
    const keep = (made: readonly AnySection[]) => making.park.park(made);
    return builder.sections(stored, workshop, keep, making.clockOf(name), differing);
  };
  // A column gives its texts back to the disk, so whoever else reads them comes first.
  const readers = [name, ...sharers.map((sharer) => sharer.name)].map((each) => searches.readersOf(each));
  const after = readers.some((reader) => reader !== undefined) ? Promise.all(readers) : undefined;
  making.begin(name, bytes, make, after);
}
