/**
 * The JSON Schema of an export's lines: for each content type, a line of `<contentType>.ndjson`.
 *
 * The schema checks the same rules as a build, except rules about several lines, such as missing link targets and
 * duplicate ids. Keys that are not in the model are errors here, although a build only reports them, so that editors
 * mark them.
 */
import {
  type ContentModel,
  type ContentType,
  exportedFields,
  exportedTypes,
  type Field,
  isLocalized,
  type Locale,
} from '../../../src/content/model/index.js';
import { describeValue, EXPORTED_IMAGE, FILE, ITEM_ID } from '../field-shapes.js';
import { anyOf, DIALECT, members, objectWith, type Schema } from './json-schema.js';

/** A field may be absent or null. A localized field has an object with a value for each locale. */
function fieldSchema(field: Field, locales: readonly Locale[]): Schema {
  const value: Schema = { anyOf: [describeValue(field).exported, { type: 'null' }] };
  if (!isLocalized(field)) return value;
  const byLocale = members(locales.map(({ code }): [string, Schema] => [code, value]));
  return { anyOf: [objectWith(byLocale, []), { type: 'null' }] };
}

function lineSchema(type: ContentType): Schema {
  const fields = exportedFields(type).map((field): [string, Schema] => [field.name, fieldSchema(field, type.locales)]);
  return objectWith({ id: { $ref: '#/$defs/id' }, ...members(fields) }, ['id'], {
    title: `One line of ${type.name}.ndjson`,
  });
}

/**
 * @param type type of the lines; undefined for lines of any type
 * @returns    a complete schema (2020-12); `$defs` has one for each content type
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
      ...members(types.map((one): [string, Schema] => [`type.${one.name}`, lineSchema(one)])),
    },
  };
}
