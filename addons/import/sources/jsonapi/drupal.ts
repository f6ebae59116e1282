/**
 * Reads the formats of Drupal: texts with HTML, files, and the marks of resources that are not public.
 *
 * Elsewhere: attributes and links of any JSON:API server (resource-reader).
 */
import { htmlToMarkdown, type TextReport } from '../../text/converter.js';
import { buildAsset, buildAssetValue, resolveAddress } from '../../value/image.js';
import { type Json, memberAt, numberAt, readMembers, textAt } from '../../value/json.js';
import { link, markdown, toValue, type Value } from '../../value/value.js';

export const FILE_TYPE = 'file--file';
export const SETTINGS = 'settings of the site, not content';

/** Attributes of an account that only its owner may read; visitors see its `display_name`. */
const accountField = /^(?:name|mail|init|pass|timezone|access|login|roles|preferred_\w*langcode)$/;
export const isAccountField = (type: string, field: string): boolean =>
  type === 'user--user' && accountField.test(field);

/** @returns the reason why a resource is not public; undefined if it is. The internal id of a setting is a name, of content a number. */
export function findHiddenReason(resource: Json): string | undefined {
  const attributes = memberAt(resource, 'attributes');
  const internalIds = readMembers(attributes).filter(([name]) => name.startsWith('drupal_internal__'));
  if (internalIds.some(([, number]) => typeof number === 'string')) return SETTINGS;
  const isPublished = memberAt(attributes, internalIds.length > 0 ? 'status' : 'isPublished');
  if (internalIds.length > 0 && isPublished !== undefined && !isTrue(isPublished)) return 'not published';
  if (isPublished === false) return 'not published';
  return /^(?:private|temporary):/.test(textAt(attributes, 'uri', 'value') ?? '') ? 'a private file' : undefined;
}

/** Whether a status is true; some versions of Drupal write it as a number. */
const isTrue = (value: Json): boolean => /^(?:true|1)$/.test(String(value));

/** @returns the attributes from which publication is judged; without `status` for Drupal, which `findHiddenReason` reads */
export const readAttributesToJudge = (resource: Json): readonly (readonly [string, Json])[] => {
  const attributes = readMembers(memberAt(resource, 'attributes'));
  const isDrupal = attributes.some(([name]) => name.startsWith('drupal_internal__'));
  return isDrupal ? attributes.filter(([name]) => name !== 'status') : attributes;
};

/**
 * @param baseUrl put before paths of images in the text
 * @param report receives what Markdown cannot keep
 * @returns the value, and a summary if there is one; undefined if the attribute has no format of Drupal
 */
export function readDrupalValues(
  value: Json,
  baseUrl: string,
  report: TextReport,
): readonly (Value | undefined)[] | undefined {
  const html = textAt(value, 'processed');
  if (html !== undefined && memberAt(value, 'format') !== undefined) {
    const htmlWithAddresses = html.replace(
      /(\ssrc=")(\/(?!\/)[^"]*)/g,
      (_, before, path) => before + resolveAddress(path, baseUrl),
    );
    const summary = textAt(value, 'summary');
    const converted = htmlToMarkdown(htmlWithAddresses, report);
    const body = converted === undefined ? undefined : markdown(converted, value);
    return [body, summary === '' ? undefined : toValue(summary)];
  }
  if (memberAt(value, 'alias') === undefined || memberAt(value, 'pid') === undefined) return undefined;
  return [toValue(memberAt(value, 'alias'))];
}

/** @param linkMeta metadata of the link to the file: alternative text, width and height. @returns undefined if it is no public file */
export function readDrupalFile(resource: Json, linkMeta: Json | undefined, baseUrl: string): Value | undefined {
  const attributes = memberAt(resource, 'attributes');
  const url = textAt(attributes, 'uri', 'url');
  if (url === undefined || findHiddenReason(resource) !== undefined) return undefined;
  const asset = buildAsset({
    url: resolveAddress(url, baseUrl),
    width: numberAt(linkMeta, 'width'),
    height: numberAt(linkMeta, 'height'),
    altText: textAt(linkMeta, 'alt') ?? textAt(linkMeta, 'description'),
    mimeType: textAt(attributes, 'filemime'),
    fileName: textAt(attributes, 'filename'),
    fileSize: numberAt(attributes, 'filesize'),
  });
  return buildAssetValue(asset, link(textAt(resource, 'id') ?? '', FILE_TYPE));
}
