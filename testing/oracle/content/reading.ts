/**
 * Reads parsed JSON into the simple form: the model, the items, and the links with existing targets.
 *
 * The input is test data and trusted to be valid; anything else is refused with a message.
 */
import {
  type ContentModel,
  type ContentType,
  contentModel,
  contentType,
  type Field,
  IMAGE_TYPE,
  type InverseOption,
  isInverse,
  STRUCTURES,
  withImageResources,
  withInverses,
} from '../../../src/content/model/index.js';
import { withInverseLinks } from '../answers/inverses.js';
import {
  type OracleIdentifier,
  type OracleImage,
  type OracleItem,
  OracleJson,
  OracleList,
  type OracleSpace,
  type OracleValue,
} from './dataset.js';
import { imageItem } from './images.js';

type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => listOf(value).map(String);

function readField(json: unknown): Field {
  if (!isRecord(json)) throw new Error('a field of the model is an object');
  let field = readOwn(json);
  for (const structure of STRUCTURES) {
    if (json[structure] === false) field = { ...field, [structure]: false as const };
  }
  return field;
}

function readOwn(json: Json): Field {
  const name = String(json['name']);
  const folding =
    json['fold'] === true ? { fold: true } : json['fold'] === 'accents' ? { fold: 'accents' as const } : {};
  const many = json['many'] === true ? { many: true } : {};
  const unique = json['unique'] === true ? { unique: true as const } : {};
  const type = json['type'];
  switch (type) {
    case 'boolean':
    case 'file':
    case 'json':
    case 'location':
      return { name, type };
    case 'integer':
      return { name, type, ...unique };
    case 'image':
      return { name, type, ...many };
    case 'text':
      return { name, type, ...many, ...unique, ...folding };
    case 'markdown':
    case 'textMultiline':
      return { name, type, ...folding };
    case 'dateTime':
      return { name, type, format: json['format'] === 'date' ? 'date' : 'dateTime' };
    case 'decimal':
      return { name, type, precision: Number(json['precision']) };
    case 'select':
      return { name, type, options: texts(json['options']), ...many, ...unique, ...folding };
    case 'relationship': {
      const to = typeof json['to'] === 'string' ? [json['to']] : texts(json['to']);
      const page = isRecord(json['page']) ? { page: { limit: Number(json['page']['limit']) } } : {};
      return { name, type, to, many: json['many'] === true, ...page, ...readInverse(json['inverse']) };
    }
    default:
      throw new Error(`field "${name}" has the type ${JSON.stringify(type)}, which does not exist`);
  }
}

function readInverse(json: unknown): { readonly inverse?: InverseOption } {
  if (!isRecord(json)) return {};
  const sort = json['sort'] === undefined ? {} : { sort: String(json['sort']) };
  return { inverse: { name: String(json['name']), ...sort } };
}

/**
 * Reads the content that requests without `localeCode` see: for each localized field the value of the default locale, which falls
 * back to none.
 *
 * @param json of model.json, and the name of a type in it. @returns a line's item as a space without locales has it
 */
export function inDefaultLocale(json: unknown, typeName: string): (item: unknown) => unknown {
  if (!isRecord(json)) return (item) => item;
  const locales = listOf(json['locales']).filter(isRecord);
  const code = String((locales.find((locale) => locale['default'] === true) ?? locales[0])?.['code']);
  const type = listOf(json['contentTypes'])
    .filter(isRecord)
    .find(({ name }) => name === typeName);
  const localized = new Set(
    listOf(type?.['fields']).flatMap((field) =>
      isRecord(field) && field['localized'] === true ? String(field['name']) : [],
    ),
  );
  return (item) =>
    isRecord(item)
      ? Object.fromEntries(
          Object.entries(item).map(([name, value]) => [
            name,
            localized.has(name) && isRecord(value) ? (value[code] ?? null) : value,
          ]),
        )
      : item;
}

export function readModel(json: unknown): ContentModel {
  if (!isRecord(json)) throw new Error('model.json holds an object');
  const exported = listOf(json['contentTypes']).map((type) => {
    if (!isRecord(type)) throw new Error('a content type of the model is an object');
    return contentType(String(type['name']), listOf(type['fields']).map(readField));
  });
  const types = withInverses(exported);
  const space = String(json['space']);
  return json['images'] === 'resources'
    ? contentModel(space, withImageResources(types), undefined, [], 'resources')
    : contentModel(space, types);
}

