/**
 * Compares two content models: all differences that an answer can show.
 *
 * The options of a select are ignored: they are checked when an export is read, and no answer depends on them.
 */
import { type ContentModel, contentModelToJson } from '../../content/model/index.js';

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
type ModelJson = ReturnType<typeof contentModelToJson>;
type TypeJson = ModelJson['contentTypes'][number];
type FieldJson = TypeJson['fields'][number];

const deliveredJson = (field: FieldJson): string => JSON.stringify({ ...field, options: undefined });

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
function differentMembers(before: object, after: object): string[] {
  const members = (value: object): ReadonlyMap<string, unknown> => new Map(Object.entries(value));
  const [a, b] = [members(before), members(after)];
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => JSON.stringify(a.get(name)) !== JSON.stringify(b.get(name)));
}

const namesOf = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name);

function compareTypes({ fields: before, ...a }: TypeJson, { fields: after, ...b }: TypeJson): ModelChange[] {
  const type = a.name;
  const { added, removed, common, isReordered } = compareNames(namesOf(before), namesOf(after));
  const fieldJsonOf = (fields: readonly FieldJson[], name: string): string[] =>
    fields.filter((field) => field.name === name).map(deliveredJson);
  const changed = common.filter((name) => fieldJsonOf(before, name).join() !== fieldJsonOf(after, name).join());
  const fieldChange =
    (change: ModelChange['change']) =>
    (field: string): ModelChange => ({
      what: 'field',
      change,
      type,
      field,
    });
  return [
    ...differentMembers(a, b).map((member): ModelChange => ({ what: 'type', change: 'changed', type, member })),
    ...removed.map(fieldChange('removed')),
    ...added.map(fieldChange('added')),
    ...changed.map(fieldChange('changed')),
    ...(isReordered ? [{ what: 'fields' as const, change: 'changed' as const, type }] : []),
  ];
}

/** @returns the changes; empty if every request means the same in both */
export function compareModels(before: ContentModel, after: ContentModel): readonly ModelChange[] {
  const { contentTypes: typesBefore, ...a } = contentModelToJson(before);
  const { contentTypes: typesAfter, ...b } = contentModelToJson(after);
  const { added, removed, isReordered } = compareNames(namesOf(typesBefore), namesOf(typesAfter));
  const later = new Map(typesAfter.map((type) => [type.name, type]));
  return [
    ...differentMembers(a, b).map((member): ModelChange => ({ what: 'model', change: 'changed', member })),
    ...removed.map((type): ModelChange => ({ what: 'type', change: 'removed', type })),
    ...added.map((type): ModelChange => ({ what: 'type', change: 'added', type })),
    ...(isReordered ? [{ what: 'types' as const, change: 'changed' as const }] : []),
    ...typesBefore.flatMap((type) => {
      const match = later.get(type.name);
      return match === undefined ? [] : compareTypes(type, match);
    }),
  ];
}
