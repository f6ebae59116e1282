/**
 * What lies in the folders of a soak once all is calm: whole snapshots, and nothing that somebody left.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFiles } from '../../src/format/files/index.js';
import { CURRENT_FILE, PREVIOUS_FILE, TRUSTED_FILE } from '../../src/index/snapshot/index.js';
import { problemsOf, verifySnapshots } from '../../src/index/verify/index.js';

const settleMs = 30_000;
const idPattern = /^[0-9a-f]{64}$/;
/** `segments` at the origin; `PUSHED` at the builder, where push notes what it sent. */
const known: readonly string[] = [CURRENT_FILE, PREVIOUS_FILE, TRUSTED_FILE, 'segments', 'PUSHED'];

const strangersIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => !known.includes(name) && !idPattern.test(name));

/** @returns what is left although nobody is at work: the next poll of a replica puts away what a killed one left */
export async function leftIn(folder: string): Promise<readonly string[]> {
  for (const endMs = performance.now() + settleMs; performance.now() < endMs; await sleep(100)) {
    if (strangersIn(folder).length === 0) return [];
  }
  return strangersIn(folder).map((name) => `${join(folder, name)} is left`);
}

/** @returns what is wrong with a folder of snapshots, of which `keep` may be there */
export async function wrongWith(folder: string, keep: number): Promise<readonly string[]> {
  const left = await leftIn(folder);
  const snapshots = readdirSync(folder).filter((name) => idPattern.test(name)).length;
  const many = snapshots > keep ? [`${folder} has ${snapshots} snapshots`] : [];
  return [...left, ...many, ...problemsOf(await verifySnapshots(diskFiles, folder))];
}
