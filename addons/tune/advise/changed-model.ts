/**
 * Keys of fields set in a model that has been read.
 */
import { isRecord } from '../../../src/format/index.js';
import type { Piece } from './pieces.js';

/** Keys that a field of a type gets. */
export type Change = Pick<Piece, 'type' | 'field' | 'keys'>;

/** @param model as JSON values. @returns the same with the keys set */
export function changedModel(model: unknown, changes: readonly Change[]): unknown {
  if (!isRecord(model) || !Array.isArray(model['contentTypes'])) return model;
  const contentTypes = model['contentTypes'].map((type: unknown) => {
    if (!isRecord(type) || !Array.isArray(type['fields'])) return type;
    const fields = type['fields'].map((field: unknown) => {
      if (!isRecord(field)) return field;
      const own = changes.filter((change) => change.type === type['name'] && change.field === field['name']);
      return Object.assign({}, field, ...own.map(({ keys }) => keys));
    });
    return { ...type, fields };
  });
  return { ...model, contentTypes };
}
