/**
 * Reads types and locales of a Contentful space, and judges from metadata whether entries and assets are published.
 *
 * Elsewhere: the pass that collects them (survey), the values of entries (values).
 */

import type { ImageValue } from '../../../../src/content/model/index.js';
import type { SourceTexts } from '../../core/declarations/descriptive-texts.js';
import type { Locale } from '../../core/declarations/locales.js';
import { makeName } from '../../core/declarations/names.js';
import { type FieldShape, INSTANT, oneOf, shapes } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import type { SurveyContext, Verdict } from '../../core/privacy/publication/index.js';
import { buildAsset, resolveAddress } from '../../value/image.js';
import { readInstant } from '../../value/instants.js';
import { isObject, type Json, listAt, memberAt, numberAt, readMembers, textAt, textsAt } from '../../value/json.js';

export interface ContentfulField {
  readonly id: string;
  readonly texts: SourceTexts;
  readonly name: string;
  /** Undefined if the shape follows from the values alone. */
  readonly shape: FieldShape | undefined;
  readonly type: string;
  readonly localized: boolean;
  readonly unique: boolean;
  readonly omitted: boolean;
}

export interface ContentfulType {
  readonly id: string;
  readonly texts: SourceTexts;
  /** The field with the text of links to an entry; undefined if there is none that is delivered. */
  readonly titleField: string | undefined;
  readonly fields: readonly ContentfulField[];
}

/** Keys that no content type has; their names are `asset` and `tag`, unless a content type is called so. */
export const ASSET_TYPE = 'sys:Asset';
export const TAG_TYPE = 'sys:Tag';

const PUBLIC: Verdict = { is: 'public' };

/**
 * @param sys metadata of an entry or an asset
 * @returns whether it is published
 */
export function judgePublication(sys: Json | undefined, intake: Intake): Verdict {
  const isSet = (name: string): boolean => (memberAt(sys, name) ?? null) !== null;
  if (isSet('archivedAt') || isSet('archivedVersion')) return { is: 'private', reason: 'archived' };
  // An export made with a delivery token has published items only, without version numbers.
  const isDelivered = numberAt(sys, 'revision') !== undefined && memberAt(sys, 'version') === undefined;
  const version = memberAt(sys, 'publishedVersion');
  const publishedAt = textAt(sys, 'publishedAt');
  const isTime = publishedAt !== undefined && readInstant(publishedAt, 'UTC') !== undefined;
  if (version !== undefined && version !== null && typeof version !== 'number')
    return intake.publication.judgeUnreadable('sys.publishedVersion', version);
  if (version === undefined && publishedAt !== undefined && publishedAt !== '' && !isTime)
    return intake.publication.judgeUnreadable('sys.publishedAt', publishedAt);
  const isPublished = typeof version === 'number' || isTime || isDelivered;
  return isPublished ? PUBLIC : { is: 'private', reason: 'a draft that was never published' };
}

/** The status of a locale of an entry or an asset: `unknown` if it is neither published nor a draft. */
export type LocaleStatus = 'published' | 'draft' | 'unknown';

/** @returns the status of a locale, if the space publishes each locale on its own; otherwise `published` */
export function readLocaleStatus(sys: Json | undefined, locale: string): LocaleStatus {
  const status = memberAt(sys, 'fieldStatus', '*', locale);
  if (status === undefined || status === 'published' || status === 'changed') return 'published';
  return status === 'draft' ? 'draft' : 'unknown';
}

/** @returns the entry or asset without the locales that are not published */
export function removeDraftLocales(item: Json): Json {
  const sys = memberAt(item, 'sys');
  if (!isObject(item) || memberAt(sys, 'fieldStatus') === undefined) return item;
  const fields = readMembers(item['fields']).map(([name, valueByLocale]) => [
    name,
    Object.fromEntries(readMembers(valueByLocale).filter(([code]) => readLocaleStatus(sys, code) === 'published')),
  ]);
  return { ...item, fields: Object.fromEntries(fields) };
}

/** @returns the facts from which the publication of an entry is judged, apart from its fields */
export const buildFacts = (type: string): SurveyContext => ({ type: makeName(type, 'type'), isPublished: true });

/** @returns pairs of field and value in all locales; a private value in one locale is enough to leave out the entry */
export const readValuesToJudge = (entry: Json): readonly (readonly [string, Json])[] =>
  readMembers(memberAt(entry, 'fields')).flatMap(([name, byLocale]) => {
    const values = readMembers(byLocale);
    return values.length === 0 ? [[name, byLocale] as const] : values.map(([, value]) => [name, value] as const);
  });

/** @returns the locales, the default locale first; codes unchanged */
export function readLocales(locales: readonly Json[]): readonly Locale[] {
  const sortableLocales = locales.flatMap((locale): Locale[] => {
    const code = textAt(locale, 'code');
    const fallback = textAt(locale, 'fallbackCode');
    const label = textAt(locale, 'name');
    if (code === undefined) return [];
    return [
      {
        code,
        ...(memberAt(locale, 'default') === true && { default: true as const }),
        ...(fallback !== undefined && { fallback }),
        ...(label !== undefined && { label }),
      },
    ];
  });
  return sortableLocales.sort((a, b) => Number(b.default === true) - Number(a.default === true));
}

