/**
 * From CURRENT replaced at the origin to all replicas serving what it names; beside it, copying the same files into as
 * many folders at once.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyFile, diskFiles } from '../../src/files/index.js';
import { type Nights, nameNight } from './nights.js';
import { forget, type Replica, untilServes } from './replica.js';

export interface Delay {
  readonly servedSeconds: number;
  readonly copiedSeconds: number;
}

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1000;

/** @param replicas which serve the first night, and have had the second or not. Interleaved, round by round. */
export async function measureDelays(
  nights: Nights,
  replicas: readonly Replica[],
  rounds: number,
  scratch: string,
): Promise<readonly Delay[]> {
  const delays: Delay[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const copiedSeconds = await copyAll(nights, replicas.length, scratch);
    const startMs = performance.now();
    await nameNight(nights, nights.second);
    await Promise.all(replicas.map((replica) => untilServes(replica, nights.second)));
    delays.push({ servedSeconds: secondsSince(startMs), copiedSeconds });
    await nameNight(nights, nights.first);
    await Promise.all(replicas.map((replica) => untilServes(replica, nights.first)));
    for (const replica of replicas) forget(replica, nights.second);
  }
  return delays;
}

/** @returns seconds until all bytes are on the disk */
async function copyAll({ folder, second, changedFiles }: Nights, copies: number, scratch: string): Promise<number> {
  const targets = Array.from({ length: copies }, (_, index) => join(scratch, `copy-${index}`));
  for (const target of targets) mkdirSync(target);
  const startMs = performance.now();
  await Promise.all(
    targets.map(async (target) => {
      for (const file of changedFiles) await copyFile(diskFiles, join(folder, second, file), join(target, file));
    }),
  );
  const seconds = secondsSince(startMs);
  for (const target of targets) rmSync(target, { recursive: true });
  return seconds;
}
