/**
 * Reports the contents of an open snapshot, field by field.
 */
import type { SnapshotId } from '../../content/model/index.js';
import {
  countPopulated,
  type FieldIndex,
  ID_FIELD,
  parseSectionName,
  populatedByField,
  type TypeSegment,
} from '../segment/index.js';
import type { Space } from './space.js';

export interface StructureReport {
  readonly name: string;
  readonly byteLength: number;
}

export interface FieldReport {
  readonly name: string;
  /** The model's field type; `id` for the id. */
  readonly type: string;
  /** Number of items with a value; undefined for images in snapshots of older versions. */
  readonly populated: number | undefined;
  /** Distinct values, or distinct targets. */
  readonly distinct: number | undefined;
  readonly structures: readonly StructureReport[];
}

export interface TypeReport {
  readonly name: string;
  readonly items: number;
  readonly byteLength: number;
  readonly fields: readonly FieldReport[];
  /** Structures of no field, such as the rendered items. */
  readonly structures: readonly StructureReport[];
}

export interface SpaceReport {
  readonly space: string;
  readonly snapshot: SnapshotId;
  readonly byteLength: number;
  readonly types: readonly TypeReport[];
}

/** @param fieldName a field, or undefined for structures of no field */
function listStructures(segment: TypeSegment, fieldName: string | undefined): StructureReport[] {
  const sums = new Map<string, number>();
  for (const { name, byteLength } of segment.file.sections.entries()) {
    const { field, structure } = parseSectionName(name);
    if (field === fieldName) sums.set(structure, (sums.get(structure) ?? 0) + byteLength);
  }
  return [...sums].map(([name, byteLength]) => ({ name, byteLength }));
}

function reportField(segment: TypeSegment, name: string, type: string): FieldReport {
  const index = segment.fields.get(name);
  return {
    name,
    type,
    populated: index === undefined ? populatedByField(segment.file.meta)?.get(name) : countPopulated(index),
    distinct: countDistinct(index),
    structures: listStructures(segment, name),
  };
}

function countDistinct(index: FieldIndex | undefined): number | undefined {
  if (index === undefined) return undefined;
  if (index.kind === 'locales') return index.codes.length;
  return index.kind === 'links' ? index.targets.size : index.terms.size;
}

/** Cost: O(fields), and O(items) per relationship and list of texts. */
export function inspectSpace(space: Space): SpaceReport {
  const types = [...space.types.values()].map(
    ({ name, segment }): TypeReport => ({
      name,
      items: segment.size,
      byteLength: segment.file.byteLength,
      fields: [
        reportField(segment, ID_FIELD, ID_FIELD),
        ...segment.type.fields.map((field) => reportField(segment, field.name, field.type)),
      ],
      structures: listStructures(segment, undefined),
    }),
  );
  return { space: space.model.space, snapshot: space.id, byteLength: space.byteLength, types };
}
