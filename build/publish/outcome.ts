/**
 * What comes of a build, before and after it has its place: what a report says of it, and the night on which nothing has
 * changed.
 */

import type { BuildChoices, ContentModel } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { JOIN_SEGMENT } from '../../src/index/segment/index.js';
import { encodeManifest, manifestId, readCurrent } from '../../src/index/snapshot/index.js';
import { type ProblemLog, WARNING_KINDS } from '../read/index.js';
import { type BuildTypes, sizeOf, typeOf } from './built-types.js';
import type { EarlierSnapshot } from './incremental/earlier.js';
import { type StructureReport, structuresOf } from './report.js';
import type { Shrunk } from './shrink.js';
import type { Published, Segments } from './snapshot-writer.js';

export interface Written extends Segments {
  readonly shrunk: readonly Shrunk[];
}

export interface Finished extends Written {
  readonly published: Published;
}

/** What a report says of an export's problems. */
export const tellOfProblems = (problems: ProblemLog) => ({
  warnings: problems.warningCount === 0 ? '' : problems.render(),
  warningCounts: WARNING_KINDS.map((kind) => ({ kind, count: problems.countOf(kind) })).filter(
    ({ count }) => count > 0,
  ),
  problems: problems.found.problems,
});

/** What a report says of types, columns and problems. */
export function tellOf(types: BuildTypes, problems: ProblemLog, { byteLengths }: Segments) {
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
    ...tellOfProblems(problems),
    notes: types.notes,
    columns: types.parts.flatMap((part) =>
      part.kind === 'linked'
        ? []
        : [...part.builder.columnSeconds].map(([field, seconds]) => ({ type: typeOf(part).name, field, seconds })),
    ),
  };
}

/**
 * The quiet night: every type is the current snapshot's own, so that there is nothing to write.
 *
 * @param current may be undefined, or another than CURRENT names
 * @returns undefined where the snapshot would be another one, or is not whole
 */
export async function unchangedSince(
  current: EarlierSnapshot | undefined,
  types: BuildTypes,
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
