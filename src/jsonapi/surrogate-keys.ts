/**
 * Surrogate keys: names of the content that a response depends on, by which a cache can be made to drop it.
 *
 * Keys of a response:
 *
 * - `ALL_KEY`, always;
 * - `itemKey` of every item it shows, and of the item its path names;
 * - `typeKey` of a type whose items it lists, or counts: which there are, in which order;
 * - `fieldKey` of every field it filters or sorts by, of each type that is asked; where it selects by a few values of
 *   the field, their `valueKey` and `anyValueKey` instead (value-keys). Behind a relationship these are the relationship's
 *   and those of the related types: which items there are is said by the links.
 *
 * Keys to purge for a change from one snapshot to the next (src/ship/diff/purge):
 *
 * - an item's fields, links included: its `itemKey`, and of each `fieldKey`, and `valueKey` of what it has
 *   gained or lost, or `anyValueKey` for too many; an item that is removed: its `itemKey`;
 * - which items a type has, or their order: `typeKey`;
 * - the model: `ALL_KEY`, as any request may then mean something else.
 *
 * That is enough. While the model stays, the bytes of an answer are those of the resources it shows, each with its key.
 * Which these are is decided by links, which belong to resources it shows or to the item in its path; by the values of
 * the fields it filters and sorts by; and, of a list that is not somebody's related items, by which items the type has
 * and in which order. An item that is added changes no other answer: nothing can have shown it, and errors are not
 * kept. And an answer's keys follow from the request and the resources it shows, so an answer that stays the same over
 * several snapshots has the keys that the last of them would give it.
 *
 * A type with localized fields is to keys another type in each locale (`typeInLocale`): a translation that changes purges no
 * answer of another locale. Its `typeKey` is the same in all of them, as is the `fieldKey` of a field that is not localized.
 * An item that comes to have values of its own in another locale, or has none there any more, shows so in every locale.
 *
 * Keys are ASCII without spaces and commas, so that both kinds of header can hold them; caches that fold their case
 * purge more than they must, never less.
 */
import { encodeComponent } from '../content/model/index.js';

/** On every answer. No type's name has a colon, nor has a field's. */
export const ALL_KEY = ':all';
/** On answers whose keys are too long for a header even with types in place of items, beside `ALL_KEY` alone. */
export const MANY_KEY = ':many';

/** @returns what stands for a type with localized fields in the keys of one locale. @param code undefined: the default one's */
export const typeInLocale = (type: string, code: string | undefined): string =>
  code === undefined ? type : `${type}@${code}`;

export const typeKey = (type: string): string => type;

export const fieldKey = (type: string, field: string): string => `${type}:${field}`;

export const itemKey = (type: string, id: string): string => `${type}/${encodeComponent(id)}`;

/** In place of the keys of a type's items where these are too long: no id is empty. */
export const anyItemKey = (type: string): string => `${type}/`;

/**
 * What fits into a header together: proxies in front of servers commonly take 4 KiB of header lines in all (nginx's
 * `proxy_buffer_size`), of which the other lines need less than 1 KiB.
 */
export const KEYS_BYTES_MAXIMUM = 3072;

/** An item's key becomes that of all items of its type; others stay. */
const coarserKey = (key: string): string => key.replace(/\/.*$/, '/');

/**
 * @param keys      each once
 * @param separator of the header's list
 * @returns the keys; where they are too long together, those of all items of a type in place of single ones; at worst
 *          `ALL_KEY` and `MANY_KEY`
 */
export function joinKeys(keys: ReadonlySet<string>, separator: ' ' | ','): string {
  const exact = [...keys].join(separator);
  if (exact.length <= KEYS_BYTES_MAXIMUM) return exact;
  const coarse = [...new Set(Array.from(keys, coarserKey))].join(separator);
  return coarse.length <= KEYS_BYTES_MAXIMUM ? coarse : [ALL_KEY, MANY_KEY].join(separator);
}
