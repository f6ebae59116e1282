/**
 * Samples of the content for examples: the first items of each type, read from a list.
 */
import { type AnySpace, answerOnce, parseRequest } from '../../../src/jsonapi/index.js';
import { TimeSlices } from '../../../src/server/index.js';
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

/** @returns the sample in a list document; undefined if the list is empty */
function readSample(document: Json): Sample | undefined {
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
  const addSample = async (type: string): Promise<void> => {
    const request = parseRequest(space.model, `/${encodeURIComponent(type)}`, `?page[limit]=${ITEM_COUNT}`);
    const bytes = await answerOnce(space, request, base, TIME_LIMIT_MS);
    const sample = readSample(JSON.parse(bytes.toString()));
    if (sample !== undefined) samples.set(type, sample);
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
