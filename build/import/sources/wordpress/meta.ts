/**
 * Custom fields: what is content, what WordPress and plugins keep for themselves, and lists that PHP has serialised.
 */
import { unserialize } from 'php-serialize';
import { parseJson } from '../../value/json.js';
import { asValue, json, list, loose, plainOf, type Value } from '../../value/value.js';
import { childrenOf, childText, type Element } from './elements.js';

/** @returns texts by key, in their order, of a post or of a term */
export function readMeta(of: Element, element = 'wp:postmeta'): ReadonlyMap<string, readonly string[]> {
  const meta = new Map<string, string[]>();
  for (const entry of childrenOf(of, element)) {
    const key = (childText(entry, 'wp:meta_key') ?? '').trim();
    const value = childText(entry, 'wp:meta_value') ?? '';
    const there = meta.get(key);
    if (there === undefined) meta.set(key, [value]);
    else there.push(value);
  }
  return meta;
}

/** Those that begin with `_` are not shown to authors; what of them is content has a field of its own. */
export const isHidden = (key: string): boolean => key === '' || key.startsWith('_');

/** Hashes in keys would make a row each. */
export const hiddenName = (key: string): string =>
  key === '' ? '(without a key)' : key.replace(/_[0-9a-f]{32}$/, '_…');

export function metaValue(texts: readonly string[]): Value | undefined {
  const values = texts.filter((text) => text !== '').map(one);
  const [first] = values;
  if (values.length === 1) return first;
  if (values.length === 0) return undefined;
  return values.some(({ kind }) => kind === 'json' || kind === 'list') ? json(values.map(plainOf)) : list(values);
}

function one(text: string): Value {
  const read = /^a:\d+:\{/.test(text) ? unserialized(text) : undefined;
  return read ?? loose(text);
}

/** @returns undefined where it is none, or holds objects of classes */
export function unserialized(text: string): Value | undefined {
  try {
    const read: unknown = unserialize(text, {}, { strict: true });
    const written = JSON.stringify(read);
    return written === undefined ? undefined : asValue(parseJson(written));
  } catch {
    return undefined;
  }
}
