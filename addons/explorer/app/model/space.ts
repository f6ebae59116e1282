/**
 * The model of a space: its types and fields as the server describes them, the title and columns of a type, and the
 * endpoint that a path names.
 */
import { entryOfType, type Holding } from '../../../../src/content/model/field-types.js';
import { LOCALE_FIELD } from '../../../../src/content/model/locales/locale-field.js';
import type { DescribedField, DescribedSpace, DescribedType, Description } from '../../pages/description-types.js';

export type { DescribedField, DescribedSpace, DescribedType, Description };
export type RelationshipField = Extract<DescribedField, { type: 'relationship' }>;

export const isRelationship = (field: DescribedField): field is RelationshipField => field.type === 'relationship';

/** Whether no two items have the same value in the field. */
export const isUnique = (field: DescribedField): boolean => 'unique' in field && field.unique === true;

const readHolding = (field: DescribedField): Holding => entryOfType(field.type).holding;

export function isNumeric(field: DescribedField): boolean {
  const { value } = entryOfType(field.type);
  return value === 'integer' || value === 'decimal';
}

export const isDateTime = (field: DescribedField): boolean => entryOfType(field.type).value === 'instant';

export const findType = (space: DescribedSpace | undefined, name: string | undefined): DescribedType | undefined =>
  space?.types.find((type) => type.name === name);

export const findField = (type: DescribedType | undefined, name: string | undefined): DescribedField | undefined =>
  type?.fields.find((field) => field.name === name) ?? (name === LOCALE_FIELD ? type?.localeField : undefined);

/** @returns the relationship that the field is the inverse of, such as `book.author`; undefined if it is none */
export const inverseSource = (field: DescribedField): string | undefined =>
  isRelationship(field) && field.inverseOf !== undefined
    ? `${field.inverseOf.type}.${field.inverseOf.field}`
    : undefined;

/** @returns the kind of a field's values: its type, or the types that it leads to, and whether it is unique or an inverse */
export function describeKind(field: DescribedField): string {
  if (!isRelationship(field)) return isUnique(field) ? `${field.type}, unique` : field.type;
  const targets = `${field.many ? 'many ' : ''}${field.to.join(', ')}`;
  const source = inverseSource(field);
  return source === undefined ? targets : `${targets}, inverse of ${source}`;
}

/** @returns the fields, counts of links and the locale field that facets can count */
export const listCountedFields = ({ fields, counts, localeField }: DescribedType): readonly DescribedField[] =>
  [...fields, ...counts, ...(localeField === undefined ? [] : [localeField])].filter(({ facet }) => facet);

/** The name after a relationship in the path of the number of its links. */
export const LINK_COUNT = '_count';

/** @returns the count of the relationship's links; undefined if it has none */
export const findCount = (type: DescribedType | undefined, relationship: string): DescribedField | undefined =>
  type?.counts.find(({ name }) => name === `${relationship}.${LINK_COUNT}`);

/** @returns the field or the count at the end of a path, whose other steps are relationships */
export function findFieldAtPath(
  space: DescribedSpace | undefined,
  first: DescribedType | undefined,
  path: readonly string[],
): DescribedField | undefined {
  let type = first;
  let field: DescribedField | undefined;
  for (const [index, step] of path.entries()) {
    if (path[index + 1] === LINK_COUNT) return findCount(type, step);
    field = findField(type, step);
    type = field !== undefined && isRelationship(field) ? findType(space, field.to[0]) : undefined;
  }
  return field;
}

export const listRelationships = (type: DescribedType): readonly RelationshipField[] =>
  type.fields.filter(isRelationship);

/** @returns the relationships with this name, of all of the types */
export const findRelationships = (
  space: DescribedSpace,
  types: readonly string[],
  name: string,
): readonly RelationshipField[] =>
  types.flatMap((type) => {
    const field = findField(findType(space, type), name);
    return field !== undefined && isRelationship(field) ? [field] : [];
  });

const usualTitles = ['title', 'name', 'headline', 'label', 'heading', 'question'];

/** Whether the field has texts of several lines, in Markdown or not. */
export const isLongText = (field: DescribedField): boolean => readHolding(field) === 'renderedTexts';

const isShortText = ({ type }: DescribedField): boolean => type === 'text';

/** @returns the field with the title of an item: one with a usual name, a short text if there is one, otherwise the first short text */
export function findTitleField(type: DescribedType): string | undefined {
  const titles = type.fields.filter(
    (field) => usualTitles.includes(field.name) && (isShortText(field) || isLongText(field)),
  );
  return (titles.find(isShortText) ?? titles[0] ?? type.fields.find(isShortText))?.name;
}

/** @returns the short text by which items are sorted and found: the title, or the first short text if the title is long */
export function findShortTitleField(type: DescribedType): string | undefined {
  const title = findField(type, findTitleField(type));
  return title !== undefined && isShortText(title) ? title.name : type.fields.find(isShortText)?.name;
}

const columnsMaximum = 8;

