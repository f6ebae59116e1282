/**
 * Surrogate keys: names for what an answer depends on, by which a cache that holds it can be told to drop it.
 *
 * An answer carries a key for every item it shows, for the item its path names, and for every type of which it lists,
 * filters or sorts items. What must be purged from one snapshot to the next follows: `itemKey` of every item that was
 * added, changed or removed, a change being one of its rendered attributes or linkage; `typeKey` of every type in which
 * there is such an item, or whose order or model changed; and `ALL_KEY` wherever there is anything else to purge. Each
 * answer that differs between the two then carries a purged key:
 *
 * - its bytes are those of the resources it shows, each with its key;
 * - which resources those are is decided by links, which belong to resources it shows or to the item in its path, and
 *   by filters, sorts and totals over whole types, which have the types' keys;
 * - a list of related items in stored order without a filter is decided by the links alone.
 *
 * Keys are ASCII without spaces and commas, so that both kinds of header can hold them; caches that fold their case
 * purge more than they must, never less.
 */
import { encodeComponent } from '../model/index.js';

/** On answers whose keys are too long for a header. No type's name has a colon. */
export const ALL_KEY = ':all';

export const typeKey = (type: string): string => type;

export const itemKey = (type: string, id: string): string => `${type}/${encodeComponent(id)}`;

/**
 * What fits into a header together: proxies in front of servers commonly take 4 KiB of header lines in all (nginx's
 * `proxy_buffer_size`), of which the other lines need less than 1 KiB.
 */
export const KEYS_BYTES_MAXIMUM = 3072;

/**
 * @param keys      each once
 * @param separator of the header's list
 * @returns the keys; where they are too long together, those of the types instead of items; at worst `ALL_KEY`
 */
export function joinKeys(keys: ReadonlySet<string>, separator: ' ' | ','): string {
  const exact = [...keys].join(separator);
  if (exact.length <= KEYS_BYTES_MAXIMUM) return exact;
  const types = new Set(Array.from(keys, (key) => typeKey(key.split('/', 1)[0] ?? key)));
  const coarse = [...types].join(separator);
  return coarse.length <= KEYS_BYTES_MAXIMUM ? coarse : ALL_KEY;
}
