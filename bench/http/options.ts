/**
 * The command line of `npm run bench:http`.
 */
import { benchmarkCommand, type CommonOptions, parsedCommon, sizesOf, wholeNumber } from '../harness/command.js';
import type { Effort } from './measuring.js';

export interface HttpOptions extends CommonOptions, Effort {
  /** The Node that serves with threads. */
  readonly node: string;
}

const WHOLE = { seconds: 5, slices: 10, hotUrls: 1000, itemUrls: 10_000 };
const SMOKE = { seconds: 0.2, slices: 2, hotUrls: 100, itemUrls: 200 };

const description =
  'Loads stele over HTTP, in turns with bare node:http and with Koa over SQLite; every answer is checked.';

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]): HttpOptions {
  const sizes = sizesOf(args, WHOLE, SMOKE);
  const command = benchmarkCommand('bench:http', description, 'workloads and scenarios whose name', args)
    .option('--seconds <n>', 'time a workload and contestant', wholeNumber(1, 3600), sizes.seconds)
    .option('--connections <n>', 'keep-alive connections that ask at the same time', wholeNumber(1, 1000), 32)
    .option('--node <path>', 'the Node that serves with threads: 22.12 or newer shares memory', process.execPath);
  return { ...sizes, ...parsedCommon<HttpOptions>(command, args) };
}
