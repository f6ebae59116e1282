/**
 * Renders attribute values as the JSON of responses.
 *
 * Elsewhere: reading the values (values/), joining them to the attributes of an item (blocks/block-reader).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import {
  type AttributeField,
  deliveredNumber,
  type ImageValue,
  isNumberField,
  isWordsField,
} from '../../src/content/model/index.js';
import type { FieldValue } from './item.js';

const isAsset = (value: FieldValue): value is ImageValue => typeof value === 'object' && 'url' in value;
const isKind = <Kind extends string>(value: FieldValue, kind: Kind): value is Extract<FieldValue, { kind: Kind }> =>
  typeof value === 'object' && 'kind' in value && value.kind === kind;

/** @returns the value as JSON text. @throws InvariantError if the value does not match the field's type */
export function renderValue(field: AttributeField, value: FieldValue): string {
  if (isNumberField(field)) {
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number === 'number' || typeof number === 'bigint') return JSON.stringify(deliveredNumber(field, number));
  } else if (isWordsField(field)) {
    if (typeof value === 'string') return JSON.stringify(value);
    if (isKind(value, 'texts')) return JSON.stringify(value.texts);
  } else if (field.type === 'json') {
    if (isKind(value, 'json')) return value.text;
  } else {
    const members = field.type === 'image' ? imageMembers : fileMembers;
    if (isAsset(value)) return renderAsset(value, members);
    if (isKind(value, 'images')) return `[${value.images.map((image) => renderAsset(image, members)).join(',')}]`;
  }
  throw new InvariantError(`field ${field.name} of type ${field.type} was given a ${typeof value}`);
}

const imageMembers = ['url', 'width', 'height', 'altText', 'format', 'mimeType', 'fileName', 'fileSize'] as const;
const fileMembers = ['url', 'fileName', 'mimeType', 'fileSize'] as const;

function renderAsset(asset: ImageValue, members: readonly (keyof ImageValue)[]): string {
  const present = members.filter((member) => asset[member] !== undefined);
  const pairs = present.map((member) => `"${member}":${JSON.stringify(asset[member])}`);
  return `{${pairs.join(',')}}`;
}
