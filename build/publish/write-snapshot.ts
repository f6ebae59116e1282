/**
 * Writes and publishes the snapshot of an export without errors: segments, the shrink guard, companion files, CURRENT.
 *
 * Elsewhere: segments (write-types), comparing with the served snapshot (compare/shrink-guard), the folder (snapshot-writer).
 */
import { type ContentModel, DEFAULT_CHOICES, isInverse, type SnapshotId } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import {
  BUILD_REPORT_FILE,
  BUILT_FILE,
  encodeBuiltTime,
  INPUTS_FILE,
  sealCompanion,
  type TypeCounts,
} from '../../src/index/snapshot/index.js';
import type { BuildOptions } from './build-options.js';
import type { BuiltTypes } from './built-types.js';
import { findBreakingValues, notesOnChange, type readServed, refuseBreakingValues } from './compare/served-snapshot.js';
import { countTakedowns, findShrunk, type Shrunk, type TakenDown } from './compare/shrink-guard.js';
import type { BuildFolder } from './folder/build-folder.js';
import { encodeInputs } from './incremental/inputs.js';
import type { Finished, Written } from './outcome.js';
import { type BuildProgress, PUBLISHING, type WorkReport } from './report/report.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { type BuiltPart, sizeOf, typeOf } from './type-parts.js';
import { writeTypes } from './write-types.js';

/** An export without errors, and everything needed to write its snapshot. */
interface CheckedContent {
  readonly model: ContentModel;
  readonly served: Awaited<ReturnType<typeof readServed>>;
  readonly types: BuiltTypes;
  readonly builder: string | undefined;
  readonly folder: BuildFolder;
  readonly report: (progress: BuildProgress) => void;
  /** Types that have shrunk, and are retained as they are served in this snapshot. */
  readonly retained: readonly Shrunk[];
  readonly workReport: (written: Written, snapshot: SnapshotId, byteLength: number) => WorkReport;
}

/**
 * Writes the snapshot, and publishes it unless types have shrunk.
 *
 * @returns undefined if another type has shrunk although the shrunk types are retained; nothing is stored then
 */
export async function writeSnapshot(content: CheckedContent, options: BuildOptions): Promise<Finished | undefined> {
  const { model, served, types, builder, folder, report, workReport, retained } = content;
  const { files, maxShrinkPercent = 100, judge, beforeNamed, choices = DEFAULT_CHOICES } = options;
  await folder.make();
  const writer = await SnapshotWriter.create(files, folder.path);
  try {
    const segments = await writeTypes(types, writer, report);
    report({ step: PUBLISHING, done: 0, total: 1, unit: 'steps' });
    const isGuarded = maxShrinkPercent < 100 || options.refuseBreaking !== undefined;
    types.notes.push(...notesOnChange(served, model, isGuarded));
    if (options.refuseBreaking === 'values' && typeof served !== 'string') {
      refuseBreakingValues(findBreakingValues(served, model, await countItems(types)));
    }
    const lost = await findLosses(content, maxShrinkPercent, files, options.takenDown);
    if (lost.length > 0 && retained.length > 0) {
      // A type that links to a retained one has shrunk by it, so the retained types do not help.
      await writer.discard();
      return undefined;
    }
    const written = { ...segments, shrunk: [...retained, ...lost] };
    const companionsOf = (snapshot: SnapshotId, byteLength: number): ReadonlyMap<string, Uint8Array> => {
      const companions = new Map([
        [BUILD_REPORT_FILE, sealCompanion(workReport(written, snapshot, byteLength))],
        [BUILT_FILE, encodeBuiltTime(snapshot, Date.now())],
      ]);
      if (builder !== undefined) {
        companions.set(INPUTS_FILE, encodeInputs({ snapshot, builder, types: types.recordInputs() }));
      }
      return companions;
    };
    const published = await writer.publish(model, choices, companionsOf, {
      checkMayPublish: () => folder.checkHeld(),
      beforeNamed,
      keepCurrent: lost.length > 0,
      judge,
    });
    report({ step: PUBLISHING, done: 1, total: 1, unit: 'steps' });
    return { ...written, published };
  } catch (error) {
    // The first failure is reported; a folder that cannot be removed is removed by a later build.
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

/** @returns types, fields and locales that have shrunk since the served snapshot; takedowns do not count */
async function findLosses(
  { served, types, folder }: CheckedContent,
  maxPercent: number,
  files: Files,
  takenDown: TakenDown | undefined,
): Promise<readonly Shrunk[]> {
  if (typeof served === 'string') return [];
  const counts = await countItems(types);
  const isInverseOfServed = (type: string, name: string): boolean => {
    const field = served.model.contentTypes.get(type)?.fieldByName.get(name);
    return field !== undefined && isInverse(field);
  };
  const candidates = findShrunk(served.types, counts, maxPercent, { isInverse: isInverseOfServed });
  if (candidates.length === 0 || takenDown === undefined) return candidates;
  const names = new Set(candidates.map(({ name }) => name));
  const items = await countTakedowns(files, folder.path, served, takenDown, names);
  return findShrunk(served.types, counts, maxPercent, { items, takenDown, isInverse: isInverseOfServed });
}

async function countItems(types: BuiltTypes): Promise<ReadonlyMap<string, TypeCounts>> {
  const counts = new Map<string, TypeCounts>();
  for (const part of types.parts) {
    const { populated, own } = part.kind === 'linked' ? await part.linked.counts() : countBuilt(part);
    counts.set(typeOf(part).name, { items: sizeOf(part), populated, own });
  }
  return counts;
}

const countBuilt = ({ builder }: BuiltPart): Pick<TypeCounts, 'populated' | 'own'> => ({
  populated: builder.populated,
  own: builder.ownCounts,
});
