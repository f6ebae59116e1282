/**
 * Unique TypeScript names of content types, such as `BlogPost` for `blog-post`, and texts as literals.
 */

import { SHARED } from './shared.js';

/** Names that the file defines itself, and global types that it uses. */
const RESERVED: readonly string[] = [
  ...Array.from(SHARED.matchAll(/^(?:export )?(?:interface|type) (\w+)/gm), ([, name = '']) => name),
  ...['Content', 'Counted', 'Item', 'LocaleCode', 'Exclude', 'Extract', 'NonNullable', 'Record', 'Partial', 'Omit'],
];

/** Suffixes that the file appends to the name of a type. */
export const SUFFIXES = [
  '',
  'Attributes',
  'Relationships',
  'Condition',
  'Filter',
  'Sort',
  'SortPath',
  'FacetPath',
  'StatisticPath',
  'Include',
  'Field',
] as const;

/** @returns the name in PascalCase: `blog-post` → `BlogPost` */
export const toPascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** @returns content type → its name; a number is appended if a name with a suffix is already taken */
export function typeNames(names: readonly string[]): ReadonlyMap<string, string> {
  const usedNames = new Set(RESERVED);
  const namesByType = new Map<string, string>();
  for (const name of names) {
    const preferredName = toPascalCase(name);
    let uniqueName = preferredName;
    for (let number = 2; SUFFIXES.some((suffix) => usedNames.has(uniqueName + suffix)); number += 1)
      uniqueName = `${preferredName}${number}`;
    for (const suffix of SUFFIXES) usedNames.add(uniqueName + suffix);
    namesByType.set(name, uniqueName);
  }
  return namesByType;
}

/** @returns the names that a file uses for its content types and shared types. @param names content type → its name */
export const namesInUse = (names: ReadonlyMap<string, string>): readonly string[] => [
  ...RESERVED,
  ...[...names.values()].flatMap((name) => SUFFIXES.map((suffix) => name + suffix)),
];

/** @returns a key as an object literal writes it */
export const writeKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** @returns the texts as a union of literals; `never` of none */
export const writeUnion = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map((text) => quoteText(text)).join(' | ');

/** @returns the text as a string literal in single quotes */
export const quoteText = (text: string): string => {
  const json = JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
};
