/**
 * All engines by name.
 */

import { ENGINES, type EngineName, type SearchEngine } from './contestant.js';
import { flexSearch } from './flexsearch.js';
import { miniSearch } from './minisearch.js';
import { orama } from './orama.js';
import { isInstalled } from './packages.js';
import { sqliteFts } from './sqlite.js';
import { steleSearch } from './stele.js';

const PACKAGES: Readonly<Record<Exclude<EngineName, 'stele'>, string>> = {
  minisearch: 'minisearch',
  orama: '@orama/orama',
  flexsearch: 'flexsearch',
  sqlite: 'better-sqlite3',
};

/** Whether `npm ci --prefix bench` has installed what it needs. */
export const canTakePart = (name: EngineName): boolean => name === 'stele' || isInstalled(PACKAGES[name]);

/** @throws Error when its package is not installed */
export function engineOf(name: EngineName): SearchEngine {
  switch (name) {
    case 'stele':
      return steleSearch();
    case 'minisearch':
      return miniSearch();
    case 'orama':
      return orama();
    case 'flexsearch':
      return flexSearch();
    case 'sqlite':
      return sqliteFts();
  }
}

/**
 * @param only a part of the names of those that are wanted; all where it is in none, or missing
 * @param say  is told, loudly, who cannot take part
 */
export function enginesOf(only: string | undefined, say: (line: string) => void): EngineName[] {
  const named = ENGINES.filter((name) => only !== undefined && name.includes(only));
  return (named.length > 0 ? named : [...ENGINES]).filter((name) => {
    const isThere = canTakePart(name);
    if (!isThere)
      say(`${name.toUpperCase()} IS NOT INSTALLED AND IS LEFT OUT: npm run bench:install makes it take part`);
    return isThere;
  });
}
