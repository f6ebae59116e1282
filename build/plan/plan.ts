/**
 * What an export needs, as a snapshot and as a database, without building it: a sample is built twice, one of them larger,
 * and what each section weighs is carried on from there; what that takes is known from rates.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportError } from '../../src/content/errors/index.js';
import { DEFAULT_CHOICES } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { ID_FIELD, JOIN_SEGMENT, sectionNames } from '../../src/index/segment/index.js';
import { readCurrent, requireCurrent, weighSections } from '../../src/index/snapshot/index.js';
import { slotCount } from '../../src/index/termdict/index.js';
import { buildSnapshot } from '../publish/index.js';
import { openExport } from '../read/index.js';
import { boundAdvice } from '../work/index.js';
import { RATES } from './rates.js';
import { type Drawn, drawSample, inflatedBytes, thinned, writeSample } from './sample.js';

/** How much smaller the second sample is. */
const THINNED = 4;
const ID_HASH = sectionNames(ID_FIELD).hash;
/** Hardly anything grows faster than items do; two small builds may say so by chance. */
const GROWTH_MAXIMUM = 1.1;

interface Section {
  readonly type: string;
  readonly name: string;
  readonly byteLength: number;
  /** Whether it stays in its file with `--resident indexes`. */
  readonly isLeft: boolean;
  /** Whether it is cut where it is long. */
  readonly isCut: boolean;
}

/** A section that will be longer than a snapshot holds. */
export interface BoundMet extends Pick<Section, 'type' | 'name' | 'byteLength'> {
  /** How long it may be. */
  readonly most: number;
  /** Whether a load would have it, too. */
  readonly isLoaded: boolean;
  /** What to do. */
  readonly advice: string;
}

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
  readonly bounds: readonly BoundMet[];
}

const sectionsIn = async (folder: string): Promise<readonly Section[]> =>
  (await weighSections(diskFiles, folder, await requireCurrent(diskFiles, folder))).map(
    ({ segment, name, byteLength, element, canStay }) => ({
      type: segment === JOIN_SEGMENT ? name.slice(0, name.indexOf('/')) : segment,
      name,
      byteLength,
      isLeft: canStay,
      isCut: element === 'u8',
    }),
  );

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

const itemsOf = ({ types }: Drawn): ReadonlyMap<string, number> =>
  new Map(types.map(({ name, lines }) => [name, lines.length]));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @returns what a section weighs of so many items, from what it weighs of fewer and of fewer still */
function carriedOn(
  items: number,
  [more, large]: readonly [number, number],
  [few, small]: readonly [number, number],
): number {
  if (items === more) return large;
  const growth = few === more || small === 0 ? 1 : Math.log(large / small) / Math.log(more / few);
  return large * (items / more) ** Math.min(GROWTH_MAXIMUM, Math.max(0, growth));
}

