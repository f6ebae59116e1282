/**
 * What of the content model differs as far as an answer can show it.
 *
 * The options of a select are left out: they are checked when an export is read, and no answer depends on them.
 */
import type { ContentModel, ContentType, Field } from '../model/index.js';

export interface ModelChange {
  /** Of `space`, its name; of `types` and `fields`, their order. */
  readonly what: 'space' | 'types' | 'type' | 'fields' | 'field';
  readonly change: 'added' | 'removed' | 'changed';
  readonly type?: string;
  readonly field?: string;
}

const served = (field: Field): string => JSON.stringify(field.type === 'select' ? { ...field, options: [] } : field);

/** Names that only one of the lists has, and whether those that both have stand in another order. */
function compareNames(before: readonly string[], after: readonly string[]) {
  const common = before.filter((name) => after.includes(name));
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
    common,
    isReordered: after.filter((name) => before.includes(name)).join() !== common.join(),
  };
}

function compareTypes(before: ContentType, after: ContentType): ModelChange[] {
  const type = before.name;
  const names = ({ fields }: ContentType): string[] => fields.map(({ name }) => name);
  const { added, removed, common, isReordered } = compareNames(names(before), names(after));
  const isChanged = (name: string): boolean => {
    const [a, b] = [before.fieldByName.get(name), after.fieldByName.get(name)];
    return a !== undefined && b !== undefined && served(a) !== served(b);
  };
  return [
    ...removed.map((field) => ({ what: 'field' as const, change: 'removed' as const, type, field })),
    ...added.map((field) => ({ what: 'field' as const, change: 'added' as const, type, field })),
    ...common.filter(isChanged).map((field) => ({ what: 'field' as const, change: 'changed' as const, type, field })),
    ...(isReordered ? [{ what: 'fields' as const, change: 'changed' as const, type }] : []),
  ];
}

/** @returns nothing where every request means the same to both */
export function compareModels(before: ContentModel, after: ContentModel): readonly ModelChange[] {
  const names = ({ contentTypes }: ContentModel): string[] => [...contentTypes.keys()];
  const { added, removed, common, isReordered } = compareNames(names(before), names(after));
  const changes: ModelChange[] = before.space === after.space ? [] : [{ what: 'space', change: 'changed' }];
  for (const type of removed) changes.push({ what: 'type', change: 'removed', type });
  for (const type of added) changes.push({ what: 'type', change: 'added', type });
  if (isReordered) changes.push({ what: 'types', change: 'changed' });
  for (const name of common) {
    const [a, b] = [before.contentTypes.get(name), after.contentTypes.get(name)];
    if (a !== undefined && b !== undefined) changes.push(...compareTypes(a, b));
  }
  return changes;
}
