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
import type { LinkedType } from './incremental/linked-type.js';
import type { BuiltTypeReport, ColumnReport } from './report/report.js';
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
export function problemReport(problems: ProblemLog) {
  const counts = WARNING_KINDS.map((kind) => ({ kind, count: problems.countOf(kind) }));
  return {
    warnings: problems.warningCount === 0 ? '' : problems.render(),
    warningsByKind: problems.warningCount === 0 ? '' : problems.renderBriefly(),
    warningCounts: counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
    problems: problems.summary.problems,
  };
}

/** @returns the part of a report about types, columns and problems */
export function contentReport(types: BuiltTypes, problems: ProblemLog, { byteLengths }: Segments) {
  const typeReports: BuiltTypeReport[] = [];
  const columns: ColumnReport[] = [];
  let itemCount = 0;
  for (const [index, part] of types.parts.entries()) {
    const { name } = typeOf(part);
    const items = sizeOf(part);
    const byteLength = byteLengths[index] ?? 0;
    itemCount += items;
    if (part.kind === 'linked') {
      typeReports.push({ name, items, linked: true, byteLength, readingSeconds: 0 });
      continue;
    }
    const { readingSeconds, columnSeconds } = part.builder;
    typeReports.push({ name, items, linked: false, byteLength, readingSeconds });
    for (const [field, seconds] of columnSeconds) columns.push({ type: name, field, seconds });
  }
  return { items: itemCount, types: typeReports, ...problemReport(problems), notes: types.notes, columns };
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
  const servedId = await readCurrent(files, folder).catch(() => undefined);
  if (servedId !== current.id) return undefined;
  const linkedTypes: LinkedType[] = [];
  for (const part of types.parts) {
    if (part.kind !== 'linked' || part.linked.from !== current) return undefined;
    linkedTypes.push(part.linked);
  }
  const { segments } = current.manifest;
  const newId = manifestId(encodeManifest({ model, choices, segments }));
  if (newId !== current.id) return undefined;
  const joins = current.segmentOf(JOIN_SEGMENT, JOIN_SEGMENT);
  if (joins === undefined || (await current.damageOf(joins)) !== undefined) return undefined;
  const structures: StructureReport[] = [];
  for (const linked of linkedTypes) {
    structures.push(...structuresOf(linked.type.name, await linked.sections(), new Map()));
  }
  let byteLength = 0;
  for (const segment of segments) byteLength += segment.byteLength;
  return {
    published: { snapshot: current.id, changed: false, repaired: false, byteLength, refused: [] },
    byteLengths: linkedTypes.map(({ segment }) => segment.byteLength),
    structures,
    shrunk: [],
  };
}
