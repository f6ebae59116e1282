/**
 * A changed content model: a copy of parsed model JSON in which some keys of fields are set.
 *
 * Elsewhere: the same change to the text of the file (edit-model).
 */
import { isRecord } from '../../../src/format/index.js';
import type { Piece } from './pieces.js';

/** The keys to set on one field of one content type. */
export type FieldChange = Pick<Piece, 'type' | 'field' | 'keys'>;

/**
 * @param model   parsed `model.json`; not modified
 * @param changes changes of unknown types and fields are ignored
 * @returns a copy with the keys set; the model itself if it has no list of content types
 */
export function changeModel(model: unknown, changes: readonly FieldChange[]): unknown {
  if (!isRecord(model) || !Array.isArray(model['contentTypes'])) return model;
  const contentTypes = model['contentTypes'].map((type: unknown) => {
    if (!isRecord(type) || !Array.isArray(type['fields'])) return type;
    const fields = type['fields'].map((field: unknown) => {
      if (!isRecord(field)) return field;
      const fieldChanges = changes.filter((change) => change.type === type['name'] && change.field === field['name']);
      return Object.assign({}, field, ...fieldChanges.map(({ keys }) => keys));
    });
    return { ...type, fields };
  });
  return { ...model, contentTypes };
}
