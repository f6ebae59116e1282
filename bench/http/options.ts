/**
 * The command line of `npm run bench:http`.
 */
import {
  benchmarkCommand,
  type CommonGiven,
  type CommonOptions,
  commonOptions,
  wholeNumber,
} from '../harness/command.js';
import type { Effort } from './measuring.js';

export interface HttpOptions extends CommonOptions, Effort {
  /** The Node that serves with threads. */
  readonly node: string;
}

const WHOLE = { seconds: 5, slices: 10, hotUrls: 1000, itemUrls: 10_000 } as const;
const SMOKE = { seconds: 0.2, slices: 2, hotUrls: 100, itemUrls: 200 } as const;

interface Given extends CommonGiven {
  readonly seconds?: number;
  readonly connections: number;
  readonly node: string;
}

const description =
  'Loads stele over HTTP, in turns with bare node:http and with Koa over SQLite; every answer is checked.';

/** @throws CommanderError when the arguments make no sense, or help was asked for; it has printed what there is to say */
export function readOptions(args: readonly string[]): HttpOptions {
  const given = benchmarkCommand('bench:http', description, 'workloads and scenarios whose name')
    .option('--seconds <n>', 'time a workload and contestant (default: 5)', wholeNumber(1, 3600))
    .option('--connections <n>', 'keep-alive connections that ask at the same time', wholeNumber(1, 1000), 32)
    .option('--node <path>', 'the Node that serves with threads: 22.12 or newer shares memory', process.execPath)
    .parse([...args], { from: 'user' })
    .opts<Given>();
  const effort = given.smoke ? SMOKE : WHOLE;
  return {
    ...commonOptions(given),
    ...effort,
    seconds: given.seconds ?? effort.seconds,
    connections: given.connections,
    node: given.node,
  };
}
