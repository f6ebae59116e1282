/**
 * The schema of an export's lines: one line of `<contentType>.ndjson` for each content type.
 *
 * It holds a line to what the reader of exports holds it to, as far as a schema can: whether a linked item exists, or an
 * id stands twice, it cannot say. What a build only reports, such as a key that the model lacks, the schema refuses: an
 * editor should mark it.
 */
import {
  type ContentModel,
  type ContentType,
  exportedTypes,
  type Field,
  isLocalized,
  type Locale,
} from '../../../src/content/model/index.js';
import { EXPORTED_IMAGE, FILE, ITEM_ID, shapeOf } from '../field-shapes.js';
import { anyOf, DIALECT, members, objectOf, type Schema } from './json-schema.js';

/** What is absent or null is not populated. Of a localized field there is a value for each locale. */
function exportedField(field: Field, locales: readonly Locale[]): Schema {
  const value: Schema = { anyOf: [shapeOf(field).exported, { type: 'null' }] };
  if (!isLocalized(field)) return value;
  const byLocale = members(locales.map(({ code }): [string, Schema] => [code, value]));
  return { anyOf: [objectOf(byLocale, []), { type: 'null' }] };
}

function lineOf(type: ContentType): Schema {
  const fields = type.fields.map((field): [string, Schema] => [field.name, exportedField(field, type.locales)]);
  return objectOf({ id: { $ref: '#/$defs/id' }, ...members(fields) }, ['id'], {
    title: `One line of ${type.name}.ndjson`,
  });
}

/**
 * @param type of which lines the schema is; absent: of any type's
 * @returns    a schema of its own, 2020-12; `$defs` has one for each content type
 */
export function exportSchema(model: ContentModel, type?: ContentType): Schema {
  const types = exportedTypes(model);
  const ref = ({ name }: ContentType): Schema => ({ $ref: `#/$defs/type.${name}` });
  return {
    $schema: DIALECT,
    title: `The export of ${model.space}`,
    ...(type === undefined ? anyOf(types.map(ref)) : ref(type)),
    $defs: {
      id: ITEM_ID,
      image: EXPORTED_IMAGE,
      file: FILE,
      ...members(types.map((one): [string, Schema] => [`type.${one.name}`, lineOf(one)])),
    },
  };
}
