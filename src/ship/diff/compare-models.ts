/**
 * Compares two content models: all differences that an answer can show.
 *
 * The options of a select are ignored: they are checked when an export is read, and no answer depends on them. Nor does one on
 * labels and descriptions, which are compared on their own.
 */
import {
  type ContentModel,
  type DescriptiveTexts,
  type Field,
  pickDescriptiveTexts,
  servedModelToJson,
} from '../../content/model/index.js';

export interface ModelChange {
  /** The changed part; `types` and `fields` mean that their order has changed. */
  readonly what: 'model' | 'types' | 'type' | 'fields' | 'field';
  readonly change: 'added' | 'removed' | 'changed';
  readonly type?: string;
  readonly field?: string;
  /** The changed key of a model or a type, such as `space`. */
  readonly member?: string;
}

/** The normalised `model.json`. */
type ModelJson = ReturnType<typeof servedModelToJson>;
type TypeJson = ModelJson['contentTypes'][number];
type FieldJson = TypeJson['fields'][number];

const renderDelivered = (field: FieldJson): string => JSON.stringify({ ...field, options: undefined });

/** Names in only one of the lists, and whether the common names are in another order. */
function compareNames(before: readonly string[], after: readonly string[]) {
  const common = before.filter((name) => after.includes(name));
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
    common,
    isReordered: after.filter((name) => before.includes(name)).join() !== common.join(),
  };
}

/** @returns the names of members whose values differ */
function findDifferentMembers(before: object, after: object): string[] {
  const listMembers = (value: object): ReadonlyMap<string, unknown> => new Map(Object.entries(value));
  const [membersBefore, membersAfter] = [listMembers(before), listMembers(after)];
  const names = new Set([...membersBefore.keys(), ...membersAfter.keys()]);
  return [...names].filter(
    (name) => JSON.stringify(membersBefore.get(name)) !== JSON.stringify(membersAfter.get(name)),
  );
}

const listNames = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name);

function compareTypes(
  { fields: before, ...membersBefore }: TypeJson,
  { fields: after, ...membersAfter }: TypeJson,
): ModelChange[] {
  const type = membersBefore.name;
  const { added, removed, common, isReordered } = compareNames(listNames(before), listNames(after));
  const findFieldJson = (fields: readonly FieldJson[], name: string): string[] =>
    fields.filter((field) => field.name === name).map(renderDelivered);
  const changed = common.filter((name) => findFieldJson(before, name).join() !== findFieldJson(after, name).join());
  const describeFieldChange =
    (change: ModelChange['change']) =>
    (field: string): ModelChange => ({
      what: 'field',
      change,
      type,
      field,
    });
  return [
    ...findDifferentMembers(membersBefore, membersAfter).map(
      (member): ModelChange => ({ what: 'type', change: 'changed', type, member }),
    ),
    ...removed.map(describeFieldChange('removed')),
    ...added.map(describeFieldChange('added')),
    ...changed.map(describeFieldChange('changed')),
    ...(isReordered ? [{ what: 'fields' as const, change: 'changed' as const, type }] : []),
  ];
}

/** @returns the changes; empty if every request means the same in both */
export function compareModels(before: ContentModel, after: ContentModel): readonly ModelChange[] {
  const { contentTypes: typesBefore, ...membersBefore } = servedModelToJson(before);
  const { contentTypes: typesAfter, ...membersAfter } = servedModelToJson(after);
  const { added, removed, isReordered } = compareNames(listNames(typesBefore), listNames(typesAfter));
  const laterTypes = new Map(typesAfter.map((type) => [type.name, type]));
  return [
    ...findDifferentMembers(membersBefore, membersAfter).map(
      (member): ModelChange => ({ what: 'model', change: 'changed', member }),
    ),
    ...removed.map((type): ModelChange => ({ what: 'type', change: 'removed', type })),
    ...added.map((type): ModelChange => ({ what: 'type', change: 'added', type })),
    ...(isReordered ? [{ what: 'types' as const, change: 'changed' as const }] : []),
    ...typesBefore.flatMap((type) => {
      const laterType = laterTypes.get(type.name);
      return laterType === undefined ? [] : compareTypes(type, laterType);
    }),
  ];
}

const isEqual = (before: DescriptiveTexts, after: DescriptiveTexts): boolean =>
  JSON.stringify(pickDescriptiveTexts(before)) === JSON.stringify(pickDescriptiveTexts(after));

/**
 * @returns the types, fields (`type.field`) and locales of both models whose label or description differs, in the order of
 * `before`. Cost: O(bytes of the models).
 */
export function findChangedTexts(before: ContentModel, after: ContentModel): readonly string[] {
  const names: string[] = [];
  for (const locale of before.locales) {
    const localeAfter = after.locales.find(({ code }) => code === locale.code);
    if (localeAfter !== undefined && localeAfter.label !== locale.label) names.push(`locale ${locale.code}`);
  }
  for (const type of before.contentTypes.values()) {
    const typeAfter = after.contentTypes.get(type.name);
    if (typeAfter === undefined) continue;
    if (!isEqual(type, typeAfter)) names.push(type.name);
    const hasOtherText = (field: Field): boolean => {
      const fieldAfter = typeAfter.fieldByName.get(field.name);
      return fieldAfter !== undefined && !isEqual(field, fieldAfter);
    };
    names.push(...type.fields.filter(hasOtherText).map(({ name }) => `${type.name}.${name}`));
  }
  return names;
}
