/**
 * Estimates what an export needs, as a snapshot and as a database, without building it: two samples of different size are
 * built, the size of each section is extrapolated, and times follow from measured rates.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportError } from '../../src/content/errors/index.js';
import { DEFAULT_CHOICES } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { buildSnapshot } from '../publish/index.js';
import { extrapolate, interpolate, withExactWidths } from './extrapolation.js';
import { RATES } from './rates.js';
import { drawSample, type Sample, thinSample, writeSample } from './sample.js';
import { LOADED, type SectionLimit, sectionsOverLimit } from './section-bounds.js';
import { type Section, sectionsIn } from './weighed-sections.js';

/** How much smaller the second sample is. */
const THINNING = 4;
export interface Plan {
  readonly items: number;
  readonly types: readonly { readonly name: string; readonly items: number }[];
  /** Inflated. */
  readonly exportBytes: number;
  /** Items that were built, and how many times as many it is planned for. */
  readonly sample: { readonly items: number; readonly times: number };
  readonly snapshotBytes: number;
  /** What of it is in memory with `--resident indexes`. */
  readonly indexBytes: number;
  readonly buildSeconds: number;
  /** The least memory that the build is known to do with: `--memory 1g`. */
  readonly buildBytes: number;
  readonly temporaryBytes: number;
  readonly databaseBytes: number;
  readonly loadSeconds: number;
  readonly loadBytes: number;
  readonly bounds: readonly SectionLimit[];
}

/** Builds what was drawn, and reads what its sections weigh. @param share of the items that are planned for */
async function build(
  exportFolder: string,
  out: string,
  share: number,
  signal: AbortSignal | undefined,
): Promise<readonly Section[]> {
  await buildSnapshot(exportFolder, out, {
    files: diskFiles,
    strict: false,
    ...(signal === undefined ? {} : { signal }),
    // What is stored from so many items on shall be stored of a sample of so many.
    choices: { ...DEFAULT_CHOICES, quantilesFrom: Math.round(DEFAULT_CHOICES.quantilesFrom * share) },
  });
  return sectionsIn(out);
}

const itemsOf = ({ types }: Sample): ReadonlyMap<string, number> =>
  new Map(types.map(({ name, lines }) => [name, lines.length]));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export interface PlanOptions {
  /** How many times as many items it shall be. */
  readonly times?: number;
  /** How long a section may be, and from which length on one is told of. */
  readonly sectionBytes?: number;
  readonly from?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * @throws ExportError where the export, or what was drawn of it, has mistakes
 * Cost: reading the export, and two builds of what takes seconds. Writes into the system's folder for temporary files.
 */
export async function planExport(exportFolder: string, options: PlanOptions = {}): Promise<Plan> {
  const sample = await drawSample(exportFolder, diskFiles);
  const folder = await mkdtemp(join(tmpdir(), 'stele-plan-'));
  try {
    return planFrom(sample, await extrapolateSections(sample, exportFolder, folder, options), options);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    throw new ExportError(
      `What was drawn of the export cannot be built; stele check says where it is wrong.\n${error.message}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function extrapolateSections(
  sample: Sample,
  from: string,
  folder: string,
  { times = 1, signal }: PlanOptions,
): Promise<readonly Section[]> {
  const isComplete = sample.types.every(({ items, lines }) => items === lines.length);
  const plannedItems = new Map(sample.types.map(({ name, items }) => [name, items * times]));
  const plannedTotal = sum([...plannedItems.values()]);
  const buildSample = async (part: Sample, name: string): Promise<readonly Section[]> => {
    await writeSample(part, from, join(folder, `${name}-export`));
    return build(
      join(folder, `${name}-export`),
      join(folder, name),
      sum([...itemsOf(part).values()]) / plannedTotal,
      signal,
    );
  };
  if (isComplete && times === 1) return build(from, join(folder, 'all'), 1, signal);
  const fewer = thinSample(sample, THINNING, times > 1);
  const [large, small] = [await buildSample(sample, 'large'), await buildSample(fewer, 'small')];
  const smaller = new Map(small.map(({ type, name, byteLength }) => [`${type} ${name}`, byteLength]));
  const [largeItems, smallItems] = [itemsOf(sample), itemsOf(fewer)];
  const extrapolated = large.map((section) => {
    const { type, name, byteLength } = section;
    const smallBytes = smaller.get(`${type} ${name}`) ?? 0;
    const items = plannedItems.get(type) ?? 0;
    return {
      ...section,
      byteLength: extrapolate(items, [largeItems.get(type) ?? 0, byteLength], [smallItems.get(type) ?? 0, smallBytes]),
    };
  });
  return withExactWidths(extrapolated, plannedItems);
}

function planFrom(
  sample: Sample,
  sections: readonly Section[],
  { times = 1, sectionBytes = SECTION_BYTES_MAXIMUM, from }: PlanOptions,
): Plan {
  const built = sum([...itemsOf(sample).values()]);
  const types = sample.types.map(({ name, items }) => ({ name, items: items * times }));
  const items = sum(types.map((type) => type.items));
  const bytesOf = (plannedItems: (section: Section) => boolean): number =>
    Math.round(sum(sections.filter(plannedItems).map(({ byteLength }) => byteLength)));
  const snapshotBytes = bytesOf(() => true);
  const { load, builds, processBytes, temporary } = RATES;
  const perByte = snapshotBytes / load.snapshotBytes;
  return {
    items,
    types,
    exportBytes: sum(sample.types.map(({ byteLength }) => byteLength)) * times,
    sample: { items: built, times: items / built },
    snapshotBytes,
    indexBytes: bytesOf(({ isLeft }) => !isLeft),
    buildSeconds: interpolate(builds, snapshotBytes, 'seconds'),
    buildBytes: Math.round(Math.max(processBytes, interpolate(builds, snapshotBytes, 'peakBytes'))),
    temporaryBytes: Math.round(snapshotBytes * temporary),
    databaseBytes: Math.round(load.databaseBytes * perByte),
    loadSeconds: load.seconds * perByte,
    loadBytes: processBytes + bytesOf(({ name }) => LOADED.test(name)),
    bounds: sectionsOverLimit(sections, sectionBytes, from),
  };
}
