/**
 * What is in a snapshot, field by field, from what opening it knows.
 */
import { docId, fallbackChains, type SnapshotId, termId } from '../../content/model/index.js';
import { RecordRange } from '../documents/index.js';
import { countPopulated, ID_FIELD, populatedByField, structureOf, type TypeSegment } from '../segment/index.js';
import { type Space, spaceOf } from './space.js';

export interface StructureReport {
  readonly name: string;
  readonly byteLength: number;
}

export interface FieldReport {
  readonly name: string;
  /** The model's field type; `id` for the id. */
  readonly type: string;
  /** Items whose field is populated; undefined for images in a snapshot of an older stele. */
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
  /** What belongs to no field: the rendered items. */
  readonly structures: readonly StructureReport[];
}

export interface SpaceReport {
  readonly space: string;
  readonly snapshot: SnapshotId;
  readonly byteLength: number;
  readonly types: readonly TypeReport[];
}

/** @param of a field, or undefined for what belongs to none */
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

/** What is certain of a type's items as long as the snapshot is the same, whatever the locale. */
export interface KnownValues {
  /** Fields that every item has a value of. */
  readonly complete: ReadonlySet<string>;
  /** Of each select that is indexed the texts that there are. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** @returns by type. Cost: O(fields), and of selects O(items · locales). */
export function knownValues(space: Space): ReadonlyMap<string, KnownValues> {
  const { locales } = space.model;
  // What falls back to the default locale in the end has a value where that has one.
  const falls = fallbackChains(locales).every((chain) => chain.includes(0));
  const places = locales.length === 0 ? [0] : [...locales.keys()];
  return new Map(
    inspectSpace(space).types.map(({ name, items, fields }) => {
      const model = space.model.contentTypes.get(name)?.fieldByName;
      const isSure = (field: string): boolean => falls || model?.get(field)?.localized !== true;
      const full = fields.filter(({ name: field, populated }) => items > 0 && populated === items && isSure(field));
      const selects = fields.filter(({ type }) => type === 'select');
      const texts = selects.flatMap(({ name: field }): [string, readonly string[]][] => {
        const found = places.map((place) => textsOf(spaceOf(space, place).types.get(name)?.segment, field));
        return found.includes(undefined) ? [] : [[field, [...new Set(found.flatMap((one) => one ?? []))]]];
      });
      return [name, { complete: new Set(full.map(({ name: field }) => field)), texts: new Map(texts) }];
    }),
  );
}

/** @returns undefined where the model has no index of the field */
function textsOf(segment: TypeSegment | undefined, field: string): readonly string[] | undefined {
  const index = segment?.fields.get(field);
  if (segment === undefined || (index?.kind !== 'text' && index?.kind !== 'textLists')) return undefined;
  const terms = Array.from({ length: index.terms.size }, (_, term) => index.terms.at(termId(term)));
  return [...terms.map((bytes) => Buffer.from(bytes).toString()), ...(hasEmptyText(segment, field) ? [''] : [])];
}

/** An empty text is no value, so only documents have it. */
function hasEmptyText({ documents, size, type }: TypeSegment, field: string): boolean {
  const place = type.attributes.findIndex(({ name }) => name === field);
  const scratch = documents.newPlaces();
  const range = new RecordRange();
  for (let doc = 0; doc < size; doc += 1) {
    documents.attribute(docId(doc), place, scratch, range);
    const text = Buffer.from(range.bytes.subarray(range.start, range.end)).toString();
    if (text.includes('""') && [JSON.parse(`{${text}}`)[field]].flat().includes('')) return true;
  }
  return false;
}
