/**
 * Reports the contents of an open snapshot, field by field.
 */
import type { SnapshotId } from '../../content/model/index.js';
import { countPopulated, ID_FIELD, populatedByField, structureOf, type TypeSegment } from '../segment/index.js';
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

/** @param of a field, or undefined for structures of no field */
function structuresOf(segment: TypeSegment, of: string | undefined): StructureReport[] {
  const sums = new Map<string, number>();
  for (const { name, byteLength } of segment.file.sections.entries()) {
    const { field, structure } = structureOf(name);
    if (field === of) sums.set(structure, (sums.get(structure) ?? 0) + byteLength);
  }
  return [...sums].map(([name, byteLength]) => ({ name, byteLength }));
}

function reportField(segment: TypeSegment, name: string, type: string): FieldReport {
  const index = segment.fields.get(name);
  return {
    name,
    type,
    populated: index === undefined ? populatedByField(segment.file.meta)?.get(name) : countPopulated(index),
    distinct: index === undefined ? undefined : index.kind === 'links' ? index.targets.size : index.terms.size,
    structures: structuresOf(segment, name),
  };
}

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
      structures: structuresOf(segment, undefined),
    }),
  );
  return { space: space.model.space, snapshot: space.id, byteLength: space.byteLength, types };
}