/**
 * @param helpTexts the help text of each field, by `type.field`
 * @param reportUnknownType called for each field whose type is not in the list of Contentful's types
 */
export function readType(
  type: Json,
  markdownFields: ReadonlySet<string>,
  helpTexts: ReadonlyMap<string, string>,
  reportUnknownType: (field: string, type: string) => void,
): ContentfulType | undefined {
  const id = textAt(type, 'sys', 'id');
  if (id === undefined) return undefined;
  const fields = listAt(type, 'fields').flatMap((field): ContentfulField[] => {
    const fieldId = textAt(field, 'apiName') ?? textAt(field, 'id');
    if (fieldId === undefined) return [];
    const omitted = memberAt(field, 'omitted') === true;
    const typeName = textAt(field, 'type') ?? '';
    if (!fieldTypes.has(typeName)) reportUnknownType(fieldId, typeName);
    return [
      {
        id: textAt(field, 'id') ?? fieldId,
        name: fieldId,
        texts: {
          label: textAt(field, 'name'),
          description: helpTexts.get(`${id}.${fieldId}`) ?? helpTexts.get(`${id}.${textAt(field, 'id')}`),
        },
        shape: chooseShape(field, markdownFields.has(`${id}.${fieldId}`)),
        type: typeName,
        localized: memberAt(field, 'localized') === true,
        unique: listAt(field, 'validations').some((validation) => memberAt(validation, 'unique') === true),
        omitted,
      },
    ];
  });
  const texts = { label: textAt(type, 'name'), description: textAt(type, 'description') };
  return { id, texts, titleField: readTitleField(type), fields };
}

/** @returns the display field of a type; undefined if the type omits it from delivery, because links would show it */
export function readTitleField(type: Json): string | undefined {
  const displayField = textAt(type, 'displayField');
  const isOmitted = listAt(type, 'fields').some(
    (field) => textAt(field, 'id') === displayField && memberAt(field, 'omitted') === true,
  );
  return isOmitted ? undefined : displayField;
}

const readOptions = (validations: readonly Json[]): readonly string[] =>
  validations.map((validation) => textsAt(validation, 'in')).find((options) => options.length > 0) ?? [];

const readLinkedTypes = (validations: readonly Json[]): readonly string[] =>
  validations.flatMap((validation) => {
    const types = memberAt(validation, 'linkContentType');
    return typeof types === 'string' ? [types] : textsAt(types);
  });

/** Shapes that follow from the type of the field alone. A field of an unlisted type is JSON. */
const plainShapes: ReadonlyMap<string, FieldShape> = new Map([
  ...shapes('markdown', 'RichText'),
  ...shapes('integer', 'Integer'),
  ...shapes('decimal', 'Number'),
  ...shapes('boolean', 'Boolean'),
  ...shapes(INSTANT.type, 'Date'),
]);

function chooseShape(field: Json, isMarkdown: boolean): FieldShape | undefined {
  const validations = listAt(field, 'validations');
  const type = textAt(field, 'type');
  switch (type) {
    case 'Symbol':
      return oneOf(readOptions(validations));
    case 'Text':
      return { type: isMarkdown ? 'markdown' : 'textMultiline' };
    case 'Link':
      return buildLinkShape(textAt(field, 'linkType'), validations, false);
    case 'Array': {
      const itemValidations = [...listAt(field, 'items', 'validations')];
      if (textAt(field, 'items', 'type') === 'Link')
        return buildLinkShape(textAt(field, 'items', 'linkType'), itemValidations, true);
      // Links to other spaces stay as they are.
      return textAt(field, 'items', 'type') === 'Symbol' ? oneOf(readOptions(itemValidations), true) : { type: 'json' };
    }
    case undefined:
      return undefined;
    default:
      return plainShapes.get(type) ?? { type: 'json' };
  }
}

/** Types of fields that Contentful has; the empty one is for responses of the delivery API. */
const fieldTypes: ReadonlySet<string> = new Set([
  ...['', 'Symbol', 'Text', 'RichText', 'Integer', 'Number', 'Boolean', 'Date', 'Link', 'Array', 'Object', 'Location'],
  'ResourceLink',
]);

function buildLinkShape(linkType: string | undefined, validations: readonly Json[], isMany: boolean): FieldShape {
  return linkType === 'Asset'
    ? { type: 'asset', many: isMany }
    : { type: 'link', many: isMany, to: readLinkedTypes(validations) };
}

/** @returns undefined if the asset has no processed file */
export function readFile(
  file: Json | undefined,
  assetId: string,
  altText: string | undefined,
  intake: Intake,
): ImageValue | undefined {
  const url = textAt(file, 'url');
  if (url === undefined) return undefined;
  return buildAsset({
    url: resolveAddress(url, intake.options.assetsUrl),
    width: numberAt(file, 'details', 'image', 'width'),
    height: numberAt(file, 'details', 'image', 'height'),
    altText,
    mimeType: textAt(file, 'contentType'),
    fileName: textAt(file, 'fileName'),
    fileSize: numberAt(file, 'details', 'size'),
    assetId,
  });
}
