/**
 * All engines by name.
 */

import type { EngineName, SearchEngine } from './contestant.js';
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
