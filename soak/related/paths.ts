/**
 * All paths that have facets: fields of a type, numbers of its links and its locales, and those of related types over up to
 * three relationships.
 */
import {
  type ContentModel,
  type ContentType,
  type Field,
  hasLinkCount,
  isIndexed,
  LIMITS,
  linkCountField,
  operatorsOf,
} from '../../src/content/model/index.js';

export interface Path {
  readonly type: string;
  /** Relationships to one type each, and the field. */
  readonly fields: readonly Field[];
  readonly text: string;
  readonly hops: number;
  /** Whether an item leads to one value at most. */
  readonly isOne: boolean;
}

const COUNTED = new Set<Field['type']>(['boolean', 'select', 'text', 'integer', 'decimal', 'dateTime', 'relationship']);

/** Whether an item may have several of its values. */
export const isMany = (field: Field): boolean => 'many' in field && field.many === true;

/** The fields of a type, the numbers of links of its to-many relationships, and its locale field. */
function countedFields({ fieldByName, localeField }: ContentType): readonly Field[] {
  const fields = [...fieldByName.values()];
  const counts = fields.filter(hasLinkCount).map(linkCountField);
  return [...fields, ...counts, ...(localeField === undefined ? [] : [localeField])];
}

/** @param hops through how many relationships at most. Cost: O(paths). */
export function pathsOf({ contentTypes }: ContentModel, type: string, hops: number = LIMITS.hops): readonly Path[] {
  const pathsFrom = (from: string, before: readonly Field[]): Path[] => {
    const contentType = contentTypes.get(from);
    const fields = contentType === undefined ? [] : countedFields(contentType);
    return fields.flatMap((field) => {
      if (!COUNTED.has(field.type) || !isIndexed(field)) return [];
      const path = [...before, field];
      const text = path.map(({ name }) => name).join('.');
      const own = { type, fields: path, text, hops: before.length, isOne: !path.some(isMany) };
      const [target] = field.type === 'relationship' ? field.to : [];
      if (target === undefined || field.type !== 'relationship' || field.to.length > 1) return [own];
      if (before.length >= hops || operatorsOf(field).length === 0) return [own];
      return [own, ...pathsFrom(target, path)];
    });
  };
  return pathsFrom(type, []);
}
