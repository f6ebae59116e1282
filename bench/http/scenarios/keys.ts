/**
 * The scenario of access keys: the throughput of servers with and without a file of keys, launched together and loaded
 * in turns.
 *
 * Two launches of the same server differ by more than a key costs, so each launch counts as one value, and two servers
 * without keys always show the noise.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';
import { addKey } from '../../../src/server/keys/index.js';
import { BASE } from '../../harness/input/render.js';
import { medianInterval, percentile, shuffled } from '../../harness/timing/statistics.js';
import { launch, type ServerProcess } from '../contestants/launch.js';
import { type Bench, give, loadSlice, warmUp } from '../measuring.js';
import type { KeyCosts, KeysResult, More } from '../results.js';
import { type Slice, summed } from '../slices.js';
import { COLD, type Known } from '../workloads/questioner.js';
import { firstPass, type Headers, plain } from '../workloads/requests.js';
import { zipfOrder } from './workloads.js';

/** Number of other keys in the file. */
const otherKeys = 20;
/** An odd number: its median is one of them. */
const launchesWhole = 9;
/** Shorter than in other scenarios, so that a disturbance of a second affects all servers. */
const turnShare = 0.5;

type Sides<Value> = Readonly<Record<Side, Value>>;

const sidesOf = <Value>(of: (side: Side) => Value): Sides<Value> => ({
  open: of('open'),
  again: of('again'),
  sent: of('sent'),
  guarded: of('guarded'),
});

/** @param serve command to start: `main.js serve <snapshots> …`, without keys */
export async function runKeys(bench: Bench, serve: readonly string[], isShort: boolean): Promise<KeysResult> {
  const launches = isShort ? 1 : launchesWhole;
  const folder = mkdtempSync(join(tmpdir(), 'bench-keys-'));
  try {
    const file = join(folder, 'access.json');
    for (let i = 0; i < otherKeys; i += 1) await addKey(file, { name: `other-${i}`, spaces: ['*'] });
    const sent = { Authorization: `Bearer ${await addKey(file, { name: 'bench', spaces: ['*'] })}` };
    const known = bench.questioner.draw(COLD, bench.effort.hotUrls);
    const order = zipfOrder(bench, known.length);
    const headers = sidesOf((side): Headers => (side === 'sent' || side === 'guarded' ? sent : {}));
    for (const side of SIDES) {
      const questions = known.map((one) => plain('stele', one, headers[side]));
      await give(bench, setOf(side), questions, order);
    }
    const slices: Sides<Slice[]>[] = [];
    for (let number = 0; number < launches; number += 1) {
      slices.push(
        await loadLaunch(bench, (side) => (side === 'guarded' ? [...serve, '--keys', file] : serve), headers, known),
      );
    }
    const all = (side: Side): Slice[] => slices.flatMap((launched) => launched[side]);
    const cpu = slices.map(cpuOf).filter((launched) => launched !== undefined);
    return {
      launches,
      open: summed('stele', [...all('open'), ...all('again')]),
      guarded: summed('stele', all('guarded')),
      elapsed: keyCosts(slices.map(elapsedOf)),
      ...(cpu.length < launches ? {} : { cpu: keyCosts(cpu) }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the name of a side's set of requests */
const setOf = (side: Side): string => `keys/${side}`;

const elapsedOf = (launched: Sides<readonly Slice[]>): Launched =>
  sidesOf((side) => launched[side].map(({ result }) => result.elapsedMs / result.answers));

/**
 * One value a launch: the system counts in steps that are too long for a turn. @returns undefined if it does not
 * tell
 */
function cpuOf(launched: Sides<readonly Slice[]>): Launched | undefined {
  const used = sidesOf((side) => summed('stele', launched[side]).cpuUs);
  const isKnown = SIDES.every((side) => (used[side] ?? 0) > 0);
  return isKnown ? sidesOf((side) => [used[side] ?? 0]) : undefined;
}

/** Starts one server a side, checks every document of each, and loads them in turns. */
async function loadLaunch(
  bench: Bench,
  argsOf: (side: Side) => readonly string[],
  headers: Sides<Headers>,
  known: readonly Known[],
): Promise<Sides<Slice[]>> {
  const servers = new Map<Side, ServerProcess>();
  const slices = sidesOf((): Slice[] => []);
  const load = async (side: Side, durationMs: number): Promise<Slice> => {
    const server = servers.get(side);
    if (server === undefined) throw new Error(`There is no server that is ${side}.`);
    return loadSlice(bench, server, setOf(side), { durationMs });
  };
  try {
    for (const side of shuffled(SIDES, bench.random)) {
      const server = await launch('stele', process.execPath, argsOf(side));
      servers.set(side, server);
      if (side === 'guarded') await checkGuarded(server);
      const urls = known.map(({ url }) => url);
      // Asked twice, all are in the cache.
      for (let pass = 0; pass < 2; pass += 1) {
        await firstPass(server, urls, headers[side], (url) => bench.questioner.document(url));
      }
      await warmUp(bench.effort, ({ durationMs }) => load(side, durationMs));
    }
    const turnMs = (bench.effort.seconds * 1000 * turnShare) / bench.effort.slices;
    for (let round = 0; round < bench.effort.slices; round += 1) {
      for (const side of shuffled(SIDES, bench.random)) slices[side].push(await load(side, turnMs));
    }
    return slices;
  } finally {
    await Promise.all(Array.from(servers.values(), (server) => server.stop()));
  }
}

/** @throws OperationError if the server answers a client without a key, because the run would then not measure the check of keys */
async function checkGuarded({ port }: ServerProcess): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}${BASE}`);
  if (status !== 401) throw new OperationError(`The server with keys answered ${status} to a request without one.`);
}

const SIDES = ['open', 'again', 'sent', 'guarded'] as const;

/**
 * `open` and `again`: without keys, the same twice. `sent`: without keys, but the client sends one, which Node has to
 * read. `guarded`: with keys.
 */
type Side = (typeof SIDES)[number];

/** Costs of an answer in any unit: one value for each turn, with all servers in the same turns. */
export type Launched = Readonly<Record<Side, readonly number[]>>;

/** @param ratioOf the logarithm of a ratio, in one turn */
function moreOf(launches: readonly Launched[], ratioOf: (turn: Readonly<Record<Side, number>>) => number): More {
  const ratios = launches.map((launched) => {
    const turns = launched.open.map((open, turn) =>
      ratioOf({
        open,
        again: launched.again[turn]!,
        sent: launched.sent[turn]!,
        guarded: launched.guarded[turn]!,
      }),
    );
    return percentile(
      turns.sort((a, b) => a - b),
      0.5,
    );
  });
  const { median, low, high } = medianInterval(ratios);
  return { share: Math.expm1(median), low: Math.expm1(low), high: Math.expm1(high) };
}

/** @param launches at least one, each with at least one turn */
export function keyCosts(launches: readonly Launched[]): KeyCosts {
  const openMean = ({ open, again }: Readonly<Record<Side, number>>): number => (Math.log(open) + Math.log(again)) / 2;
  return {
    guarded: moreOf(launches, (turn) => Math.log(turn.guarded) - openMean(turn)),
    sent: moreOf(launches, (turn) => Math.log(turn.sent) - openMean(turn)),
    noise: moreOf(launches, (turn) => Math.log(turn.again) - Math.log(turn.open)),
  };
}
