/**
 * Changes of a content model that break clients: a type, field, option or locale is gone, or values have another form.
 *
 * Additions break no client. Elsewhere: all changes that an answer may show, such as another order (src/ship/diff/compare-models).
 */
import type { ContentModel } from './content-model.js';
import { STRUCTURES } from './fields.js';
import { contentModelToJson, type ModelJson } from './json/write.js';

type TypeJson = ModelJson['contentTypes'][number];
type FieldJson = TypeJson['fields'][number];

/** Another value of these keys changes the form of delivered values. */
const FORMS = ['many', 'format', 'precision'] as const;
/** Keys with a list of values that clients filter by or receive. */
const LISTS = ['options', 'to'] as const;

/** @returns one sentence for each change, without a full stop: the state before and after. Cost: O(bytes of the models). */
export function breakingChanges(before: ContentModel, after: ContentModel): readonly string[] {
  const oldModel = contentModelToJson(before);
  const newModel = contentModelToJson(after);
  const listCodes = ({ locales = [] }: ModelJson): readonly string[] => locales.map(({ code }) => code);
  const newTypes = new Map(newModel.contentTypes.map((type) => [type.name, type]));
  return [
    ...describeLoss('the locales', listCodes(oldModel), listCodes(newModel)),
    ...(oldModel.images !== undefined && newModel.images === undefined ? ['images were resources, and are not'] : []),
    ...oldModel.contentTypes.flatMap((type) => {
      const newType = newTypes.get(type.name);
      return newType === undefined
        ? [`the content type ${type.name} is gone, with ${type.fields.length} fields`]
        : [
            ...(type.similar === true && newType.similar !== true
              ? [`"similar" of ${type.name} was on, and is off`]
              : []),
            ...describeBrokenFields(type, newType),
          ];
    }),
  ];
}

function describeBrokenFields(before: TypeJson, after: TypeJson): readonly string[] {
  const newFields = new Map(after.fields.map((field) => [field.name, field]));
  return before.fields.flatMap((field) => {
    const name = `${before.name}.${field.name}`;
    const newField = newFields.get(field.name);
    if (newField === undefined) return [`the field ${name}, ${field.type}, is gone`];
    if (newField.type !== field.type) return [`the field ${name} was ${field.type}, and is ${newField.type}`];
    return describeBrokenMembers(name, field, newField);
  });
}

function describeBrokenMembers(name: string, before: FieldJson, after: FieldJson): readonly string[] {
  const oldMembers = new Map<string, unknown>(Object.entries(before));
  const newMembers = new Map<string, unknown>(Object.entries(after));
  const describeChange = (member: string): readonly string[] =>
    oldMembers.get(member) === newMembers.get(member)
      ? []
      : [`"${member}" of ${name} was ${toText(oldMembers.get(member))}, and is ${toText(newMembers.get(member))}`];
  return [
    ...FORMS.flatMap(describeChange),
    ...LISTS.flatMap((member) =>
      describeLoss(`"${member}" of ${name}`, toTexts(oldMembers.get(member)), toTexts(newMembers.get(member))),
    ),
    ...STRUCTURES.filter((member) => newMembers.get(member) === false && oldMembers.get(member) !== false).map(
      (member) => `"${member}" of ${name} was on, and is off`,
    ),
    ...(oldMembers.has('search') && !newMembers.has('search') ? [`"search" of ${name} was on, and is off`] : []),
  ];
}

/** An absent key means off. */
const toText = (value: unknown): string => String(value ?? false);

const toTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** @returns one sentence if a list has lost values, otherwise none */
function describeLoss(subject: string, before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.every((value) => after.includes(value))) return [];
  const quoted = (list: readonly string[]): string => list.map((value) => JSON.stringify(value)).join(', ') || 'none';
  const gone = before.filter((value) => !after.includes(value));
  return [`${subject} had ${quoted(gone)}, and now only ${quoted(after)}`];
}
