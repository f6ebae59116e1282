/**
 * The outcome of a build: the parts of its report about types and problems, and the check for a build without changes.
 *
 * Elsewhere: the whole report (report/report).
 */
import type { BuildChoices, ContentModel } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { JOIN_SEGMENT } from '../../src/index/segment/index.js';
import { encodeManifest, manifestId, readCurrent } from '../../src/index/snapshot/index.js';
import { type ProblemLog, WARNING_KINDS } from '../read/index.js';
import type { BuiltTypes } from './built-types.js';
import type { Shrunk } from './compare/shrink-guard.js';
import type { EarlierSnapshot } from './incremental/earlier-snapshots.js';
import { type StructureReport, structuresOf } from './report/structure-report.js';
import type { Published } from './snapshot-writer.js';
import { sizeOf, typeOf } from './type-parts.js';
import type { Segments } from './write-types.js';

export interface Written extends Segments {
  readonly shrunk: readonly Shrunk[];
}

export interface Finished extends Written {
  readonly published: Published;
}

/** @returns the part of a report about the export's problems */
export const problemReport = (problems: ProblemLog) => ({
  warnings: problems.warningCount === 0 ? '' : problems.render(),
  warningCounts: WARNING_KINDS.map((kind) => ({ kind, count: problems.countOf(kind) })).filter(
    ({ count }) => count > 0,
  ),
  problems: problems.summary.problems,
});

/** @returns the part of a report about types, columns and problems */
export function contentReport(types: BuiltTypes, problems: ProblemLog, { byteLengths }: Segments) {
  const items = types.parts.map(sizeOf);
  return {
    items: items.reduce((sum, count) => sum + count, 0),
    types: types.parts.map((part, index) => ({
      name: typeOf(part).name,
      items: sizeOf(part),
      linked: part.kind === 'linked',
      byteLength: byteLengths[index] ?? 0,
      readingSeconds: part.kind === 'linked' ? 0 : part.builder.readingSeconds,
    })),
    ...problemReport(problems),
    notes: types.notes,
    columns: types.parts.flatMap((part) =>
      part.kind === 'linked'
        ? []
        : [...part.builder.columnSeconds].map(([field, seconds]) => ({ type: typeOf(part).name, field, seconds })),
    ),
  };
}

/**
 * Finds out whether the build would write the current snapshot again, so that there is nothing to write.
 *
 * @param current the likeliest earlier snapshot; undefined if there is none, and possibly not the one in CURRENT
 * @returns undefined if the new snapshot would differ, or the current one is damaged
 */
export async function findUnchanged(
  current: EarlierSnapshot | undefined,
  types: BuiltTypes,
  model: ContentModel,
  choices: BuildChoices,
  files: Files,
  folder: string,
): Promise<Finished | undefined> {
  if (current === undefined) return undefined;
  const named = await readCurrent(files, folder).catch(() => undefined);
  if (named !== current.id) return undefined;
  const linked = types.parts.flatMap((part) =>
    part.kind === 'linked' && part.linked.from === current ? [part.linked] : [],
  );
  const { segments } = current.manifest;
  if (linked.length < types.parts.length || manifestId(encodeManifest({ model, choices, segments })) !== current.id)
    return undefined;
  const joins = current.segmentOf(JOIN_SEGMENT, JOIN_SEGMENT);
  if (joins === undefined || (await current.damageOf(joins)) !== undefined) return undefined;
  const structures: StructureReport[] = [];
  for (const type of linked) structures.push(...structuresOf(type.type.name, await type.sections(), new Map()));
  const byteLength = segments.reduce((sum, segment) => sum + segment.byteLength, 0);
  const byteLengths = linked.map(({ segment }) => segment.byteLength);
  return {
    published: { snapshot: current.id, changed: false, repaired: false, byteLength, refused: [] },
    byteLengths,
    structures,
    shrunk: [],
  };
}
