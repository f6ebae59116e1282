/**
 * Who takes part in a run. Whoever cannot is left out loudly, with what would make it take part.
 */

import { haveSqlite, type Say } from '../harness/sqlite/available.js';
import { isInstalled } from '../search/contestants/packages.js';
import { prepareExport } from './content.js';
import { type Contestant, openSqlite, openStele } from './contestants.js';
import { haveDuckDb, openDuckDb } from './duckdb.js';
import { haveGroonga, openGroonga } from './groonga.js';
import { ORAMA_ITEMS_MAXIMUM, openOrama } from './orama.js';

export interface Content {
  readonly items: number;
  readonly seed: number;
  readonly smoke: boolean;
}

const notInstalled = (name: string, command: string): string =>
  `${name} IS NOT INSTALLED AND IS LEFT OUT: ${command} makes it take part`;

/**
 * @returns why Orama does not take part, or undefined
 */
export function whyNotOrama(items: number, isThere: boolean): string | undefined {
  if (!isThere) return notInstalled('ORAMA', 'npm run bench:install');
  if (items <= ORAMA_ITEMS_MAXIMUM) return undefined;
  return `ORAMA IS LEFT OUT: it takes part with up to ${ORAMA_ITEMS_MAXIMUM} items`;
}

/** @param contestants gets each as soon as it is open, stele first, so that the caller can close them all */
export async function openContestants(
  contestants: Contestant[],
  { items, seed, smoke }: Content,
  say: Say,
): Promise<void> {
  contestants.push(await openStele(prepareExport(items, seed), 'this checkout'));
  if (haveSqlite(smoke, say)) contestants.push(openSqlite(items, seed));
  if (haveDuckDb()) contestants.push(await openDuckDb(items, seed));
  else say(notInstalled('DUCKDB', 'npm run bench:install'));
  if (haveGroonga()) contestants.push(await openGroonga(items, seed));
  else say(notInstalled('GROONGA', 'apt-get install groonga-bin'));
  const reason = whyNotOrama(items, isInstalled('@orama/orama'));
  if (reason === undefined) contestants.push(openOrama(items, seed));
  else say(reason);
}
