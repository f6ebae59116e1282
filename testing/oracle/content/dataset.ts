/**
 * Content in its simplest form: every item an object, every value as in the export.
 *
 * The oracle answers from this form only, without an index or a cache, so that its answers can be checked by reading
 * them. Invariant: links are resolved; a target exists, and occurs in a list once. Elsewhere: files (export), meanings
 * of values (values).
 */
import {
  type ContentModel,
  type ContentType,
  countedRelationship,
  type Field,
  queriedField,
} from '../../../src/content/model/index.js';

/** A resource identifier object. */
export interface OracleIdentifier {
  readonly type: string;
  readonly id: string;
}

/** An image as the export wrote it: any members, of which the contract delivers eight. */
export type OracleImage = Readonly<Record<string, string | number | null>>;

/** Several texts, or several images, in order. */
export class OracleList {
  readonly values: readonly (string | OracleImage)[];

  constructor(values: readonly (string | OracleImage)[]) {
    this.values = values;
  }

  /** Texts that are not empty, each once. */
  get texts(): readonly string[] {
    return [...new Set(this.values.filter((value) => typeof value === 'string' && value !== '').map(String))];
  }

  get isPopulated(): boolean {
    return this.values.some((value) => value !== '');
  }

  toJSON(): unknown {
    return this.values;
  }
}

/** Any JSON but null. */
export class OracleJson {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  toJSON(): unknown {
    return this.value;
  }
}

/**
 * By field type: boolean → boolean · integer → number · decimal → string or number · dateTime and the text types →
 * string, with `many` a list · image → object, with `many` a list · file → object · json → any · relationship →
 * identifiers in display order, at most one where the relationship is to-one.
 */
export type OracleValue =
  | boolean
  | number
  | string
  | OracleImage
  | OracleList
  | OracleJson
  | readonly OracleIdentifier[];

export interface OracleItem {
  readonly type: string;
  readonly id: string;
  /** By field name; a field that is absent is unpopulated. */
  readonly values: ReadonlyMap<string, OracleValue>;
}

export interface OracleSpace {
  readonly model: ContentModel;
  /** By content type, each list in the export's order. */
  readonly items: ReadonlyMap<string, readonly OracleItem[]>;
}

const isList = (value: OracleValue): value is readonly OracleIdentifier[] => Array.isArray(value);

export const isImage = (value: OracleValue | undefined): value is OracleImage =>
  typeof value === 'object' && !isList(value) && !(value instanceof OracleList) && !(value instanceof OracleJson);

/** @throws if the model lacks the content type, which is a mistake of the caller */
export function typeOf(space: OracleSpace, name: string): ContentType {
  const type = space.model.contentTypes.get(name);
  if (type === undefined) throw new Error(`the model of "${space.model.space}" has no content type "${name}"`);
  return type;
}

/** @returns the field, or the count of that name. @throws if the item's type has neither */
export function fieldOf(space: OracleSpace, type: string, name: string): Field {
  const field = queriedField(typeOf(space, type), name);
  if (field === undefined) throw new Error(`content type "${type}" has no field "${name}"`);
  return field;
}

export const itemsOf = (space: OracleSpace, type: string): readonly OracleItem[] => space.items.get(type) ?? [];

const byId = new WeakMap<readonly OracleItem[], ReadonlyMap<string, OracleItem>>();

/** @returns undefined if no item has the identifier. Cost: O(items of the type) for the first of a type. */
export function findItem(space: OracleSpace, type: string, id: string): OracleItem | undefined {
  const items = itemsOf(space, type);
  // A sort through a relationship looks up an item for every comparison.
  const known = byId.get(items) ?? new Map(items.map((item) => [item.id, item]));
  byId.set(items, known);
  return known.get(id);
}

/** @throws if the item does not exist: links of a space are resolved, so this is a mistake in the test's data */
export function targetOf(space: OracleSpace, link: OracleIdentifier): OracleItem {
  const item = findItem(space, link.type, link.id);
  if (item === undefined) throw new Error(`a link leads to ${link.type} "${link.id}", which does not exist`);
  return item;
}

/** @returns the stored links of one relationship, in display order; none if it is unpopulated */
export function linksOf(item: OracleItem, relationship: string): readonly OracleIdentifier[] {
  const value = item.values.get(relationship);
  return value !== undefined && typeof value === 'object' && isList(value) ? value : [];
}

/** @returns the value of a field, or the number of links if the field is a count; undefined if it is unpopulated */
export function readValue(item: OracleItem, field: string): OracleValue | undefined {
  const relationship = countedRelationship(field);
  return relationship === undefined ? item.values.get(field) : linksOf(item, relationship).length;
}
