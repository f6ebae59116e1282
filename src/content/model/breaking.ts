/**
 * Changes that break clients: a type, field, option or locale of the model is gone, or values have another form; for clients
 * whose types follow the values, also a field that is no longer full.
 *
 * `stele build --refuse-breaking`, `stele diff --model` and `stele types --check` use this judgement. Additions break no client. Elsewhere: all changes that an answer may show, such as another order (src/ship/diff/compare-models).
 */
import type { ContentModel } from './content-model.js';
import { STRUCTURES } from './fields.js';
import { type ModelJson, servedModelToJson } from './json/write.js';

type TypeJson = ModelJson['contentTypes'][number];
type FieldJson = TypeJson['fields'][number];

/** Content type → its fields with a value in every item and locale; no entry for a type without items. */
export type FullFields = ReadonlyMap<string, ReadonlySet<string>>;

/** Keys of a field that determine the form of its delivered values. */
const FORM_KEYS = ['many', 'format', 'precision'] as const;
/** Keys of a field with a list of values that clients filter by or receive. */
const LIST_KEYS = ['options', 'to'] as const;

/** The parts of content that clients rely on: the model, and the full fields if their types follow the values too. */
export interface ClientView {
  readonly model: ContentModel;
  readonly fullFields?: FullFields | undefined;
}

/**
 * @returns one sentence for each change, without a full stop: the state before and after. Full fields are compared if both
 *          sides have them
 * Cost: O(bytes of the models).
 */
export function breakingChanges(before: ClientView, after: ClientView): readonly string[] {
  return [
    ...findModelChanges(before.model, after.model),
    ...(before.fullFields === undefined || after.fullFields === undefined
      ? []
      : findEmptiedFields(before.fullFields, after.fullFields, after.model)),
  ];
}

/**
 * Finds the fields that every item had, and that some items now lack. By the model they may always be null, so this breaks
 * only clients whose types follow the values.
 *
 * @returns a sentence for each field that the model still has, of types with items
 */
export function findEmptiedFields(before: FullFields, after: FullFields, model: ContentModel): readonly string[] {
  const changes: string[] = [];
  for (const [type, fieldsBefore] of before) {
    const fieldsAfter = after.get(type);
    if (fieldsAfter === undefined) continue;
    for (const field of fieldsBefore) {
      const isEmptied = !fieldsAfter.has(field) && model.contentTypes.get(type)?.fieldByName.has(field) === true;
      if (isEmptied) changes.push(`every item had the field ${type}.${field}, and some items are now without it`);
    }
  }
  return changes;
}

function findModelChanges(before: ContentModel, after: ContentModel): readonly string[] {
  const jsonBefore = servedModelToJson(before);
  const jsonAfter = servedModelToJson(after);
  const codes = ({ locales = [] }: ModelJson): readonly string[] => locales.map(({ code }) => code);
  const changes = [...findLostValues('the locales', codes(jsonBefore), codes(jsonAfter))];
  if (jsonBefore.images !== undefined && jsonAfter.images === undefined) {
    changes.push('images were resources, and are not');
  }
  const typesAfter = new Map(jsonAfter.contentTypes.map((type) => [type.name, type]));
  for (const typeBefore of jsonBefore.contentTypes) {
    changes.push(...findTypeChanges(typeBefore, typesAfter.get(typeBefore.name)));
  }
  return changes;
}

function findTypeChanges(before: TypeJson, after: TypeJson | undefined): readonly string[] {
  if (after === undefined)
    return [
      `the content type ${before.name} is gone, with ${before.fields.length} ${before.fields.length === 1 ? 'field' : 'fields'}`,
    ];
  const hasLostSimilar = before.similar === true && after.similar !== true;
  const changes = hasLostSimilar ? [`"similar" of ${before.name} was on, and is off`] : [];
  const fieldsAfter = new Map(after.fields.map((field) => [field.name, field]));
  for (const fieldBefore of before.fields) {
    changes.push(
      ...findFieldChanges(`${before.name}.${fieldBefore.name}`, fieldBefore, fieldsAfter.get(fieldBefore.name)),
    );
  }
  return changes;
}

/** @param name name of the type, a dot, and the name of the field */
function findFieldChanges(name: string, before: FieldJson, after: FieldJson | undefined): readonly string[] {
  if (after === undefined) return [`the field ${name}, ${before.type}, is gone`];
  if (after.type !== before.type) return [`the field ${name} was ${before.type}, and is ${after.type}`];
  const membersBefore = new Map<string, unknown>(Object.entries(before));
  const membersAfter = new Map<string, unknown>(Object.entries(after));
  const changes: string[] = [];
  for (const key of FORM_KEYS) {
    const valueBefore = membersBefore.get(key);
    const valueAfter = membersAfter.get(key);
    if (valueBefore !== valueAfter) {
      changes.push(`"${key}" of ${name} was ${formatMember(valueBefore)}, and is ${formatMember(valueAfter)}`);
    }
  }
  for (const key of LIST_KEYS) {
    const listBefore = readTexts(membersBefore.get(key));
    changes.push(...findLostValues(`"${key}" of ${name}`, listBefore, readTexts(membersAfter.get(key))));
  }
  for (const key of STRUCTURES) {
    const isTurnedOff = membersAfter.get(key) === false && membersBefore.get(key) !== false;
    if (isTurnedOff) changes.push(`"${key}" of ${name} was on, and is off`);
  }
  // A filter by the field may then select several items, and a request that relies on one may be too complex.
  if (membersBefore.has('unique') && !membersAfter.has('unique')) {
    changes.push(`"unique" of ${name} was on, and is off`);
  }
  if (membersBefore.has('search') && !membersAfter.has('search')) {
    changes.push(`"search" of ${name} was on, and is off`);
  }
  return changes;
}

/** An absent key means off. */
const formatMember = (value: unknown): string => String(value ?? false);

const readTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** @returns a sentence on the values that only the earlier list has; none if there are no such values */
function findLostValues(subject: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const lostValues = before.filter((value) => !after.includes(value));
  if (lostValues.length === 0) return [];
  const quoteAll = (values: readonly string[]): string =>
    values.map((value) => JSON.stringify(value)).join(', ') || 'none';
  return [`${subject} had ${quoteAll(lostValues)}, and now only ${quoteAll(after)}`];
}
