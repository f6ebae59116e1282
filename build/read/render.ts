/**
 * Rendering values as the JSON they are delivered as.
 */

import { InvariantError } from '../../src/content/errors/index.js';
import {
  type AttributeField,
  type ContentType,
  encodeComponent,
  isAttribute,
  isHeldAs,
  isLocalized,
  isWordsField,
  shownNumber,
  storedFields,
} from '../../src/content/model/index.js';
import { varintLength, writeVarint } from '../../src/format/index.js';
import type { LocalBody } from './blocks/local-sink.js';
import type { FieldValue, ImageValue } from './item.js';

const isAsset = (value: FieldValue): value is ImageValue => typeof value === 'object' && 'url' in value;
const isKind = <Kind extends string>(value: FieldValue, kind: Kind): value is Extract<FieldValue, { kind: Kind }> =>
  typeof value === 'object' && 'kind' in value && value.kind === kind;

/** @returns the value as JSON text; `null` when unpopulated */
export function renderValue(field: AttributeField, value: FieldValue | undefined): string {
  if (value === undefined) return 'null';
  if (isHeldAs(field, 'numbers')) {
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number === 'number' || typeof number === 'bigint') return JSON.stringify(shownNumber(field, number));
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
  const known = members.filter((member) => asset[member] !== undefined);
  return `{${known.map((member) => `"${member}":${JSON.stringify(asset[member])}`).join(',')}}`;
}

const renderAttribute = (name: string, field: AttributeField, value: FieldValue | undefined): string =>
  `"${name}":${renderValue(field, value)}`;

/** What a type's items have in one locale: of each localized attribute its name, and the place of its stored field. */
interface LocalPlaces {
  readonly attributes: readonly { readonly name: string; readonly field: AttributeField; readonly place: number }[];
}

/** @returns for each locale where the localized attributes stand among stored values; none where no field is localized */
export function localPlaces(type: ContentType): readonly LocalPlaces[] {
  const stored = storedFields(type);
  return type.locales.map((_, locale) => ({
    attributes: stored.flatMap(({ field, place, locale: of }, at) => {
      const { name } = type.fields[place]!;
      return of === locale && isLocalized(type.fields[place]!) && isAttribute(field)
        ? [{ name, field, place: at }]
        : [];
    }),
  }));
}

/** @returns the localized attributes of an item in one locale. @param values one per stored field */
export function renderLocal({ attributes }: LocalPlaces, values: readonly (FieldValue | undefined)[]): LocalBody {
  const texts = attributes.map(({ name, field, place }) => Buffer.from(renderAttribute(name, field, values[place])));
  const bytes = Buffer.concat(texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text])));
  return { bytes, length: bytes.byteLength, lengths: texts.map((text) => text.byteLength) };
}

const comma = Buffer.from(',');

/** The pieces of one record of the document store (src/index/documents/documents). */
export function renderRecord(
  id: string,
  fields: readonly AttributeField[],
  values: readonly (FieldValue | undefined)[],
): Uint8Array {
  const idJson = JSON.stringify(id).slice(1, -1);
  const idUrl = encodeComponent(id);
  const attributes = fields.map((field, index) => renderAttribute(field.name, field, values[index]));
  const lengths = [
    Buffer.byteLength(idJson),
    idUrl === idJson ? 0 : idUrl.length,
    ...attributes.map((attribute) => Buffer.byteLength(attribute)),
  ];
  const text = `${idJson}${idUrl === idJson ? '' : idUrl}${attributes.join(',')}`;
  const record = new Uint8Array(lengths.reduce((sum, length) => sum + varintLength(length), Buffer.byteLength(text)));
  const at = lengths.reduce((end, length) => writeVarint(record, end, length), 0);
  Buffer.from(record.buffer).write(text, at);
  return record;
}
