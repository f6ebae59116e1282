/**
 * The links that a value would have if its field were a relationship: ids in texts and numbers, addresses in objects.
 *
 * Elsewhere: which fields become relationships (infer-links), which item a link leads to (export/item-writer).
 */
import { isList } from '../../value/json.js';
import { type Link, readAddress, type Value } from '../../value/value.js';

function asLink(value: Value): Link | undefined {
  if (value.kind === 'link') return value;
  if (value.kind === 'asset') return value.item;
  if (value.kind === 'text' || value.kind === 'number') return { kind: 'link', id: value.text };
  const id = value.kind === 'json' ? readAddress(value.value) : undefined;
  return id === undefined ? undefined : { kind: 'link', id };
}

/** @returns the link of each single value, by its text or by the address in an object; undefined for a value without one */
export function linksIn(value: Value): { readonly links: readonly (Link | undefined)[]; readonly isList: boolean } {
  if (value.kind === 'list') return { links: value.values.map(asLink), isList: true };
  if (value.kind !== 'json' || !isList(value.value)) return { links: [asLink(value)], isList: false };
  return { links: value.value.map((each) => asLink({ kind: 'json', value: each })), isList: true };
}