/** A link before it is resolved: an export may leave out the type. */
interface RawLink {
  readonly type: string | undefined;
  readonly id: string;
}

/** An item whose links are not resolved yet. */
export interface RawItem {
  readonly id: string;
  readonly attributes: ReadonlyMap<string, OracleValue>;
  readonly links: ReadonlyMap<string, readonly RawLink[]>;
  /** That are resources. */
  readonly images: ReadonlyMap<string, readonly OracleItem[]>;
}

const rawLinks = (value: unknown): readonly RawLink[] =>
  (Array.isArray(value) ? value : [value]).map((link: unknown) =>
    isRecord(link) ? { type: String(link['type']), id: String(link['id']) } : { type: undefined, id: String(link) },
  );

function attributeValue({ name, type }: Field, value: unknown): OracleValue {
  if (type === 'json') return new OracleJson(value);
  if (Array.isArray(value)) {
    return new OracleList(value.map((each: unknown) => (typeof each === 'string' ? each : assetValue(name, each))));
  }
  if (isScalar(value)) return value;
  return assetValue(name, value);
}

function assetValue(name: string, value: unknown): OracleImage {
  if (!isRecord(value)) throw new Error(`field "${name}" holds ${JSON.stringify(value)}, which no field type takes`);
  const members: [string, string | number][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string' || typeof member === 'number') members.push([key, member]);
  }
  return Object.fromEntries(members);
}

/** Reads one line's object; keys that the model lacks are ignored. */
export function readItem(type: ContentType, json: unknown): RawItem {
  if (!isRecord(json)) throw new Error(`a line of ${type.name} is not an object: ${JSON.stringify(json)}`);
  const givenValues = new Map(Object.entries(json).filter(([, value]) => value !== null));
  return {
    id: String(givenValues.get('id')),
    attributes: new Map(
      type.attributes
        .filter(({ name }) => givenValues.has(name))
        .map((field) => [field.name, attributeValue(field, givenValues.get(field.name))]),
    ),
    links: new Map(
      type.relationships
        .filter((field) => field.images !== true && !isInverse(field) && givenValues.has(field.name))
        .map(({ name }) => [name, rawLinks(givenValues.get(name))]),
    ),
    images: new Map(
      type.relationships
        .filter(({ name, images }) => images === true && givenValues.has(name))
        .map(({ name }) => [name, [givenValues.get(name)].flat().map((image) => imageItem(assetValue(name, image)))]),
    ),
  };
}

/**
 * Puts the items together: a link to a missing item is dropped, and a repeated one kept once (contract §8).
 *
 * @param items by content type, in the export's order
 * @throws if a bare id exists in several of a relationship's types
 */
export function resolveLinks(model: ContentModel, items: ReadonlyMap<string, readonly RawItem[]>): OracleSpace {
  const idsByType = new Map([...items].map(([type, list]) => [type, new Set(list.map(({ id }) => id))]));
  const resolve = (to: readonly string[], link: RawLink): OracleIdentifier[] => {
    const found = (link.type === undefined ? to : [link.type]).filter((type) => idsByType.get(type)?.has(link.id));
    if (found.length > 1) throw new Error(`the id "${link.id}" exists in ${found.join(' and ')}; name the type`);
    return found.map((type) => ({ type, id: link.id }));
  };
  const once = (links: readonly OracleIdentifier[]): readonly OracleIdentifier[] =>
    links.filter(({ type, id }, index) => links.findIndex((link) => link.type === type && link.id === id) === index);
  const resolved = (type: ContentType, raw: RawItem): OracleItem => {
    const links = type.relationships
      .map(({ name, to }) => {
        const images = (raw.images.get(name) ?? []).map((image) => ({ type: image.type, id: image.id }));
        return [name, once([...images, ...(raw.links.get(name) ?? []).flatMap((link) => resolve(to, link))])] as const;
      })
      .filter(([, list]) => list.length > 0);
    return { type: type.name, id: raw.id, values: new Map<string, OracleValue>([...raw.attributes, ...links]) };
  };
  const images = [...items.values()].flat().flatMap((raw) => [...raw.images.values()].flat());
  const lists = [...model.contentTypes.values()].map((type): readonly [string, readonly OracleItem[]] => [
    type.name,
    type.name === IMAGE_TYPE && model.images !== undefined
      ? [...new Map(images.map((image) => [image.id, image])).values()]
      : (items.get(type.name) ?? []).map((raw) => resolved(type, raw)),
  ]);
  return withInverseLinks({ model, items: new Map(lists) });
}
