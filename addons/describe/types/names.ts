/**
 * What content types are called in TypeScript: `blog-post` is `BlogPost`, and no two are called alike.
 */

import { SHARED } from './shared.js';

/** Names of the file's own, and of JavaScript's globals that the file means. */
const TAKEN: readonly string[] = [
  ...Array.from(SHARED.matchAll(/^(?:export )?(?:interface|type) (\w+)/gm), ([, name = '']) => name),
  ...['Content', 'Item', 'LocaleCode', 'Exclude', 'Extract', 'NonNullable', 'Record', 'Partial', 'Omit'],
];

/** Every suffix that the file puts behind a type's name. */
export const SUFFIXES = ['', 'Attributes', 'Relationships', 'Condition', 'Filter', 'Sort', 'Include', 'Field'] as const;

const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** @returns a name for each, in the order given: with a number behind it where its names would not be its own */
export function typeNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN);
  const found = new Map<string, string>();
  for (const name of names) {
    const wanted = pascal(name);
    let given = wanted;
    for (let number = 2; SUFFIXES.some((suffix) => taken.has(given + suffix)); number += 1)
      given = `${wanted}${number}`;
    for (const suffix of SUFFIXES) taken.add(given + suffix);
    found.set(name, given);
  }
  return found;
}

/** @returns a key as an object literal writes it */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** @returns the texts as a union of literals; `never` of none */
export const union = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map((text) => quoted(text)).join(' | ');

/** In single quotes, as people write them. */
export const quoted = (text: string): string => {
  const json = JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
};
