/**
 * The run of the soak: the nights, and the times at which processes are killed.
 *
 * In the first part of a night the origin fails and processes are killed; in the second, calm part all replicas must
 * reach the night's snapshot, and their folders must have complete snapshots only. Afterwards quick nights measure the
 * growth of memory.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { SnapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { CURRENT_FILE, PREVIOUS_FILE, TRUSTED_FILE } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import { diceOf } from '../../testing/dice.js';
import { anyNumber, between } from '../options.js';
import { conversationAt } from '../requests/socket.js';
import { Answers } from './answers.js';
import { Builder } from './builder.js';
import { LIES, type LieAbout, liesOf } from './lies.js';
import { Origin } from './program.js';
import { Replica, type ReplicaSample } from './replica.js';
import { medianOf, type NightSeen } from './verdict.js';

const KEEP = 2;
const badShare = 0.4;
/** A replica whose origin failed asks again within a minute. */
const convergeMs = 120_000;
const samplesPerNight = 12;

interface ReplicasSoak {
  readonly nights: readonly NightSeen[];
  readonly wrong: readonly string[];
  readonly replicas: readonly Replica[];
  readonly builderKills: number;
  readonly originKills: number;
  readonly originRequests: number;
  /** Resident memory of the replica that is spared, over the quick nights. */
  readonly quickMemory: readonly number[];
  /** How many of the nights pass before a replica is spared. */
  readonly warmUpNights: number;
}

interface ReplicasHooks {
  /** Called at the end of each night. */
  readonly onNight: (seen: NightSeen) => void;
  readonly onWrong: (what: string) => void;
}

/** @param folder that is empty, for everything */
export async function soakReplicas(
  { minutes, seed, nightSeconds, rate, hostileRate, quickNights: quick }: ReturnType<typeof readReplicasOptions>,
  folder: string,
  { onNight, onWrong }: ReplicasHooks,
): Promise<ReplicasSoak> {
  const nightMs = nightSeconds * 1000;
  const count = Math.max(1, Math.round((minutes * 60_000) / nightMs));
  const warmUpNights = Math.floor(count / 4);
  const below = diceOf(seed, 'faults');
  const wrong: string[] = [];
  const found = (what: string): void => {
    const line = `${new Date().toISOString()} ${what}`;
    wrong.push(line);
    onWrong(line);
  };
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const answers = new Answers();
  const builder = new Builder(folder, diceOf(seed, 'builder'), answers);
  const { publicKey, forged, vocabulary } = await builder.prepare();
  const origin = new Origin(builder.origin, seed, { name: 'the origin', temporary, wrong: found });
  await origin.start();
  const replicas = [1, 2, 3].map((number) => {
    const own = join(folder, `replica-${number}`);
    mkdirSync(own);
    const dice = diceOf(seed, `replica ${number}`);
    const program = { name: `replica ${number}`, temporary, wrong: found };
    return new Replica({ ...program, folder: own, originUrl: () => origin.url, publicKey, answers, below: dice });
  });
  const spared = replicas.at(-1);
  const killsOf = (): number => replicas.reduce((sum, { kills }) => sum + kills, origin.kills + builder.kills);
  const answersOf = (): number => replicas.reduce((sum, replica) => sum + replica.answers, 0);

  let isOver = false;
  const asking = replicas.map(async (replica) => {
    for (; !isOver; await sleep((1000 * replicas.length) / rate)) await replica.ask();
  });
  let conversations = 0;
  /** The quick nights have no faults; memory is judged over them. */
  let isQuick = false;
  const annoying = replicas.map(async (replica) => {
    for (; !isQuick && !isOver; await sleep((1000 * replicas.length) / hostileRate)) {
      conversations += 1;
      await replica.converse(conversationAt(seed, conversations, vocabulary));
    }
  });
  const samples: ReplicaSample[] = [];
  const sampling = (async () => {
    for (; !isOver; await sleep(nightMs / samplesPerNight)) {
      const sample = await spared?.sample();
      if (sample !== undefined) samples.push(sample);
    }
  })();

  let lies = new Set<string>();
  /** False answers of the origin in this night, set while the snapshot is sent. */
  let about: LieAbout | undefined;
  /** Whatever the origin does to its answers, it soon does something else. */
  const mislead = async (): Promise<void> => {
    if (about === undefined) return;
    const lie = LIES[below(LIES.length)] ?? 'none';
    if (lie !== 'none') lies.add(lie);
    await origin.order({ oneIn: 1 + below(6), instead: liesOf(lie, about) });
  };
  /** Kills somebody, and starts it again a while later, without waiting for it to listen. */
  const strike = async (night: number): Promise<void> => {
    await sleep(below(nightMs / 4));
    await mislead();
    const victims = night <= warmUpNights ? replicas : replicas.slice(0, -1);
    const victim = victims[below(victims.length + 1)];
    await (victim ?? origin).kill();
    await sleep(below(nightMs / 20));
    if (isOver) return;
    if (victim === undefined) await origin.start();
    else victim.start();
  };
  const liveThrough = async (night: number): Promise<NightSeen> => {
    const startMs = performance.now();
    const killsBefore = killsOf();
    const { faults: faultsBefore } = origin.counts;
    const answersBefore = answersOf();
    samples.length = 0;
    lies = new Set();
    const sending = (tonight: SnapshotId): Promise<void> => {
      about = { origin: builder.origin, forged, tonight, before: builder.published.at(-1) };
      return mislead();
    };
    const striking = (async () => {
      while (!isOver && performance.now() - startMs < badShare * nightMs) await strike(night);
    })();
    const snapshot = await builder.publish(night, sending);
    await striking;
    // State of the replicas after the night, while the origin still misbehaves.
    await sleep(Math.max(0, badShare * nightMs - (performance.now() - startMs)));
    about = undefined;
    await origin.order({ oneIn: 0, instead: [] });
    const calmMs = performance.now();
    for (const replica of replicas) {
      if (!(await replica.reaches(snapshot, convergeMs))) found(`${replica.folder} never serves night ${night}`);
    }
    const convergedSeconds = (performance.now() - calmMs) / 1000;
    for (const replica of replicas) for (const what of await wrongWith(replica.folder, KEEP)) found(what);
    for (const kept of [builder.snapshots, builder.origin]) for (const what of await leftIn(kept)) found(what);
    await sleep(Math.max(0, nightMs - (performance.now() - startMs)));
    return {
      ...{ night, snapshot, lies: [...lies], convergedSeconds, kills: killsOf() - killsBefore },
      ...{ faults: origin.counts.faults - faultsBefore, answers: answersOf() - answersBefore },
      residentBytes: medianOf(samples.map(({ residentBytes }) => residentBytes)),
      files: medianOf(samples.map(({ files }) => files)),
    };
  };

  const nights: NightSeen[] = [];
  let quickMemory: readonly number[] = [];
  try {
    for (const replica of replicas) replica.start();
    for (let night = 1; night <= count; night += 1) {
      const seen = await liveThrough(night);
      nights.push(seen);
      onNight(seen);
    }
    isQuick = true;
    if (spared !== undefined) quickMemory = await quickNights(count + 1, quick, builder, spared, found);
  } finally {
    isOver = true;
    await Promise.all([...asking, ...annoying, sampling]);
    await Promise.all([origin.stop(), ...replicas.map((replica) => replica.stop())]);
  }
  for (const what of await leftIn(temporary)) found(what);
  const { requests } = origin.counts;
  const kills = { builderKills: builder.kills, originKills: origin.kills };
  return { nights, wrong, replicas, ...kills, originRequests: requests, quickMemory, warmUpNights };
}

