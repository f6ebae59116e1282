/**
 * Writes the segments of a snapshot: built types, linked types, and the joins between types.
 *
 * Elsewhere: the sections of a built type (build/segment), the snapshot's folder (snapshot-writer).
 */
import { storedFields } from '../../src/content/model/index.js';
import type { SectionInput } from '../../src/format/index.js';
import { JOIN_SEGMENT } from '../../src/index/segment/index.js';
import { joinSectionName } from '../../src/index/snapshot/index.js';
import type { BuiltTypes } from './built-types.js';
import type { BuildProgress } from './report/report.js';
import { type StructureReport, structuresOf } from './report/structure-report.js';
import type { SnapshotWriter } from './snapshot-writer.js';
import { type BuiltPart, type LinkedPart, typeOf } from './type-parts.js';

/** Sizes of the segments written. */
export interface Segments {
  /** Length of each type's segment, in the model's order. */
  readonly byteLengths: readonly number[];
  readonly structures: readonly StructureReport[];
}

/** Writes the types in the model's order, once all links are resolved, and their joins last. */
export async function writeTypes(
  types: BuiltTypes,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<Segments> {
  const joins: SectionInput[] = [];
  const structures: StructureReport[] = [];
  const byteLengths: number[] = [];
  for (const part of types.parts) {
    const { name } = typeOf(part);
    const writtenType = await (part.kind === 'linked'
      ? linkType(part, writer, report)
      : writeType(part, writer, report));
    structures.push(...structuresOf(name, writtenType.sections, writtenType.seconds));
    byteLengths.push(writtenType.byteLength);
    for (const [relationship, data] of writtenType.joins)
      joins.push({ name: joinSectionName(name, relationship), data });
  }
  await writer.add({ kind: JOIN_SEGMENT, name: JOIN_SEGMENT, meta: new Map(), sections: joins });
  return { byteLengths, structures };
}

interface WrittenType {
  readonly byteLength: number;
  readonly sections: readonly { readonly name: string; readonly byteLength: number }[];
  readonly joins: ReadonlyMap<string, Uint32Array>;
  /** Structure → thread-seconds for making it. */
  readonly seconds: ReadonlyMap<string, number>;
}

async function linkType(
  { linked, joins }: LinkedPart,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<WrittenType> {
  const step = `linking ${linked.type.name}`;
  report({ step, done: 0, total: 1, unit: 'steps' });
  await writer.link(linked.segment, linked.from.pathOf(linked.segment));
  report({ step, done: 1, total: 1, unit: 'steps' });
  return { byteLength: linked.segment.byteLength, sections: await linked.sections(), joins, seconds: new Map() };
}

async function writeType(
  { builder }: BuiltPart,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<WrittenType> {
  const step = `indexing ${builder.type.name}`;
  const total = storedFields(builder.type).length + 1;
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
  return { byteLength, sections, joins, seconds: builder.structureSeconds };
}
