/**
 * What does it cost to ask for keys? Two servers of stele, one with a file of keys and one without, are loaded in turns
 * with the hot URLs; requests to the first carry a key.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addKey } from '../../../src/access/index.js';
import { OperationError } from '../../../src/errors/index.js';
import { differenceOf } from '../../cold/difference.js';
import { BASE } from '../../harness/input/render.js';
import { launch, type ServerProcess } from '../contestants/launch.js';
import { type Bench, give, loadSlice, warmUp } from '../measuring.js';
import type { KeysResult } from '../results.js';
import { type Slice, summed } from '../slices.js';
import { firstPass } from '../workloads/first-pass.js';
import { plain } from '../workloads/requests.js';
import { COLD } from '../workloads/urls.js';
import { zipfOrder } from './workloads.js';

/** So many others are in the file. */
const otherKeys = 20;

interface Side {
  readonly server: ServerProcess;
  /** Of questions. */
  readonly set: string;
  readonly slices: Slice[];
}

/** Logarithms of the time an answer took, a turn each: the difference of two is that of a ratio. */
const logsOf = ({ slices }: Side): number[] => slices.map(({ result }) => Math.log(result.elapsedMs / result.answers));

/** @param serve what to start: `main.js serve <snapshots> …`, without keys */
export async function runKeys(bench: Bench, serve: readonly string[]): Promise<KeysResult> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-keys-'));
  const servers: ServerProcess[] = [];
  const start = async (...more: string[]): Promise<ServerProcess> => {
    const server = await launch('stele', process.execPath, [...serve, ...more]);
    servers.push(server);
    return server;
  };
  try {
    const file = join(folder, 'access.json');
    for (let i = 0; i < otherKeys; i += 1) await addKey(file, { name: `other-${i}`, spaces: ['*'] });
    const headers = { Authorization: `Bearer ${await addKey(file, { name: 'bench', spaces: ['*'] })}` };
    const known = bench.questioner.draw(COLD, bench.effort.hotUrls);
    const order = zipfOrder(bench, known.length);
    for (const [set, sent] of [['keys/open', {}] as const, ['keys/guarded', headers] as const]) {
      const questions = known.map((one) => plain('stele', one, sent));
      await give(bench, set, questions, order);
    }
    const open: Side = { server: await start(), set: 'keys/open', slices: [] };
    const guarded: Side = { server: await start('--keys', file), set: 'keys/guarded', slices: [] };
    await checkGuarded(guarded.server);
    // Every document is compared before, and is in both caches.
    for (const [{ server }, sent] of [[open, {}] as const, [guarded, headers] as const]) {
      const urls = known.map(({ url }) => url);
      for (let pass = 0; pass < 2; pass += 1) {
        await firstPass(server, urls, sent, (url) => bench.questioner.document(url));
      }
    }
    await loadInTurn(bench, open, guarded);
    const { median, low, high } = differenceOf(logsOf(open), logsOf(guarded));
    return {
      open: summed('stele', open.slices),
      guarded: summed('stele', guarded.slices),
      moreShare: Math.expm1(median),
      moreShareLow: Math.expm1(low),
      moreShareHigh: Math.expm1(high),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws OperationError where the server answers somebody who has no key: what is measured would not be guarding */
async function checkGuarded({ port }: ServerProcess): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}${BASE}`);
  if (status !== 401) throw new OperationError(`The server with keys answered ${status} to a request without one.`);
}

async function loadInTurn(bench: Bench, open: Side, guarded: Side): Promise<void> {
  const { seconds, slices } = bench.effort;
  for (const { server, set } of [open, guarded]) {
    await warmUp(bench.effort, (plan) => loadSlice(bench, server, set, plan));
  }
  // Twice as many as elsewhere: a difference of a few hundredths is looked for.
  for (let round = 0; round < slices * 2; round += 1) {
    const order = round % 2 === 0 ? [open, guarded] : [guarded, open];
    for (const { server, set, slices: found } of order) {
      found.push(await loadSlice(bench, server, set, { durationMs: (seconds * 1000) / slices }));
    }
  }
}
