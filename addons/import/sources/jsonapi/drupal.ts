/**
 * What Drupal says in forms of its own: texts with a format, files, of which links say more, and what visitors do not see.
 */
import { htmlToMarkdown, type TextReport } from '../../text/converter.js';
import { addressOf, assetOf, assetValue } from '../../value/image.js';
import { at, type Json, membersOf, numberAt, textAt } from '../../value/json.js';
import { asValue, link, markdown, type Value } from '../../value/value.js';

export const FILE_TYPE = 'file--file';
export const SETTINGS = 'settings of the site, not content';

/** What is for the owner of an account; visitors see its `display_name`. */
const ofAccount = /^(?:name|mail|init|pass|timezone|access|login|roles|preferred_\w*langcode)$/;
export const isOfAccount = (type: string, field: string): boolean => type === 'user--user' && ofAccount.test(field);

/** @returns why visitors are not shown a resource; undefined where they are. Settings have names, content has numbers. */
export function hiddenBecause(resource: Json): string | undefined {
  const attributes = at(resource, 'attributes');
  const numbers = membersOf(attributes).filter(([name]) => name.startsWith('drupal_internal__'));
  if (numbers.some(([, number]) => typeof number === 'string')) return SETTINGS;
  const isPublished = at(attributes, numbers.length > 0 ? 'status' : 'isPublished');
  if (numbers.length > 0 && isPublished !== undefined && !isTrue(isPublished)) return 'not published';
  if (isPublished === false) return 'not published';
  return /^(?:private|temporary):/.test(textAt(attributes, 'uri', 'value') ?? '') ? 'a private file' : undefined;
}

/** Drupal says it by a number in some versions. */
const isTrue = (value: Json): boolean => /^(?:true|1)$/.test(String(value));

/** @returns attributes by which a resource is judged as of any server; of Drupal, `status` was judged before */
export const attributesToJudge = (resource: Json): readonly (readonly [string, Json])[] => {
  const attributes = membersOf(at(resource, 'attributes'));
  const isDrupal = attributes.some(([name]) => name.startsWith('drupal_internal__'));
  return isDrupal ? attributes.filter(([name]) => name !== 'status') : attributes;
};

/**
 * @param base put before paths of images in it
 * @param report receives what Markdown cannot keep
 * @returns the value, and a summary beside it; undefined for an attribute as of any server
 */
export function drupalValues(
  value: Json,
  base: string,
  report: TextReport,
): readonly (Value | undefined)[] | undefined {
  const html = textAt(value, 'processed');
  if (html !== undefined && at(value, 'format') !== undefined) {
    const placed = html.replace(/(\ssrc=")(\/(?!\/)[^"]*)/g, (_, before, path) => before + addressOf(path, base));
    const summary = textAt(value, 'summary');
    const converted = htmlToMarkdown(placed, report);
    const text = converted === undefined ? undefined : markdown(converted, value);
    return [text, summary === '' ? undefined : asValue(summary)];
  }
  if (at(value, 'alias') === undefined || at(value, 'pid') === undefined) return undefined;
  return [asValue(at(value, 'alias'))];
}

/** @param meta what a link says of it: what an image shows, and how large it is */
export function fileOf(resource: Json, meta: Json | undefined, base: string): Value | undefined {
  const attributes = at(resource, 'attributes');
  const url = textAt(attributes, 'uri', 'url');
  if (url === undefined || hiddenBecause(resource) !== undefined) return undefined;
  const asset = assetOf({
    url: addressOf(url, base),
    width: numberAt(meta, 'width'),
    height: numberAt(meta, 'height'),
    altText: textAt(meta, 'alt') ?? textAt(meta, 'description'),
    mimeType: textAt(attributes, 'filemime'),
    fileName: textAt(attributes, 'filename'),
    fileSize: numberAt(attributes, 'filesize'),
  });
  return assetValue(asset, link(textAt(resource, 'id') ?? '', FILE_TYPE));
}
