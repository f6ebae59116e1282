/**
 * Samples of the content for examples: the first items of each type, read from a list.
 */
import { type AnySpace, answerOnce, listCapabilities, parseRequest } from '../../../src/jsonapi/index.js';
import { TimeSlices } from '../../../src/server/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';
import { relatedFilters } from './filters.js';

/** The sample of one type. */
export interface Sample {
  /** Id of the item with the most populated fields. */
  readonly id: Json;
  /** A document with this item, and a list with this item only; long values are shortened. */
  readonly single: Schema;
  readonly list: Schema;
  /** Values of a field, or ids of a relationship; values of this item first. */
  readonly values: (field: string) => readonly Json[];
  /** Values of a field of the items that the read items link to in a relationship. */
  readonly relatedValues: (relationship: string, field: string) => readonly Json[];
}

/** Type → its sample; types without items have none. */
export type Samples = ReadonlyMap<string, Sample>;

/** Items that are read of each type. */
const ITEM_COUNT = 8;
const TIME_LIMIT_MS = 5_000;
const TEXT_LENGTH_MAXIMUM = 60;

const shortenText = (text: string): string =>
  text.length > TEXT_LENGTH_MAXIMUM ? `${text.slice(0, TEXT_LENGTH_MAXIMUM - 1).trimEnd()}…` : text;

/** Members whose texts are useless if they are cut. */
const COMPLETE_MEMBERS: ReadonlySet<string> = new Set(['id', 'self', 'related', 'next', 'url']);

/** Shortens texts, and lists to their first entry; URLs and ids stay complete. */
function shorten(value: Json, name = ''): Json {
  if (typeof value === 'string') return COMPLETE_MEMBERS.has(name) ? value : shortenText(value);
  if (isList(value)) return value.slice(0, 1).map((element) => shorten(element));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member, key)]));
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const readMember = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const toList = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [value ?? null]);

/** @returns the values of an attribute, or the ids of a relationship */
function readValues(item: Schema, field: string): readonly Json[] {
  const attribute = readMember(readMember(item, 'attributes'), field);
  const linkage = readMember(readMember(readMember(item, 'relationships'), field), 'data');
  const ids = toList(linkage).map((identifier) => readMember(identifier, 'id'));
  const isPopulated = (value: Json | undefined): value is Json => value !== null && value !== undefined && value !== '';
  return [...toList(attribute), ...ids].filter(isPopulated);
}

const countPopulatedFields = (item: Schema): number => {
  const attributes = Object.keys(readMember(item, 'attributes') ?? {});
  const relationships = Object.keys(readMember(item, 'relationships') ?? {});
  return [...attributes, ...relationships].filter((field) => readValues(item, field).length > 0).length;
};

/** @returns the identifiers in a relationship, as texts */
const linkedKeys = (item: Schema, relationship: string): readonly string[] =>
  toList(readMember(readMember(readMember(item, 'relationships'), relationship), 'data')).map(identifierKey);

const identifierKey = (item: Json | undefined): string =>
  JSON.stringify([readMember(item, 'type') ?? null, readMember(item, 'id') ?? null]);

/** @param document a list with included items. @returns relationship and field → values of the linked items */
function readRelatedValues(document: Json | undefined): Sample['relatedValues'] {
  const items = toList(readMember(document, 'data')).filter(isObject);
  const included = new Map(
    toList(readMember(document, 'included'))
      .filter(isObject)
      .map((item) => [identifierKey(item), item]),
  );
  return (relationship, field) => {
    const keys = new Set(items.flatMap((item) => linkedKeys(item, relationship)));
    const linkedItems = [...keys].map((key) => included.get(key)).filter((item) => item !== undefined);
    return [...new Set(linkedItems.flatMap((item) => readValues(item, field)))];
  };
}

/** @returns the sample in a list document; undefined if the list is empty. @param related the list with its related items */
function readSample(document: Json, related: Json | undefined): Sample | undefined {
  const items = toList(readMember(document, 'data')).filter(isObject);
  const sortedItems = items.toSorted((a, b) => countPopulatedFields(b) - countPopulatedFields(a));
  const [fullestItem] = sortedItems;
  if (fullestItem === undefined || !isObject(document)) return undefined;
  const { jsonapi = {}, links = {}, meta = {} } = document;
  const item = shorten(fullestItem);
  const valuesByField = new Map<string, readonly Json[]>();
  return {
    id: fullestItem['id'] ?? '',
    single: { jsonapi, links: fullestItem['links'] ?? {}, data: item },
    list: { jsonapi, links, data: [item], meta },
    values(field) {
      const values = valuesByField.get(field) ?? [
        ...new Set(sortedItems.flatMap((sampledItem) => readValues(sampledItem, field))),
      ];
      valuesByField.set(field, values);
      return values;
    },
    relatedValues: readRelatedValues(related),
  };
}

/**
 * Reads the samples in time slices: the event loop turns in between.
 *
 * @param base  beginning of the links in the examples
 * @param types names of the types to read; by default all
 */
export async function readSamples(
  space: AnySpace,
  base: string,
  types: Iterable<string> = space.model.contentTypes.keys(),
): Promise<Samples> {
  const samples = new Map<string, Sample>();
  const readList = async (type: string, more: string): Promise<Json> => {
    const search = `?page[limit]=${ITEM_COUNT}${more}`;
    const request = parseRequest(space.model, `/${encodeURIComponent(type)}`, search);
    const bytes = await answerOnce(space, request, base, TIME_LIMIT_MS);
    const document: Json = JSON.parse(bytes.toString());
    return document;
  };
  const addSample = async (type: string): Promise<void> => {
    const list = readList(type, '');
    // Without related items, conditions on them have no examples.
    const related = readRelated(type).catch(() => undefined);
    const sample = readSample(await list, await related);
    if (sample !== undefined) samples.set(type, sample);
  };
  const readRelated = async (name: string): Promise<Json | undefined> => {
    const type = space.model.contentTypes.get(name);
    if (type === undefined || relatedFilters(space.model, type).length === 0) return undefined;
    const hops = listCapabilities([type]).hops.all;
    return readList(name, `&include=${hops.join()}`);
  };
  // A type that cannot be read at the moment is described without examples.
  const additions: Promise<void>[] = [];
  const slices = new TimeSlices();
  for (const type of types) {
    additions.push(addSample(type).catch(() => undefined));
    // A snapshot answers at once, a database later: so the reads of a database overlap.
    await slices.pause();
  }
  await Promise.all(additions);
  return samples;
}
