/**
 * Surrogate keys: names of the content that a response depends on; a cache drops the response when one of them is purged.
 *
 * Keys of a response:
 *
 * - `ALL_KEY`, always;
 * - `itemKey` of every item it shows, and of the item in its path;
 * - `typeKey` of a type whose items it lists or counts: the set of items and their order;
 * - `fieldKey` of every field it filters, sorts or counts by, for each listed type; if it selects a few values of the
 *   field, their `valueKey` and `anyValueKey` instead (value-keys). A condition on related items adds the keys of the
 *   relationship and of the related types' fields: the links determine the set of related items.
 *
 * Keys to purge for a change from one snapshot to the next (src/ship/diff/purge):
 *
 * - fields of an item, links included: its `itemKey`, each `fieldKey`, and the `valueKey` of each value gained or lost, or
 *   `anyValueKey` if these are too many;
 * - an item that is removed: its `itemKey`;
 * - the set of items of a type, or their order: `typeKey`;
 * - the model: `ALL_KEY`, as any request may then mean something else.
 *
 * These keys are enough. With an unchanged model, the bytes of an answer are those of the resources it shows, each with its
 * key. Three things select these resources: links, which belong to resources that it shows or to the item in its path; the
 * values of the fields it filters and sorts by; and, except in a list of related items, the items of the type and their
 * order. An added item changes no other answer: no answer can have shown it, and errors are not cached. The keys follow
 * from the request and the resources alone, so an answer that is the same in several snapshots has the same keys in each.
 *
 * In keys, a type with localized fields has a separate name for each locale (`typeInLocale`): a changed translation purges
 * no answer of another locale. Its `typeKey` is the same in all locales, and so is the `fieldKey` of a field that is not
 * localized. An item that gains its first value or loses its last value in a locale changes in every locale, and with it
 * the `fieldKey` of the locale field, `_locale`.
 *
 * Keys are ASCII without spaces and commas, so that both kinds of header can contain them. A cache that ignores case purges
 * too much, never too little.
 */
import { encodeComponent } from '../content/model/index.js';

/** On every answer. Names of types and fields have no colon, so no other key is equal to it. */
export const ALL_KEY = ':all';
/** Next to `ALL_KEY` on answers whose keys are too long for a header, even with types in place of items. */
export const MANY_KEY = ':many';

/**
 * @param code of the locale; undefined: the default locale
 * @returns the name of a type with localized fields in the keys of that locale
 */
export const typeInLocale = (type: string, code: string | undefined): string =>
  code === undefined ? type : `${type}@${code}`;

export const typeKey = (type: string): string => type;

export const fieldKey = (type: string, field: string): string => `${type}:${field}`;

export const itemKey = (type: string, id: string): string => `${type}/${encodeComponent(id)}`;

/** Replaces the keys of a type's items if these are too long. No id is empty, so it is no item's key. */
export const anyItemKey = (type: string): string => `${type}/`;

/**
 * Maximum length of the header: proxies commonly accept 4 KiB of header lines in all (nginx's `proxy_buffer_size`), and
 * the other lines need less than 1 KiB.
 */
export const KEYS_BYTES_MAXIMUM = 3072;

/** @returns for an item's key the key of all items of its type; other keys unchanged */
const coarserKey = (key: string): string => key.replace(/\/.*$/, '/');

/**
 * @param keys      each once
 * @param separator of the header's list
 * @returns the keys; if they are too long together, one key for all items of a type in place of item keys; if these are
 *          still too long, `ALL_KEY` and `MANY_KEY`
 */
export function joinKeys(keys: ReadonlySet<string>, separator: ' ' | ','): string {
  const exact = [...keys].join(separator);
  if (exact.length <= KEYS_BYTES_MAXIMUM) return exact;
  const coarse = [...new Set(Array.from(keys, coarserKey))].join(separator);
  return coarse.length <= KEYS_BYTES_MAXIMUM ? coarse : [ALL_KEY, MANY_KEY].join(separator);
}