/** Names of fields for programs, such as times of saving, ids and slugs. */
const TECHNICAL_NAMES = [
  // Times of saving: `created`, `date_updated`, `modifiedOn`, `published_at`.
  /^(?:date_?)?(?:created|updated|modified|changed)(?:_?(?:at|on))?$/i,
  /^(?:first)?published_?at$/i,
  // Ids, addresses and states, as a whole name or as its ending: `bookId`.
  /^(?:id|guid|slug|url|uri|link|path|sort)$/i,
  /(?:id|url|slug|status)$/i,
];

const isTechnical = ({ name }: DescribedField): boolean => TECHNICAL_NAMES.some((pattern) => pattern.test(name));

/** @returns 0 for a relationship to one item, 1 for an inverse, 2 for other relationships to many items */
function rankLinks(field: DescribedField): number {
  if (!isRelationship(field) || !field.many) return 0;
  return field.inverseOf === undefined ? 2 : 1;
}

/** @returns the default columns of a type's table; short fields that distinguish items come first */
export function chooseColumns(type: DescribedType): readonly string[] {
  const readableFields = type.fields.filter((field) => !isTechnical(field));
  const distinguishingFields = readableFields.filter(({ dull }) => dull !== true);
  const filterFields = (is: (field: DescribedField) => boolean): readonly DescribedField[] =>
    distinguishingFields.filter(is);
  // A relationship to one item says more in a cell than one to many, and an inverse more than a stored one.
  const links = filterFields(isRelationship).toSorted((a, b) => rankLinks(a) - rankLinks(b));
  const texts = filterFields(({ type }) => type === 'text');
  const shortFieldsByKind = [
    filterFields((field) => 'options' in field),
    filterFields(isNumeric),
    filterFields(isDateTime),
  ];
  const longTexts = filterFields((field) => readHolding(field) === 'renderedTexts');
  const title = findTitleField(type);
  const order = [
    // A picture and the title.
    ...filterFields(({ type }) => type === 'image').slice(0, 1),
    ...type.fields.filter(({ name }) => name === title),
    // Fields of several kinds, at most two of each.
    ...links.slice(0, 2),
    ...texts.filter(({ name }) => name !== title).slice(0, 1),
    ...shortFieldsByKind.flatMap((fields) => fields.slice(0, 1)),
    ...longTexts.slice(0, 1),
    // The remaining fields: first the short ones, at the end those that do not distinguish items, or are for programs.
    ...shortFieldsByKind.flat(),
    ...distinguishingFields,
    ...readableFields,
    ...type.fields,
  ];
  return [...new Set(order.map(({ name }) => name))].slice(0, columnsMaximum);
}

/** The name in place of a relationship in the path of similar items. */
export const SIMILAR = '_similar';

/** The endpoint of a path. */
export type Endpoint =
  | { readonly kind: 'root' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'search'; readonly types: readonly DescribedType[] }
  | { readonly kind: 'collection'; readonly type: DescribedType }
  | { readonly kind: 'item'; readonly type: DescribedType; readonly id: string }
  | {
      readonly kind: 'related' | 'linkage';
      readonly type: DescribedType;
      readonly id: string;
      readonly field: RelationshipField;
    };

/** @param path decoded segments below the delivery root */
export function readEndpoint(space: DescribedSpace | undefined, path: readonly string[]): Endpoint {
  const [name, id, relationshipOrKeyword, linkageField] = path;
  if (name === undefined) return { kind: 'root' };
  if (name === '_search') return { kind: 'search', types: space?.types.filter(({ search }) => search) ?? [] };
  const type = findType(space, name);
  if (type === undefined) return { kind: 'unknown' };
  if (id === undefined) return { kind: 'collection', type };
  if (relationshipOrKeyword === undefined) return { kind: 'item', type, id };
  if (relationshipOrKeyword === SIMILAR && type.similar) {
    const field = { name: SIMILAR, type: 'relationship', to: [name], many: true } as const;
    return { kind: 'related', type, id, field: { ...field, operators: [], sortable: false, facet: false } };
  }
  const isLinkage = relationshipOrKeyword === 'relationships' && linkageField !== undefined;
  const field = findField(type, isLinkage ? linkageField : relationshipOrKeyword);
  if (field === undefined || !isRelationship(field)) return { kind: 'unknown' };
  return { kind: isLinkage ? 'linkage' : 'related', type, id, field };
}

/** @returns the types of the primary data */
export function primaryTypes(space: DescribedSpace | undefined, endpoint: Endpoint): readonly DescribedType[] {
  switch (endpoint.kind) {
    case 'search':
      return endpoint.types;
    case 'collection':
    case 'item':
      return [endpoint.type];
    case 'related':
      return endpoint.field.to.flatMap((name) => findType(space, name) ?? []);
    default:
      return [];
  }
}

/** @returns whether the endpoint returns a list that can be filtered and sorted */
export const isList = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'collection' || endpoint.kind === 'search' || (endpoint.kind === 'related' && endpoint.field.many);

/** Checks only the outermost member, because the same server made the page and the description. */
export const isDescription = (value: unknown): value is Description =>
  typeof value === 'object' && value !== null && 'spaces' in value && Array.isArray(value.spaces);
