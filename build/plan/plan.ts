/**
 * Estimates the disk space, memory and time of an export, as a snapshot and as a database, without building it.
 *
 * Two samples of different size are built, the length of each section is extrapolated, and times follow from measured rates.
 * Elsewhere: drawing the samples (sample), the arithmetic (extrapolation), the rates (rates).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportError } from '../../src/content/errors/index.js';
import { DEFAULT_CHOICES, isRelationship, storedFields } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { buildSnapshot } from '../publish/index.js';
import { extrapolate, interpolate, withExactWidths } from './extrapolation.js';
import { RATES } from './rates.js';
import { drawSample, type Sample, thinSample, writeSample } from './sample.js';
import { LOADED_SECTIONS, type SectionLimit, sectionsOverLimit } from './section-limits.js';
import { type FixedBytes, measureFixedBytes, readSections, type Section } from './section-sizes.js';

/** The first sample is this many times as large as the second. */
const THINNING = 4;

export interface Plan {
  readonly items: number;
  readonly types: readonly { readonly name: string; readonly items: number }[];
  /** Size of the export, inflated. */
  readonly exportBytes: number;
  /** Items of the larger sample, and the ratio of planned items to them. */
  readonly sample: { readonly items: number; readonly times: number };
  /** Length of the segments, as `stele build` and `stele list` print it. */
  readonly snapshotBytes: number;
  /** Length of the other files of a snapshot: its manifest, its build report. */
  readonly otherFilesBytes: number;
  /** The part of the snapshot that is in memory with `--resident indexes`. */
  readonly indexBytes: number;
  readonly buildSeconds: number;
  /** Peak memory of a build with `--memory 1g`. */
  readonly buildBytes: number;
  readonly temporaryBytes: number;
  readonly databaseBytes: number;
  /** The part of `databaseBytes` that Citus copies to every server: types below the bound of distribution. */
  readonly copiedBytes: number;
  /** Tables that Citus distributes: a table for each large type and each of its relationships, and one for searches. */
  readonly distributedTables: number;
  readonly loadSeconds: number;
  readonly loadBytes: number;
  readonly bounds: readonly SectionLimit[];
}

interface SnapshotSizes {
  readonly sections: readonly Section[];
  readonly fixedBytes: FixedBytes;
}

/** Builds a sample. @param share its share of the planned items. @returns the lengths of its snapshot's parts */
async function buildAndMeasure(
  exportFolder: string,
  out: string,
  share: number,
  signal: AbortSignal | undefined,
): Promise<SnapshotSizes> {
  await buildSnapshot(exportFolder, out, {
    files: diskFiles,
    strict: false,
    ...(signal === undefined ? {} : { signal }),
    // A structure that the planned build stores above a number of items must be stored for the sample too.
    choices: { ...DEFAULT_CHOICES, quantilesFrom: Math.round(DEFAULT_CHOICES.quantilesFrom * share) },
  });
  const sections = await readSections(out);
  return { sections, fixedBytes: await measureFixedBytes(out, sections) };
}

