/**
 * All paths that have facets: fields of a type, and fields of related types over up to three relationships.
 */
import { type ContentModel, type Field, isIndexed, LIMITS, operatorsOf } from '../../src/content/model/index.js';

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

/** @param hops through how many relationships at most. Cost: O(paths). */
export function pathsOf({ contentTypes }: ContentModel, type: string, hops: number = LIMITS.hops): readonly Path[] {
  const pathsFrom = (from: string, before: readonly Field[]): Path[] =>
    [...(contentTypes.get(from)?.fieldByName.values() ?? [])].flatMap((field) => {
      if (!COUNTED.has(field.type) || !isIndexed(field)) return [];
      const fields = [...before, field];
      const text = fields.map(({ name }) => name).join('.');
      const own = { type, fields, text, hops: before.length, isOne: !fields.some(isMany) };
      const [target] = field.type === 'relationship' ? field.to : [];
      if (target === undefined || field.type !== 'relationship' || field.to.length > 1) return [own];
      if (before.length >= hops || operatorsOf(field).length === 0) return [own];
      return [own, ...pathsFrom(target, fields)];
    });
  return pathsFrom(type, []);
}
