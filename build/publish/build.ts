/**
 * From an export to a published snapshot: read, resolve links, index, write.
 *
 * Nothing is written from a bad export: all that is wrong with it is known, and thrown, once its links are resolved.
 * Whether the snapshots folder can be written is asked before that, for reading may take long. What a build has written
 * when the disk fails it is removed.
 */
import { randomBytes } from 'node:crypto';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Files } from '../../src/files/index.js';
import type { SectionInput } from '../../src/format/index.js';
import type { ContentModel } from '../../src/model/index.js';
import { JOIN_SEGMENT } from '../../src/segment/index.js';
import { BUILDING_PREFIX, joinSectionName } from '../../src/snapshot/index.js';
import { createWorkshop, readItems, Scratch, TypeBuilder, type Workshop } from '../index/index.js';
import { type ExportSource, openExport } from '../ingest/index.js';
import { explainDiskFailure } from './disk-failure.js';
import { BuildFolder } from './folder.js';
import { linkReporter } from './links.js';
import { type Published, SnapshotWriter } from './publish.js';
import { type BuildReport, StepClock, type StructureReport, structuresOf } from './report.js';

export interface BuildProgress {
  /** `reading book`, `resolving links`, `indexing book`, `publishing`. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'bytes' | 'fields' | 'steps';
}

export interface BuildOptions {
  readonly files: Files;
  /** Dropped links, repeated links, unknown keys and options are refused instead of reported. */
  readonly strict: boolean;
  /** How many threads index columns; 1, the default, is this one alone. */
  readonly threads?: number;
  /** What the build may hold in memory, in bytes: about a half of the machine's by default. */
  readonly memoryBytes?: number;
  /** Where values and sections wait that are not kept in memory; the out folder by default. */
  readonly temporaryFolder?: string | undefined;
  readonly onProgress?: (progress: BuildProgress) => void;
}

/**
 * @throws ExportError when the export is refused; OperationError when the folder cannot be written, another build
 *         writes into it, or the disk fails
 * Cost: O(bytes of the export · log items). Memory: a few times the export.
 */
export async function buildSnapshot(
  exportFolder: string,
  outFolder: string,
  options: BuildOptions,
): Promise<BuildReport> {
  const startedNs = process.hrtime.bigint();
  const clock = new StepClock();
  const report = (progress: BuildProgress): void => {
    clock.at(progress.step);
    options.onProgress?.(progress);
  };
  let doing = `write snapshots into ${outFolder}`;
  let folder: BuildFolder | undefined;
  const temporary = join(
    options.temporaryFolder ?? outFolder,
    `${BUILDING_PREFIX}${randomBytes(8).toString('hex')}-scratch`,
  );
  // In the out folder only whoever holds its lock may write, and it must be there to be locked.
  const prepare = async (): Promise<void> => (options.temporaryFolder === undefined ? folder?.make() : undefined);
  const scratch = new Scratch(options.files, temporary, prepare);
  const workshop = createWorkshop(scratch, options.threads ?? 1, options.memoryBytes ?? totalmem() / 2);
  try {
    folder = await BuildFolder.claim(options.files, outFolder);
    doing = `read the export in ${exportFolder}`;
    const source = await openExport(exportFolder, { files: options.files, strict: options.strict });
    const builders = await readTypes(source, workshop, report);
    await resolveLinks(source, builders, report);
    source.problems.throwIfAny();
    doing = `write snapshots into ${outFolder}`;
    await folder.make();
    const { published, structures } = await write(source.model, builders, folder, options.files, report);
    const types = [...builders.values()].map((builder) => ({ name: builder.type.name, items: builder.size }));
    return {
      snapshot: published.snapshot,
      published: published.changed,
      items: types.reduce((sum, type) => sum + type.items, 0),
      types,
      warnings: source.problems.warningCount === 0 ? '' : source.problems.render(),
      byteLength: published.byteLength,
      seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      threads: workshop.pool.threads,
      steps: clock.steps,
      columns: [...builders.values()].flatMap(({ type, columnSeconds }) =>
        [...columnSeconds].map(([field, seconds]) => ({ type: type.name, field, seconds })),
      ),
      structures,
    };
  } catch (error) {
    throw explainDiskFailure(error, doing);
  } finally {
    await workshop.pool.close();
    await workshop.gate.close();
    // What cannot be removed is removed by a later build; it must not hide how this one ended.
    await scratch.remove().catch(() => undefined);
    await folder?.release();
  }
}

async function write(
  model: ContentModel,
  builders: ReadonlyMap<string, TypeBuilder>,
  folder: BuildFolder,
  files: Files,
  report: (progress: BuildProgress) => void,
): Promise<{ readonly published: Published; readonly structures: StructureReport[] }> {
  const writer = await SnapshotWriter.create(files, folder.path);
  try {
    const structures = await writeTypes(builders, writer, report);
    report({ step: 'publishing', done: 0, total: 1, unit: 'steps' });
    const published = await writer.publish(model, () => folder.checkHeld());
    report({ step: 'publishing', done: 1, total: 1, unit: 'steps' });
    return { published, structures };
  } catch (error) {
    // The first failure is the one to tell; a folder that cannot be removed either is removed by a later build.
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

async function readTypes(
  source: ExportSource,
  workshop: Workshop,
  report: (progress: BuildProgress) => void,
): Promise<ReadonlyMap<string, TypeBuilder>> {
  const builders = new Map<string, TypeBuilder>();
  for (const { type, byteLength } of source.sources) {
    const step = `reading ${type.name}`;
    const builder = new TypeBuilder(type, workshop);
    builders.set(type.name, builder);
    let done = 0;
    const onBytes = (read: number): void => {
      done += read;
      report({ step, done, total: byteLength, unit: 'bytes' });
    };
    await readItems(source.reading(type, { ids: builder.ids, onBytes }), builder, workshop.pool);
    report({ step, done: byteLength, total: byteLength, unit: 'bytes' });
    // A refused export is not indexed further than it takes to find out.
    if (source.problems.errorCount === 0) builder.begin();
  }
  return builders;
}

/** Reports what is wrong with links even where reading found errors: whoever mends the export shall know all of it. */
async function resolveLinks(
  source: ExportSource,
  builders: ReadonlyMap<string, TypeBuilder>,
  report: (progress: BuildProgress) => void,
): Promise<void> {
  const fileOf = new Map(source.sources.map(({ type, file }) => [type.name, file]));
  const links = linkReporter(builders, fileOf, source.problems);
  const step = 'resolving links';
  let done = 0;
  for (const builder of builders.values()) {
    report({ step, done, total: builders.size, unit: 'steps' });
    await builder.resolveLinks(links);
    done += 1;
  }
  report({ step, done, total: builders.size, unit: 'steps' });
}

async function writeTypes(
  builders: ReadonlyMap<string, TypeBuilder>,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<StructureReport[]> {
  const joins: SectionInput[] = [];
  const structures: StructureReport[] = [];
  for (const builder of builders.values()) {
    const step = `indexing ${builder.type.name}`;
    const total = builder.type.fields.length + 1;
    let done = 0;
    const built = await builder.finish(() => {
      report({ step, done, total, unit: 'fields' });
      done += 1;
    });
    structures.push(...structuresOf(builder.type.name, built.segment.sections));
    await writer.add(built.segment);
    report({ step, done: total, total, unit: 'fields' });
    for (const [relationship, data] of built.joins) {
      joins.push({ name: joinSectionName(builder.type.name, relationship), data });
    }
  }
  await writer.add({ kind: JOIN_SEGMENT, name: JOIN_SEGMENT, meta: new Map(), sections: joins });
  return structures;
}
