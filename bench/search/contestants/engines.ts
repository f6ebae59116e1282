/**
 * The list of all search engines, by name.
 */

import { isNamedIn } from '../../harness/named.js';
import type { EngineName, SearchEngine } from './contestant.js';
import { flexSearch } from './flexsearch.js';
import { miniSearch } from './minisearch.js';
import { orama } from './orama.js';
import { isInstalled } from './packages.js';
import { sqliteFts } from './sqlite.js';
import { isXapianThere, xapian } from './xapian.js';

const PACKAGES: Readonly<Record<Exclude<EngineName, 'stele' | 'xapian'>, string>> = {
  minisearch: 'minisearch',
  orama: '@orama/orama',
  flexsearch: 'flexsearch',
  sqlite: 'better-sqlite3',
};

/** Stele's modules are loaded where it takes part: they would take half of the time that the process of another engine starts in. */
const ENGINE_MAKERS: Readonly<Record<EngineName, () => SearchEngine | Promise<SearchEngine>>> = {
  stele: async () => (await import('./stele.js')).steleSearch(),
  minisearch: miniSearch,
  orama,
  flexsearch: flexSearch,
  sqlite: sqliteFts,
  xapian,
};

/** Whether what it needs is installed. */
export function canTakePart(name: EngineName): boolean {
  if (name === 'stele') return true;
  return name === 'xapian' ? isXapianThere() : isInstalled(PACKAGES[name]);
}

const howToInstall = (name: EngineName): string =>
  name === 'xapian' ? 'apt-get install python3-xapian' : 'npm run bench:install';

/** @throws Error if its package is not installed */
export const engineOf = async (name: EngineName): Promise<SearchEngine> => ENGINE_MAKERS[name]();

/**
 * @param names of engines that may take part
 * @param only parts of the names of those that are wanted, separated by commas; all if it is in none, or missing
 * @param say  receives a message about each engine that cannot take part
 */
export function enginesOf(
  names: readonly EngineName[],
  only: string | undefined,
  say: (line: string) => void,
): EngineName[] {
  const named = names.filter((name) => isNamedIn(only, name));
  return (named.length > 0 ? named : names).filter((name) => {
    const isThere = canTakePart(name);
    if (!isThere)
      say(`${name.toUpperCase()} IS NOT INSTALLED AND IS LEFT OUT: ${howToInstall(name)} makes it take part`);
    return isThere;
  });
}