const settleMs = 30_000;
const idPattern = /^[0-9a-f]{64}$/;
/** `segments` at the origin; `PUSHED` at the builder, where push notes what it sent. */
const known: readonly string[] = [CURRENT_FILE, PREVIOUS_FILE, TRUSTED_FILE, 'segments', 'PUSHED'];

const strangersIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => !known.includes(name) && !idPattern.test(name));

/** @returns leftover files while no process is at work. The next poll of a replica removes files that a killed replica left. */
async function leftIn(folder: string): Promise<readonly string[]> {
  for (const endMs = performance.now() + settleMs; performance.now() < endMs; await sleep(100)) {
    if (strangersIn(folder).length === 0) return [];
  }
  return strangersIn(folder).map((name) => `${join(folder, name)} is left`);
}

/** @returns descriptions of the faults in a folder of snapshots, which may contain `keep` of them */
async function wrongWith(folder: string, keep: number): Promise<readonly string[]> {
  const leftovers = await leftIn(folder);
  const snapshots = readdirSync(folder).filter((name) => idPattern.test(name)).length;
  const many = snapshots > keep ? [`${folder} has ${snapshots} snapshots`] : [];
  return [...leftovers, ...many, ...listProblems(await verifySnapshots(diskFiles, folder))];
}

/** Time within which a replica that polls every second serves the published snapshot. */
const servedMs = 60_000;
/** Time in which memory is returned after a change of snapshots. */
const restMs = 500;

/**
 * @param first   the number of the first night
 * @param replica the replica that is never killed
 * @returns       its resident memory, night by night, as far as it could be had
 */
async function quickNights(
  first: number,
  count: number,
  builder: Builder,
  replica: Replica,
  found: (what: string) => void,
): Promise<readonly number[]> {
  const memory: number[] = [];
  for (let night = first; night < first + count; night += 1) {
    const snapshot = await builder.publish(night, async () => undefined, false);
    if (!(await replica.reaches(snapshot, servedMs))) found(`${replica.folder} never serves the quick night ${night}`);
    await sleep(restMs);
    const sample = await replica.sample();
    if (sample !== undefined) memory.push(sample.residentBytes);
  }
  return memory;
}

export const readReplicasOptions = (args: readonly string[]) =>
  new Command('soak:replicas')
    .description('three replicas, an origin that fails, and processes that are killed, for many nights')
    .option('--minutes <number>', 'how long', between(0.01, 10_000), 60)
    .option('--night-seconds <number>', 'how long a night is', between(0.5, 3600), 60)
    .option('--rate <number>', 'checked requests a second', between(1, 1000), 20)
    .option('--hostile-rate <number>', 'hostile conversations a second', between(1, 1000), 10)
    .option('--quick-nights <number>', 'nights after these in which nobody is killed', anyNumber, 120)
    .option('--seed <number>', 'other faults, other kills', anyNumber, 1)
    .parse(args, { from: 'user' })
    .opts();
