/**
 * Items of the content, for examples: the first few of each type, as a list shows them.
 */
import { type AnySpace, answerOnce, parseRequest } from '../../../src/jsonapi/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';

/** Of one type. */
export interface Sample {
  /** Of the item that has most to show. */
  readonly id: Json;
  /** A document with it, where what is long is cut short; and a list that shows it alone. */
  readonly single: Schema;
  readonly list: Schema;
  /** Values of a field, and ids that a relationship leads to: those of the item first. */
  readonly values: (field: string) => readonly Json[];
}

/** By type; none of a type without items. */
export type Samples = ReadonlyMap<string, Sample>;

const ITEMS = 8;
const PATIENCE_MS = 5_000;
const LETTERS = 60;

const shortened = (text: string): string => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1).trimEnd()}…` : text);

/** Of lists the first; addresses and ids stay whole. */
function brief(value: Json, name = ''): Json {
  if (typeof value === 'string') return /^(?:id|self|related|next|url)$/.test(name) ? value : shortened(value);
  if (Array.isArray(value)) return value.slice(0, 1).map((one: Json) => brief(one));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, brief(one, key)]))
    : value;
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [value ?? null]);

function valuesIn(item: Schema, field: string): readonly Json[] {
  const linkage = listOf(memberOf(memberOf(memberOf(item, 'relationships'), field), 'data'));
  const found = [
    ...listOf(memberOf(memberOf(item, 'attributes'), field)),
    ...linkage.map((one) => memberOf(one, 'id')),
  ];
  return found.flatMap((value) => (value === null || value === undefined || value === '' ? [] : [value]));
}

const fieldsOf = (item: Schema): readonly string[] =>
  ['attributes', 'relationships'].flatMap((name) => Object.keys(memberOf(item, name) ?? {}));

/** @param document a list */
function sampleIn(document: Json): Sample | undefined {
  const items = listOf(memberOf(document, 'data')).filter(isObject);
  const shown = (item: Schema): number => fieldsOf(item).filter((field) => valuesIn(item, field).length > 0).length;
  const [best, ...others] = items.toSorted((one, other) => shown(other) - shown(one));
  if (best === undefined || !isObject(document)) return undefined;
  const { jsonapi = {}, links = {}, meta = {} } = document;
  const item = brief(best);
  return {
    id: best['id'] ?? '',
    single: { jsonapi, links: best['links'] ?? {}, data: item },
    list: { jsonapi, links, data: [item], meta },
    values: (field) => [...new Set([best, ...others].flatMap((one) => valuesIn(one, field)))],
  };
}

/** @param base what the links in examples begin with */
export async function readSamples(space: AnySpace, base: string): Promise<Samples> {
  const read = async (name: string): Promise<readonly [string, Sample][]> => {
    const request = parseRequest(space.model, `/${encodeURIComponent(name)}`, `?page[limit]=${ITEMS}`);
    const bytes = await answerOnce(space, request, base, PATIENCE_MS);
    const sample = sampleIn(JSON.parse(bytes.toString()));
    return sample === undefined ? [] : [[name, sample]];
  };
  // What cannot be read at present is described all the same.
  const found = await Promise.all([...space.model.contentTypes.keys()].map((name) => read(name).catch(() => [])));
  return new Map(found.flat());
}
