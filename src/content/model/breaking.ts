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
  const [a, b] = [contentModelToJson(before), contentModelToJson(after)];
  const codes = ({ locales = [] }: ModelJson): readonly string[] => locales.map(({ code }) => code);
  const later = new Map(b.contentTypes.map((type) => [type.name, type]));
  return [
    ...lostOf('the locales', codes(a), codes(b)),
    ...(a.images !== undefined && b.images === undefined ? ['images were resources, and are not'] : []),
    ...a.contentTypes.flatMap((type) => {
      const now = later.get(type.name);
      return now === undefined
        ? [`the content type ${type.name} is gone, with ${type.fields.length} fields`]
        : [
            ...(type.similar === true && now.similar !== true ? [`"similar" of ${type.name} was on, and is off`] : []),
            ...brokenFields(type, now),
          ];
    }),
  ];
}

function brokenFields(before: TypeJson, after: TypeJson): readonly string[] {
  const later = new Map(after.fields.map((field) => [field.name, field]));
  return before.fields.flatMap((field) => {
    const name = `${before.name}.${field.name}`;
    const now = later.get(field.name);
    if (now === undefined) return [`the field ${name}, ${field.type}, is gone`];
    if (now.type !== field.type) return [`the field ${name} was ${field.type}, and is ${now.type}`];
    return brokenMembers(name, field, now);
  });
}

function brokenMembers(name: string, before: FieldJson, after: FieldJson): readonly string[] {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const changed = (member: string): readonly string[] =>
    was.get(member) === is.get(member)
      ? []
      : [`"${member}" of ${name} was ${textOf(was.get(member))}, and is ${textOf(is.get(member))}`];
  return [
    ...FORMS.flatMap(changed),
    ...LISTS.flatMap((member) => lostOf(`"${member}" of ${name}`, textsOf(was.get(member)), textsOf(is.get(member)))),
    ...STRUCTURES.filter((member) => is.get(member) === false && was.get(member) !== false).map(
      (member) => `"${member}" of ${name} was on, and is off`,
    ),
    ...(was.has('search') && !is.has('search') ? [`"search" of ${name} was on, and is off`] : []),
  ];
}

/** An absent key means off. */
const textOf = (value: unknown): string => String(value ?? false);

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function lostOf(subject: string, before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.every((one) => after.includes(one))) return [];
  const quoted = (list: readonly string[]): string => list.map((one) => JSON.stringify(one)).join(', ') || 'none';
  const gone = before.filter((one) => !after.includes(one));
  return [`${subject} had ${quoted(gone)}, and now only ${quoted(after)}`];
}
