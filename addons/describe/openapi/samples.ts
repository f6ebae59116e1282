/**
 * Samples of the content for examples: the first items of each type, read from a list.
 */
import { type AnySpace, answerOnce, parseRequest } from '../../../src/jsonapi/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';

/** The sample of one type. */
export interface Sample {
  /** Id of the item with the most populated fields. */
  readonly id: Json;
  /** A document with this item, and a list with this item only; long values are shortened. */
  readonly single: Schema;
  readonly list: Schema;
  /** Values of a field, or ids of a relationship; values of this item first. */
  readonly values: (field: string) => readonly Json[];
}

/** Type → its sample; types without items have none. */
export type Samples = ReadonlyMap<string, Sample>;

const ITEMS = 8;
const PATIENCE_MS = 5_000;
const LETTERS = 60;

const shortenText = (text: string): string =>
  text.length > LETTERS ? `${text.slice(0, LETTERS - 1).trimEnd()}…` : text;

/** Shortens texts, and lists to their first entry; URLs and ids stay complete. */
function shorten(value: Json, name = ''): Json {
  if (typeof value === 'string') return /^(?:id|self|related|next|url)$/.test(name) ? value : shortenText(value);
  if (Array.isArray(value)) return value.slice(0, 1).map((one: Json) => shorten(one));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, key)]))
    : value;
}

const readMember = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const toList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [value ?? null]);

function readValues(item: Schema, field: string): readonly Json[] {
  const linkage = toList(readMember(readMember(readMember(item, 'relationships'), field), 'data'));
  const found = [
    ...toList(readMember(readMember(item, 'attributes'), field)),
    ...linkage.map((one) => readMember(one, 'id')),
  ];
  return found.flatMap((value) => (value === null || value === undefined || value === '' ? [] : [value]));
}

const listFields = (item: Schema): readonly string[] =>
  ['attributes', 'relationships'].flatMap((name) => Object.keys(readMember(item, name) ?? {}));

/** @returns the sample in a list document; undefined if the list is empty */
function readSample(document: Json): Sample | undefined {
  const items = toList(readMember(document, 'data')).filter(isObject);
  const countPopulated = (item: Schema): number =>
    listFields(item).filter((field) => readValues(item, field).length > 0).length;
  const [fullestItem, ...others] = items.toSorted((one, other) => countPopulated(other) - countPopulated(one));
  if (fullestItem === undefined || !isObject(document)) return undefined;
  const { jsonapi = {}, links = {}, meta = {} } = document;
  const item = shorten(fullestItem);
  return {
    id: fullestItem['id'] ?? '',
    single: { jsonapi, links: fullestItem['links'] ?? {}, data: item },
    list: { jsonapi, links, data: [item], meta },
    values: (field) => [...new Set([fullestItem, ...others].flatMap((one) => readValues(one, field)))],
  };
}

/** @param base beginning of the links in the examples */
export async function readSamples(space: AnySpace, base: string): Promise<Samples> {
  const read = async (name: string): Promise<readonly [string, Sample][]> => {
    const request = parseRequest(space.model, `/${encodeURIComponent(name)}`, `?page[limit]=${ITEMS}`);
    const bytes = await answerOnce(space, request, base, PATIENCE_MS);
    const sample = readSample(JSON.parse(bytes.toString()));
    return sample === undefined ? [] : [[name, sample]];
  };
  // A type that cannot be read at the moment is described without examples.
  const found = await Promise.all([...space.model.contentTypes.keys()].map((name) => read(name).catch(() => [])));
  return new Map(found.flat());
}
