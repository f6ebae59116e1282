/**
 * From an export to a published snapshot: read, index, resolve links, write.
 *
 * Nothing is published from a bad export: problems are thrown before CURRENT is touched, and what was written is
 * removed.
 */
import type { Files } from '../../src/files/index.js';
import type { SnapshotId } from '../../src/model/index.js';
import { JOIN_SEGMENT } from '../../src/segment/index.js';
import { joinSectionName } from '../../src/snapshot/index.js';
import { TypeBuilder } from '../index/index.js';
import { type ExportSource, openExport } from '../ingest/index.js';
import { linkReporter } from './links.js';
import { SnapshotWriter } from './publish.js';

export interface BuildProgress {
  /** `reading book`, `indexing book`, `publishing`. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'bytes' | 'fields' | 'steps';
}

export interface BuildOptions {
  readonly files: Files;
  /** Dropped links, repeated links, unknown keys and options are refused instead of reported. */
  readonly strict: boolean;
  readonly onProgress?: (progress: BuildProgress) => void;
}

export interface BuiltTypeReport {
  readonly name: string;
  readonly items: number;
}

export interface BuildReport {
  readonly snapshot: SnapshotId;
  /** False when CURRENT already named this snapshot: nothing had changed. */
  readonly published: boolean;
  readonly items: number;
  readonly types: readonly BuiltTypeReport[];
  /** What was dropped or ignored, as readable lines; empty when nothing was. */
  readonly warnings: string;
  readonly byteLength: number;
  readonly seconds: number;
}

/**
 * @throws ExportError when the export is refused; OperationError when the folder cannot be written
 * Cost: O(bytes of the export · log items). Memory: a few times the export.
 */
export async function buildSnapshot(
  exportFolder: string,
  outFolder: string,
  options: BuildOptions,
): Promise<BuildReport> {
  const startedNs = process.hrtime.bigint();
  const report = options.onProgress ?? (() => undefined);
  const source = await openExport(exportFolder, { files: options.files, strict: options.strict });
  const builders = await readTypes(source, report);
  source.problems.throwIfAny();
  const writer = await SnapshotWriter.create(options.files, outFolder);
  try {
    await writeTypes(source, builders, writer, report);
    source.problems.throwIfAny();
    report({ step: 'publishing', done: 0, total: 1, unit: 'steps' });
    const published = await writer.publish(source.model);
    report({ step: 'publishing', done: 1, total: 1, unit: 'steps' });
    const types = [...builders.values()].map((builder) => ({ name: builder.type.name, items: builder.size }));
    return {
      snapshot: published.snapshot,
      published: published.changed,
      items: types.reduce((sum, type) => sum + type.items, 0),
      types,
      warnings: source.problems.warningCount === 0 ? '' : source.problems.render(),
      byteLength: published.byteLength,
      seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
    };
  } catch (error) {
    // The first failure is the one to tell; a folder that cannot be cleaned either is found by the next build.
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

async function readTypes(
  source: ExportSource,
  report: (progress: BuildProgress) => void,
): Promise<ReadonlyMap<string, TypeBuilder>> {
  const builders = new Map<string, TypeBuilder>();
  for (const { type, byteLength } of source.sources) {
    const step = `reading ${type.name}`;
    const builder = new TypeBuilder(type);
    builders.set(type.name, builder);
    let done = 0;
    const onBytes = (read: number): void => {
      done += read;
      report({ step, done, total: byteLength, unit: 'bytes' });
    };
    for await (const batch of source.items(type, onBytes)) for (const item of batch) builder.add(item);
    report({ step, done: byteLength, total: byteLength, unit: 'bytes' });
  }
  return builders;
}

async function writeTypes(
  source: ExportSource,
  builders: ReadonlyMap<string, TypeBuilder>,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<void> {
  const fileOf = new Map(source.sources.map(({ type, file }) => [type.name, file]));
  const links = linkReporter(builders, fileOf, source.problems);
  const joins = [];
  for (const builder of builders.values()) {
    const step = `indexing ${builder.type.name}`;
    const total = builder.type.fields.length + 1;
    let done = 0;
    const built = builder.finish(links, () => {
      report({ step, done, total, unit: 'fields' });
      done += 1;
    });
    await writer.add(built.segment);
    report({ step, done: total, total, unit: 'fields' });
    for (const [relationship, data] of built.joins) {
      joins.push({ name: joinSectionName(builder.type.name, relationship), data });
    }
  }
  await writer.add({ kind: JOIN_SEGMENT, name: JOIN_SEGMENT, meta: new Map(), sections: joins });
}
