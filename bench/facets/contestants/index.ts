/** The contestants of the facet benchmark. */
import { haveSqlite, type Say } from '../../harness/sqlite/driver.js';
import { prepareExport } from '../content.js';
import type { Contestant } from './contestant.js';
import { loadDuckDb, openDuckDb } from './duckdb.js';
import { groongaVersion, openGroonga } from './groonga.js';
import { openSqlite } from './sqlite.js';
import { openStele } from './stele.js';

export type { Answer, Asked, Contestant } from './contestant.js';

/** @returns stele first, then those that are installed. Says which are left out. */
export async function openContestants(items: number, seed: number, smoke: boolean, say: Say): Promise<Contestant[]> {
  const contestants = [await openStele(await prepareExport(items, seed), 'this checkout')];
  if (haveSqlite(smoke, say)) contestants.push(openSqlite(items, seed));
  const duckDb = loadDuckDb();
  if (duckDb !== undefined) contestants.push(await openDuckDb(duckDb, items, seed));
  else say('DUCKDB IS NOT INSTALLED AND IS LEFT OUT: npm run bench:install makes it take part');
  const version = groongaVersion();
  if (version !== undefined) contestants.push(await openGroonga(version, items, seed));
  else say('GROONGA IS NOT INSTALLED AND IS LEFT OUT: apt-get install groonga-bin makes it take part');
  return contestants;
}