const countItems = ({ types }: Sample): ReadonlyMap<string, number> =>
  new Map(types.map(({ name, lines }) => [name, lines.length]));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export interface PlanOptions {
  /** Plans for this many times the items of the export; 1 by default. */
  readonly times?: number;
  /** Maximum length of a section. */
  readonly sectionBytes?: number;
  /** A section is reported from this length on; the maximum by default. */
  readonly reportFromBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * @throws ExportError if the export or the sample has errors
 * Cost: reading the export, and two builds of some seconds each. Writes into the system's folder for temporary files.
 */
export async function planExport(exportFolder: string, options: PlanOptions = {}): Promise<Plan> {
  const sample = await drawSample(exportFolder, diskFiles);
  const folder = await mkdtemp(join(tmpdir(), 'stele-plan-'));
  try {
    return computePlan(sample, await extrapolateSizes(sample, exportFolder, folder, options), options);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    throw new ExportError(
      `The plan builds a sample of the export, and that failed. Run stele check to find the errors.\n${error.message}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function extrapolateSizes(
  sample: Sample,
  from: string,
  folder: string,
  { times = 1, signal }: PlanOptions,
): Promise<SnapshotSizes> {
  const isComplete = sample.types.every(({ items, lines }) => items === lines.length);
  if (isComplete && times === 1) return buildAndMeasure(from, join(folder, 'all'), 1, signal);
  const plannedItems = new Map(sample.types.map(({ name, items }) => [name, items * times]));
  const plannedTotal = sum([...plannedItems.values()]);
  const buildSample = async (part: Sample, name: string): Promise<SnapshotSizes> => {
    const partFolder = join(folder, `${name}-export`);
    await writeSample(part, from, partFolder);
    const share = sum([...countItems(part).values()]) / plannedTotal;
    return buildAndMeasure(partFolder, join(folder, name), share, signal);
  };
  const thinned = thinSample(sample, THINNING, times > 1);
  const { sections, fixedBytes } = await buildSample(sample, 'large');
  const { sections: thinnedSections } = await buildSample(thinned, 'small');
  const thinnedLengths = new Map(thinnedSections.map(({ type, name, byteLength }) => [`${type} ${name}`, byteLength]));
  const sampledItems = countItems(sample);
  const thinnedItems = countItems(thinned);
  const extrapolated = sections.map((section): Section => {
    const { type, name, byteLength } = section;
    const large = { items: sampledItems.get(type) ?? 0, byteLength };
    const small = { items: thinnedItems.get(type) ?? 0, byteLength: thinnedLengths.get(`${type} ${name}`) ?? 0 };
    return { ...section, byteLength: extrapolate(plannedItems.get(type) ?? 0, large, small) };
  });
  return { sections: withExactWidths(extrapolated, plannedItems), fixedBytes };
}

/** @returns the types that Citus distributes by default, and the number of their tables */
function planDistribution(
  { model }: Sample,
  types: Plan['types'],
): { readonly large: ReadonlySet<string>; readonly tables: number } {
  const large = new Set(types.filter(({ items }) => items >= RATES.citus.distributionBound).map(({ name }) => name));
  if (large.size === 0) return { large, tables: 0 };
  const largeTypes = [...model.contentTypes.values()].filter(({ name }) => large.has(name));
  const tables = largeTypes.map((type) => 1 + storedFields(type).filter(({ field }) => isRelationship(field)).length);
  const isSearched = [...model.contentTypes.values()].some(({ search }) => search !== undefined);
  return { large, tables: sum(tables) + (isSearched ? 1 : 0) };
}

function computePlan(
  sample: Sample,
  { sections, fixedBytes }: SnapshotSizes,
  { times = 1, sectionBytes = SECTION_BYTES_MAXIMUM, reportFromBytes }: PlanOptions,
): Plan {
  const built = sum([...countItems(sample).values()]);
  const types = sample.types.map(({ name, items }) => ({ name, items: items * times }));
  const items = sum(types.map((type) => type.items));
  const sumBytes = (isCounted: (section: Section) => boolean): number =>
    Math.round(sum(sections.filter(isCounted).map(({ byteLength }) => byteLength)));
  const contentBytes = sumBytes(() => true);
  const snapshotBytes = contentBytes + fixedBytes.segments;
  const { load, builds, processBytes, temporary } = RATES;
  const perByte = contentBytes / load.snapshotBytes;
  const distribution = planDistribution(sample, types);
  return {
    items,
    types,
    exportBytes: sum(sample.types.map(({ byteLength }) => byteLength)) * times,
    sample: { items: built, times: items / built },
    snapshotBytes,
    otherFilesBytes: fixedBytes.otherFiles,
    indexBytes: sumBytes(({ isPaged }) => !isPaged),
    buildSeconds: interpolate(builds, snapshotBytes, 'seconds'),
    buildBytes: Math.round(Math.max(processBytes, interpolate(builds, snapshotBytes, 'peakBytes'))),
    temporaryBytes: Math.round(snapshotBytes * temporary),
    databaseBytes: Math.round(load.databaseBytes * perByte),
    copiedBytes: Math.round(
      sumBytes(({ type }) => !distribution.large.has(type)) * (load.databaseBytes / load.snapshotBytes),
    ),
    distributedTables: distribution.tables,
    loadSeconds: load.seconds * perByte,
    loadBytes: processBytes + sumBytes(({ name }) => LOADED_SECTIONS.test(name)),
    bounds: sectionsOverLimit(sections, sectionBytes, reportFromBytes),
  };
}
