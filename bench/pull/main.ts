/**
 * The command `npm run bench:pull -- [options]`: what does a replica fetch on a night on which one in a hundred items of
 * one type changed, how soon do several replicas serve it, and what do those feel who are being answered meanwhile?
 *
 * Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong usage.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runProgram } from '../harness/command.js';
import { readEnvironment } from '../harness/results/environment.js';
import { writeResultsFile } from '../harness/results/results-files.js';
import { CACHE_FOLDER, COMPILED_FOLDER, RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';
import { Generator } from '../http/load/generator.js';
import { measureBytes } from './bytes.js';
import { measureDelays } from './delay.js';
import { measureLoad } from './load.js';
import { type Nights, nameNight, prepareNights } from './nights.js';
import { type PullBenchOptions, readPullOptions } from './options.js';
import { type Replica, startReplica, untilServes } from './replica.js';
import { type PullResults, told } from './results.js';

const originProgram = join(COMPILED_FOLDER, 'bench', 'pull', 'static-origin.js');

async function run(options: PullBenchOptions, nights: Nights): Promise<PullResults> {
  const { items, seed, replicas: count, rounds, seconds } = options;
  const scratch = join(CACHE_FOLDER, `pull-${process.pid}.tmp`);
  mkdirSync(scratch, { recursive: true });
  const running: ServerProcess[] = [];
  const generator = new Generator();
  try {
    const origin = await launch('the origin', process.execPath, [originProgram, nights.folder]);
    running.push(origin);
    const url = `http://127.0.0.1:${origin.port}`;
    console.error('measuring: bytes');
    const { fetchedBytes } = await measureBytes(nights, url, scratch);
    await nameNight(nights, nights.first);
    const replicas: Replica[] = [];
    for (let number = 1; number <= count; number += 1) {
      const replica = await startReplica(`replica ${number}`, join(scratch, `replica-${number}`), url);
      running.push(replica);
      replicas.push(replica);
    }
    await Promise.all(replicas.map((replica) => untilServes(replica, nights.first)));
    console.error('measuring: how soon');
    const delays = await measureDelays(nights, url, replicas, rounds, scratch);
    const [first, ...others] = replicas;
    if (first === undefined) throw new Error('There is no replica.');
    await Promise.all(others.map((replica) => replica.stop()));
    console.error('measuring: under load');
    const load = await measureLoad(nights, first, generator, seconds, rounds);
    const { byteLength, changedBytes } = nights;
    const environment = readEnvironment();
    return { items, seed, replicas: count, environment, byteLength, changedBytes, fetchedBytes, delays, load };
  } finally {
    generator.close();
    await Promise.all(running.map((server) => server.stop()));
    rmSync(scratch, { recursive: true, force: true });
  }
}

await runProgram(async (args) => {
  const options = readPullOptions(args);
  const nights = await prepareNights(options);
  if (options.onlyPrepare) {
    console.log(`prepared: ${options.content}`);
    return;
  }
  const results = await run(options, nights);
  console.log(told(results));
  if (options.record) console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'pull', results))}`);
});
