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

/** Structure → its bytes, of one field. */
type StructureSizes = Map<string, number>;

/**
 * @returns field → its structures; the key undefined has the structures of no field
 *
 * Cost: O(sections) for all fields together.
 */
function measureStructures(segment: TypeSegment): ReadonlyMap<string | undefined, StructureSizes> {
  const sizesByField = new Map<string | undefined, StructureSizes>();
  for (const { name, byteLength } of segment.file.sections.entries()) {
    const { field, structure } = parseSectionName(name);
    const sizes = sizesByField.get(field) ?? new Map<string, number>();
    sizesByField.set(field, sizes);
    sizes.set(structure, (sizes.get(structure) ?? 0) + byteLength);
  }
  return sizesByField;
}

const listStructures = (sizes: StructureSizes | undefined): StructureReport[] =>
  [...(sizes ?? [])].map(([name, byteLength]) => ({ name, byteLength }));

function countDistinct(index: FieldIndex | undefined): number | undefined {
  if (index === undefined) return undefined;
  if (index.kind === 'locales') return index.codes.length;
  return index.kind === 'links' ? index.targets.size : index.terms.size;
}

function inspectType({ name, segment }: { readonly name: string; readonly segment: TypeSegment }): TypeReport {
  const sizesByField = measureStructures(segment);
  const metaCounts = populatedByField(segment.file.meta);
  const reportField = (field: string, type: string): FieldReport => {
    const index = segment.fields.get(field);
    return {
      name: field,
      type,
      populated: index === undefined ? metaCounts?.get(field) : countPopulated(index),
      distinct: countDistinct(index),
      structures: listStructures(sizesByField.get(field)),
    };
  };
  return {
    name,
    items: segment.size,
    byteLength: segment.file.byteLength,
    fields: [
      reportField(ID_FIELD, ID_FIELD),
      ...segment.type.fields.map((field) => reportField(field.name, field.type)),
    ],
    structures: listStructures(sizesByField.get(undefined)),
  };
}

/** Cost: O(fields + sections), and O(items) per relationship and list of texts. */
export function inspectSpace(space: Space): SpaceReport {
  const types = [...space.types.values()].map(inspectType);
  return { space: space.model.space, snapshot: space.id, byteLength: space.byteLength, types };
}
