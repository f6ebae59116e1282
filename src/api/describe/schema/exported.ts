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
} from '../../../content/model/index.js';
import { EXPORTED_IMAGE, FILE, INTEGER } from './answered.js';
import { anyOf, DIALECT, members, objectOf, type Schema, wholeObject } from './json-schema.js';

const ID: Schema = { $ref: '#/$defs/id' };

/** What `isItemId` allows, but for the length, which is counted in bytes. */
export const ITEM_ID: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f-\\u009f]+$',
  description: 'The id of an item: 1 to 255 bytes of UTF-8 without control characters, neither "." nor "..".',
};

const INSTANT = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?)?$';

const listOr = (many: boolean | undefined, item: Schema): Schema =>
  many === true ? { type: 'array', items: item } : item;

function exportedValue(field: Field): Schema {
  switch (field.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'dateTime':
      return { type: 'string', pattern: INSTANT };
    case 'decimal':
      return { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', maxLength: 1000 }] };
    case 'file':
      return { $ref: '#/$defs/file' };
    case 'image':
      return listOr(field.many, { $ref: '#/$defs/image' });
    case 'json':
      return {};
    case 'integer':
      return INTEGER;
    case 'markdown':
      return { type: 'string', contentMediaType: 'text/markdown' };
    case 'select':
      return listOr(field.many, { enum: ['', ...field.options] });
    case 'text':
      return listOr(field.many, { type: 'string' });
    case 'textMultiline':
      return { type: 'string' };
    case 'relationship': {
      // Items hold their images themselves, also where these are shown as resources.
      if (field.images === true) return listOr(field.many, { $ref: '#/$defs/image' });
      const target = anyOf([ID, wholeObject({ type: { enum: [...field.to] }, id: ID })]);
      return field.many ? { type: 'array', items: target } : target;
    }
  }
}

/** What is absent or null is not populated. Of a localized field there is a value for each locale. */
function exportedField(field: Field, locales: readonly Locale[]): Schema {
  const value: Schema = { anyOf: [exportedValue(field), { type: 'null' }] };
  if (!isLocalized(field)) return value;
  const byLocale = members(locales.map(({ code }): [string, Schema] => [code, value]));
  return { anyOf: [objectOf(byLocale, []), { type: 'null' }] };
}

function lineOf(type: ContentType): Schema {
  const fields = type.fields.map((field): [string, Schema] => [field.name, exportedField(field, type.locales)]);
  return objectOf({ id: ID, ...members(fields) }, ['id'], { title: `One line of ${type.name}.ndjson` });
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
