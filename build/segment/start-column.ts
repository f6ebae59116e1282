/**
 * Starts building a column's sections as soon as there is memory and no search reads its texts any more.
 *
 * Elsewhere: waiting for memory (section-builder), the sections themselves (build/columns).
 */
import type { AnySection } from '../../src/format/index.js';
import { type Column, type DifferingTexts, numbersJob, type TextColumn } from '../columns/index.js';
import type { BuildContext } from '../work/index.js';
import type { EarlierColumns, EarlierType } from './earlier/index.js';
import { numberPeakBytes, textListPeakBytes, textPeakBytes } from './peak-bytes.js';
import type { SectionBuilder } from './section-builder.js';
import type { SharingColumn } from './shared-dictionaries.js';
import type { TypeSearches } from './type-searches.js';

interface ColumnInput {
  /** Number of items of the type. */
  readonly size: number;
  /** Columns that share this column's dictionary: their sections are built together with its own. */
  readonly sharers: readonly SharingColumn[];
  readonly searches: TypeSearches;
  readonly sectionBuilder: SectionBuilder;
  readonly context: BuildContext;
  readonly earlier: EarlierType | undefined;
  readonly earlierColumns: EarlierColumns;
}

/** Starts any column except links, which wait for the ids of other types. */
export function startColumn(column: Column, input: ColumnInput): void {
  const { size, searches, sectionBuilder, context, earlier } = input;
  if (column.kind === 'text') startTextColumn(column, input);
  else if (column.kind === 'textLists') {
    const { name, builder } = column;
    const peakBytes = textListPeakBytes(builder.byteLength, builder.count, size, context);
    const buildSections = async (): Promise<AnySection[]> => {
      const reused = await earlier?.findColumn(name, builder.hash);
      if (reused === undefined) return builder.sections(context, sectionBuilder.clockFor(name));
      await builder.remove();
      return reused;
    };
    sectionBuilder.start(name, peakBytes, buildSections, searches.readersOf(name));
  } else if (column.kind === 'number') {
    const { name, builder } = column;
    const buildSections = async (): Promise<AnySection[]> => {
      const jobInput = await builder.input(context.choices);
      return context.pool.run(numbersJob, jobInput, sectionBuilder.clockFor(name));
    };
    sectionBuilder.start(name, numberPeakBytes(size), buildSections);
  }
}

function startTextColumn(
  { name, builder, stored }: TextColumn,
  { size, sharers, searches, sectionBuilder, context, earlier, earlierColumns }: ColumnInput,
): void {
  let byteLength = builder.byteLength;
  for (const sharer of sharers) byteLength += sharer.builder.byteLength;
  const peakBytes = textPeakBytes(byteLength, size * (sharers.length + 1), context);
  const buildSections = async (): Promise<AnySection[]> => {
    const reused = sharers.length === 0 ? await earlier?.findColumn(name, builder.hash) : undefined;
    if (reused !== undefined) {
      await builder.remove();
      return reused;
    }
    const differing: DifferingTexts[] = [];
    for (const { docs, ...sharer } of sharers) {
      differing.push({ ...sharer, docs: await docs.slice(0, docs.length) });
    }
    const storeSections = (sections: readonly AnySection[]) => sectionBuilder.sectionStore.store(sections);
    const findEarlier = () => earlierColumns.find(name);
    return builder.sections(stored, context, storeSections, sectionBuilder.clockFor(name), differing, findEarlier);
  };
  // Building the column removes its texts from the disk, so it waits for the searches that read them.
  const readers: Promise<unknown>[] = [];
  for (const column of [name, ...sharers.map((sharer) => sharer.name)]) {
    const columnReaders = searches.readersOf(column);
    if (columnReaders !== undefined) readers.push(columnReaders);
  }
  sectionBuilder.start(name, peakBytes, buildSections, readers.length > 0 ? Promise.all(readers) : undefined);
}
