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
import type { ContentModel, SnapshotId } from '../../src/model/index.js';
import { JOIN_SEGMENT } from '../../src/segment/index.js';
import { BUILDING_PREFIX, encodeManifest, joinSectionName, manifestId, readCurrent } from '../../src/snapshot/index.js';
import { createWorkshop, Scratch } from '../index/index.js';
import { openExport } from '../ingest/index.js';
import { explainDiskFailure } from './disk-failure.js';
import { BuildFolder } from './folder.js';
import { builderVersion } from './incremental/builder-version.js';
import { type EarlierSnapshot, findEarlier } from './incremental/earlier.js';
import { encodeInputs } from './incremental/inputs.js';
import { type Published, SnapshotWriter } from './publish.js';
import { type BuildProgress, type BuildReport, StepClock, type StructureReport, structuresOf } from './report.js';
import { removeOld } from './retention.js';
import { type ShrunkType, shrunkTypes } from './shrink.js';
import { BuildTypes, type BuiltPart, type LinkedPart, sizeOf, typeOf } from './types.js';

export interface BuildOptions {
  readonly files: Files;
  /** Dropped links, repeated links, unknown keys and options are refused instead of reported. */
  readonly strict: boolean;
  /** Whether every type is built, also one that an earlier snapshot has the same. */
  readonly full?: boolean;
  /** How much of a type's items a snapshot that is published may have lost, in percent; 100, the default, is all. */
  readonly maxShrinkPercent?: number;
  /** How many snapshots the folder keeps, at least two; all, the default, removes none. */
  readonly keep?: number;
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
 * Cost: O(bytes of the export · log items) of the types that have changed; of the others, hashing their files and
 * segments.
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
    const builder = builderVersion();
    const reusable = builder !== undefined && options.full !== true;
    const earlier = reusable ? await findEarlier(options.files, outFolder, builder) : [];
    const types = new BuildTypes(source, workshop, earlier, report);
    await types.read();
    await types.resolve();
    source.problems.throwIfAny();
    doing = `write snapshots into ${outFolder}`;
    const written =
      (await unchangedSince(earlier[0], source.model, types, options.files, outFolder)) ??
      (await write(source.model, types, builder, folder, options, report));
    const { snapshot } = written.published;
    const removed = await removeOld(options.files, outFolder, options.keep ?? Number.POSITIVE_INFINITY, snapshot).catch(
      (error: unknown) => {
        types.notes.push(`old snapshots could not be removed: ${String(error)}`);
        return [];
      },
    );
    const items = types.parts.map(sizeOf);
    return {
      snapshot,
      published: written.published.changed,
      shrunk: written.shrunk,
      removed,
      items: items.reduce((sum, count) => sum + count, 0),
      types: types.parts.map((part, index) => ({
        name: typeOf(part).name,
        items: sizeOf(part),
        linked: part.kind === 'linked',
        byteLength: written.byteLengths[index] ?? 0,
      })),
      warnings: source.problems.warningCount === 0 ? '' : source.problems.render(),
      notes: types.notes,
      byteLength: written.published.byteLength,
      seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      threads: workshop.pool.threads,
      steps: clock.steps,
      columns: types.parts.flatMap((part) =>
        part.kind === 'linked'
          ? []
          : [...part.builder.columnSeconds].map(([field, seconds]) => ({ type: typeOf(part).name, field, seconds })),
      ),
      structures: written.structures,
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

interface Written {
  readonly published: Published;
  /** Of each type's segment, in the model's order. */
  readonly byteLengths: readonly number[];
  readonly structures: readonly StructureReport[];
  readonly shrunk: readonly ShrunkType[];
}

/**
 * The quiet night: every type is the current snapshot's own, so that there is nothing to write.
 *
 * @param current may be undefined, or another than CURRENT names
 * @returns undefined where the snapshot would be another one, or is not whole
 */
async function unchangedSince(
  current: EarlierSnapshot | undefined,
  model: ContentModel,
  types: BuildTypes,
  files: Files,
  folder: string,
): Promise<Written | undefined> {
  if (current === undefined) return undefined;
  const named = await readCurrent(files, folder).catch(() => undefined);
  if (named !== current.id) return undefined;
  const same = types.parts.every((part) => part.kind === 'linked' && part.linked.from === current);
  const { segments } = current.manifest;
  if (!same || manifestId(encodeManifest({ model, segments })) !== current.id) return undefined;
  const joins = current.segmentOf(JOIN_SEGMENT, JOIN_SEGMENT);
  if (joins === undefined || (await current.damageOf(joins)) !== undefined) return undefined;
  const structures: StructureReport[] = [];
  for (const part of types.parts) {
    if (part.kind === 'linked') structures.push(...structuresOf(typeOf(part).name, await part.linked.sections()));
  }
  const byteLength = segments.reduce((sum, segment) => sum + segment.byteLength, 0);
  const byteLengths = types.parts.map((part) => (part.kind === 'linked' ? part.linked.segment.byteLength : 0));
  return { published: { snapshot: current.id, changed: false, byteLength }, byteLengths, structures, shrunk: [] };
}

async function write(
  model: ContentModel,
  types: BuildTypes,
  builder: string | undefined,
  folder: BuildFolder,
  { files, maxShrinkPercent = 100 }: BuildOptions,
  report: (progress: BuildProgress) => void,
): Promise<Written> {
  await folder.make();
  const writer = await SnapshotWriter.create(files, folder.path);
  try {
    const { byteLengths, structures } = await writeTypes(types, writer, report);
    report({ step: 'publishing', done: 0, total: 1, unit: 'steps' });
    const inputsOf = (snapshot: SnapshotId) =>
      builder === undefined ? undefined : encodeInputs({ snapshot, builder, types: types.inputs() });
    const shrunk = await shrunkSince(files, folder.path, types, maxShrinkPercent);
    const held = shrunk.length > 0;
    const published = await writer.publish(model, inputsOf, () => folder.checkHeld(), held);
    report({ step: 'publishing', done: 1, total: 1, unit: 'steps' });
    return { published, byteLengths, structures, shrunk };
  } catch (error) {
    // The first failure is the one to tell; a folder that cannot be removed either is removed by a later build.
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

async function shrunkSince(
  files: Files,
  folder: string,
  types: BuildTypes,
  maxPercent: number,
): Promise<readonly ShrunkType[]> {
  if (maxPercent >= 100) return [];
  const counts = new Map(types.parts.map((part) => [typeOf(part).name, sizeOf(part)]));
  const shrunk = await shrunkTypes(files, folder, counts, maxPercent);
  if (shrunk === undefined) {
    types.notes.push('the current snapshot cannot be read, so it is not known whether a type has shrunk since');
  }
  return shrunk ?? [];
}

async function writeTypes(
  types: BuildTypes,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<Pick<Written, 'byteLengths' | 'structures'>> {
  const joins: SectionInput[] = [];
  const structures: StructureReport[] = [];
  const byteLengths: number[] = [];
  for (const part of types.parts) {
    const { name } = typeOf(part);
    const written = await (part.kind === 'linked' ? linkType(part, writer, report) : writeType(part, writer, report));
    structures.push(...structuresOf(name, written.sections));
    byteLengths.push(written.byteLength);
    for (const [relationship, data] of written.joins) joins.push({ name: joinSectionName(name, relationship), data });
  }
  await writer.add({ kind: JOIN_SEGMENT, name: JOIN_SEGMENT, meta: new Map(), sections: joins });
  return { byteLengths, structures };
}

interface WrittenType {
  readonly byteLength: number;
  readonly sections: readonly { readonly name: string; readonly byteLength: number }[];
  readonly joins: ReadonlyMap<string, Uint32Array>;
}

async function linkType(
  { linked, joins }: LinkedPart,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<WrittenType> {
  report({ step: `linking ${linked.type.name}`, done: 0, total: 1, unit: 'steps' });
  await writer.link(linked.segment, linked.from.pathOf(linked.segment));
  return { byteLength: linked.segment.byteLength, sections: await linked.sections(), joins };
}

async function writeType(
  { builder }: BuiltPart,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<WrittenType> {
  const step = `indexing ${builder.type.name}`;
  const total = builder.type.fields.length + 1;
  let done = 0;
  const { segment, joins } = await builder.finish(() => {
    report({ step, done, total, unit: 'fields' });
    done += 1;
  });
  const { byteLength } = await writer.add(segment);
  report({ step, done: total, total, unit: 'fields' });
  const sections = segment.sections.map((section) => ({
    name: section.name,
    byteLength: 'read' in section ? section.byteLength : section.data.byteLength,
  }));
  return { byteLength, sections, joins };
}