/** Ordinals are as wide as the number of values asks for, and a table of ids is a power of two. */
function widened(sections: readonly Section[], items: ReadonlyMap<string, number>): readonly Section[] {
  const terms = new Map(sections.map(({ type, name, byteLength }) => [`${type} ${name}`, byteLength / 4]));
  return sections.map((section) => {
    const { type, name } = section;
    if (name === ID_HASH) return { ...section, byteLength: 4 * slotCount(items.get(type) ?? 0) };
    const values = name.endsWith('/ordinals') ? terms.get(`${type} ${name.replace(/ordinals$/, 'starts')}`) : undefined;
    if (values === undefined) return section;
    return { ...section, byteLength: (items.get(type) ?? 0) * (values <= 2 ** 8 ? 1 : values <= 2 ** 16 ? 2 : 4) };
  });
}

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
  const drawn = await drawSample(exportFolder, diskFiles);
  const folder = await mkdtemp(join(tmpdir(), 'stele-plan-'));
  try {
    return planOf(drawn, await carriedSections(drawn, exportFolder, folder, options), options);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    throw new ExportError(
      `What was drawn of the export cannot be built; stele check says where it is wrong.\n${error.message}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function carriedSections(
  drawn: Drawn,
  from: string,
  folder: string,
  { times = 1, signal }: PlanOptions,
): Promise<readonly Section[]> {
  const isWhole = drawn.types.every(({ items, lines }) => items === lines.length);
  const wanted = new Map(drawn.types.map(({ name, items }) => [name, items * times]));
  const whole = sum([...wanted.values()]);
  const sampled = async (part: Drawn, name: string): Promise<readonly Section[]> => {
    await writeSample(part, from, join(folder, `${name}-export`));
    return build(join(folder, `${name}-export`), join(folder, name), sum([...itemsOf(part).values()]) / whole, signal);
  };
  if (isWhole && times === 1) return build(from, join(folder, 'all'), 1, signal);
  const fewer = thinned(drawn, THINNED, times > 1);
  const [large, small] = [await sampled(drawn, 'large'), await sampled(fewer, 'small')];
  const smaller = new Map(small.map(({ type, name, byteLength }) => [`${type} ${name}`, byteLength]));
  const [more, few] = [itemsOf(drawn), itemsOf(fewer)];
  const carried = large.map((section) => {
    const { type, name, byteLength } = section;
    const least = smaller.get(`${type} ${name}`) ?? 0;
    const items = wanted.get(type) ?? 0;
    return {
      ...section,
      byteLength: carriedOn(items, [more.get(type) ?? 0, byteLength], [few.get(type) ?? 0, least]),
    };
  });
  return widened(carried, wanted);
}

/** What a load reads and renders, which is in memory meanwhile. */
const LOADED = /^(documents|id\/|search\.|[^/]+\/(links|linkage))/;

function planOf(
  drawn: Drawn,
  sections: readonly Section[],
  { times = 1, sectionBytes = SECTION_BYTES_MAXIMUM, from }: PlanOptions,
): Plan {
  const built = sum([...itemsOf(drawn).values()]);
  const types = drawn.types.map(({ name, items }) => ({ name, items: items * times }));
  const items = sum(types.map((type) => type.items));
  const bytesOf = (wanted: (section: Section) => boolean): number =>
    Math.round(sum(sections.filter(wanted).map(({ byteLength }) => byteLength)));
  const snapshotBytes = bytesOf(() => true);
  const { load, builds, processBytes, temporary } = RATES;
  const perByte = snapshotBytes / load.snapshotBytes;
  return {
    items,
    types,
    exportBytes: sum(drawn.types.map(({ byteLength }) => byteLength)) * times,
    sample: { items: built, times: items / built },
    snapshotBytes,
    indexBytes: bytesOf(({ isLeft }) => !isLeft),
    buildSeconds: between(builds, snapshotBytes, 'seconds'),
    buildBytes: Math.round(Math.max(processBytes, between(builds, snapshotBytes, 'peakBytes'))),
    temporaryBytes: Math.round(snapshotBytes * temporary),
    databaseBytes: Math.round(load.databaseBytes * perByte),
    loadSeconds: load.seconds * perByte,
    loadBytes: processBytes + bytesOf(({ name }) => LOADED.test(name)),
    bounds: boundsMet(sections, sectionBytes, from),
  };
}

/** @param from how long a section is told of */
const boundsMet = (sections: readonly Section[], most: number, from = most): readonly BoundMet[] =>
  sections
    .filter(({ isCut, byteLength }) => !isCut && byteLength > from)
    .map(({ type, name, byteLength }) => ({
      type,
      name,
      byteLength: Math.round(byteLength),
      most,
      isLoaded: LOADED.test(name),
      advice: boundAdvice(name),
    }));

/** What is as near to a bound is told before a build. */
const NEAR = 0.8;

/**
 * What a build will be refused for in the end, before it begins: as the snapshot before has it, or the plan of an export so large that it may be.
 *
 * @throws as `openExport` does; of a sample that cannot be built, the build says more
 * Cost: reading the heads of the snapshot's files; where there is none, and a file is longer than a section may be, that of a plan.
 */
export async function boundsAhead(
  exportFolder: string,
  out: string,
  sectionBytes = SECTION_BYTES_MAXIMUM,
): Promise<readonly BoundMet[]> {
  const near = sectionBytes * NEAR;
  if ((await readCurrent(diskFiles, out).catch(() => undefined)) !== undefined) {
    return boundsMet(await sectionsIn(out).catch(() => []), sectionBytes, near);
  }
  const { sources } = await openExport(exportFolder, { files: diskFiles, strict: false });
  if (sources.every((source) => inflatedBytes(source) < sectionBytes)) return [];
  const planned = planExport(exportFolder, { sectionBytes, from: near });
  return planned.then(({ bounds }) => bounds).catch(() => []);
}

type Build = (typeof RATES.builds)[number];

/** @returns what was measured of as large a snapshot: on the straight line, of logarithms, through the two that are next to it */
function between(builds: readonly Build[], snapshotBytes: number, what: 'seconds' | 'peakBytes'): number {
  const above = builds.findIndex(
    (one, index) => index > 0 && (one.snapshotBytes >= snapshotBytes || index === builds.length - 1),
  );
  const [from, to] = [builds[above - 1]!, builds[above]!];
  const growth = Math.log(to[what] / from[what]) / Math.log(to.snapshotBytes / from.snapshotBytes);
  return from[what] * (snapshotBytes / from.snapshotBytes) ** growth;
}
