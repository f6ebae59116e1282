/**
 * From CURRENT replaced at the origin to all replicas serving what it names; beside it, as many processes that copy the
 * same files from the same origin at once.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Copier } from './copying.js';
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
  originUrl: string,
  replicas: readonly Replica[],
  rounds: number,
  scratch: string,
): Promise<readonly Delay[]> {
  const delays: Delay[] = [];
  const copiers = replicas.map(() => new Copier());
  try {
    for (let round = 0; round < rounds; round += 1) {
      const copiedSeconds = await copyAll(nights, originUrl, copiers, scratch);
      const startMs = performance.now();
      await nameNight(nights, nights.second);
      await Promise.all(replicas.map((replica) => untilServes(replica, nights.second)));
      delays.push({ servedSeconds: secondsSince(startMs), copiedSeconds });
      await nameNight(nights, nights.first);
      await Promise.all(replicas.map((replica) => untilServes(replica, nights.first)));
      for (const replica of replicas) forget(replica, nights.second);
    }
  } finally {
    for (const copier of copiers) copier.close();
  }
  return delays;
}

/** @returns seconds until all bytes are on the disk */
async function copyAll(
  { second, changedFiles }: Nights,
  originUrl: string,
  copiers: readonly Copier[],
  scratch: string,
): Promise<number> {
  const targets = copiers.map((_, index) => join(scratch, `copy-${index}`));
  for (const target of targets) mkdirSync(target);
  const from = `${originUrl}/${second}/`;
  const startMs = performance.now();
  await Promise.all(
    copiers.map((copier, index) => copier.copy({ from, names: changedFiles, to: targets[index] ?? '' })),
  );
  const seconds = secondsSince(startMs);
  for (const target of targets) rmSync(target, { recursive: true });
  return seconds;
}
