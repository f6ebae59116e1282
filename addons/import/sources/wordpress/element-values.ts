/**
 * Values of the elements of a WordPress export: texts, lists and times; undefined for elements that are missing or empty.
 *
 * Elsewhere: reading the elements (elements), values of custom fields (meta).
 */
import { decodeEntities } from '../../text/entities.js';
import { list, text, type Value } from '../../value/value.js';
import { normalizeTime } from '../../value/written-times.js';
import { type Element, readFilledText } from './elements.js';

/** @param change applied to a text that is there; by default, entities are decoded */
export const buildText = (
  value: string | undefined,
  change: (text: string) => string = decodeEntities,
): Value | undefined => (value === undefined ? undefined : text(change(value)));

/** @returns undefined if there are no values */
export const buildList = (values: readonly Value[]): Value | undefined =>
  values.length === 0 ? undefined : list(values);

/** @returns the time in GMT if the item has it; otherwise in the zone of the site, which the export does not name */
export function readTime(item: Element, name: string): Value | undefined {
  const gmt = readFilledText(item, `${name}_gmt`);
  if (gmt !== undefined && !gmt.startsWith('0000')) return text(`${gmt}Z`);
  const local = readFilledText(item, name);
  return local === undefined || local.startsWith('0000') ? undefined : text(local);
}

/** @returns the time of the feed element; exports of other systems and of old versions have no other */
export function readPubDate(item: Element): Value | undefined {
  const written = readFilledText(item, 'pubDate');
  if (written === undefined || /\s(?:-0001|0000)\s/.test(written)) return undefined;
  return text(normalizeTime(written));
}
