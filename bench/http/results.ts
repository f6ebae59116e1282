/**
 * The results of an HTTP run, as in `bench/results/http-<items>.json`.
 */
import type { Environment } from '../harness/results/results-files.js';
import { readResultsFiles, writeResultsFile } from '../harness/results/results-files.js';
import type { ContestantName } from './workloads/requests.js';

/** Results of one contestant under one kind of load. */
export interface Loaded {
  readonly contestant: ContestantName;
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  /** Mean bytes of a body. */
  readonly meanBytes: number;
  /** Processor time of the server's process, for an answer; absent if the system does not report it. */
  readonly cpuUs?: number;
  /** Shares of one core, 0 to 1 and more, that the server and the generator used. */
  readonly cpuShare?: number;
  readonly generatorCpuShare?: number;
  /** The most the server had in memory. */
  readonly residentBytes?: number;
  /** At a rate only; absent from runs that did not measure it. */
  readonly undisturbed?: Undisturbed;
}

/** Results without answers that waited for a stall of the generator. */
export interface Undisturbed {
  /** Share of the answers that did not wait for a stall of the generator. */
  readonly p99Us: number;
  /** How many of them took more than 10 ms, 0 to 1. */
  readonly slowShare?: number;
  /** How many of all answers these are, 0 to 1. */
  readonly share: number;
  /** How late the generator was each millisecond. */
  readonly latenessP99Us: number;
  readonly latenessMaximumUs: number;
}

export interface WorkloadResult {
  readonly name: string;
  readonly loaded: readonly Loaded[];
}

export interface HalfLoadResult {
  readonly workload: string;
  readonly highestPerSecond: number;
  readonly half: Loaded;
  /**
   * Bare `node:http` at the same rate, in the same turns: the part of the latencies that machine and generator cause.
   */
  readonly bare: Loaded;
  /** The same, made to work so long on each answer that it is as busy as stele; absent from runs before it was. */
  readonly busy?: { readonly us: number; readonly loaded: Loaded };
}

export interface OverloadResult {
  /** Answers a second, by number of connections. */
  readonly ladder: readonly { readonly connections: number; readonly perSecond: number }[];
  readonly peakConnections: number;
  readonly peak: Loaded;
  readonly connections: number;
  /** Figures of the answers that are not refusals. */
  readonly over: Loaded;
  readonly refusals: number;
  /** Absent if nothing was refused. */
  readonly refusalP50Us?: number;
  readonly refusalP99Us?: number;
  readonly closedConnections: number;
}

export interface ThreadsResult {
  readonly node: string;
  readonly one: Loaded;
  readonly two: Loaded;
  readonly oneBytes?: number;
  readonly fourBytes?: number;
}

/** How much longer an answer takes, as a share: the median of the launches, and its interval of 95 %. */
export interface More {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface KeyCosts {
  /** With keys, over the mean of both without. */
  readonly guarded: More;
  /** A key sent to a server that asks for none, over the same. */
  readonly sent: More;
  /** One without keys over the other. */
  readonly noise: More;
}

/** Servers that differ by a file of keys alone. */
export interface KeysResult {
  /** How often all of them were started anew. */
  readonly launches: number;
  readonly open: Loaded;
  readonly guarded: Loaded;
  /** How much longer an answer takes. */
  readonly elapsed: KeyCosts;
  /** How much more processor time it takes; absent if the system does not report it. */
  readonly cpu?: KeyCosts;
}

/** Why something was not measured. */
export interface Missing {
  readonly missing: string;
}

export interface HttpResults {
  /** Version of the form of this file; files of another version are not read. */
  readonly format: 2;
  readonly items: number;
  readonly seed: number;
  readonly seconds: number;
  readonly connections: number;
  readonly environment: Environment;
  readonly workloads: readonly WorkloadResult[];
  readonly halfLoads: readonly HalfLoadResult[];
  /** Absent if it was not asked for, as are those that follow. */
  readonly overload?: OverloadResult;
  readonly threads?: ThreadsResult | Missing;
  readonly keys?: KeysResult;
}

/** @returns a contestant's requests a second divided by another's; undefined if one of them was not measured */
export function ratio({ loaded }: WorkloadResult, of: ContestantName, to: ContestantName): number | undefined {
  const [a, b] = [of, to].map((name) => loaded.find(({ contestant }) => contestant === name)?.perSecond);
  return a === undefined || b === undefined || b === 0 ? undefined : a / b;
}

export const writeHttpResults = (folder: string, results: HttpResults): string =>
  writeResultsFile(folder, 'http', results);

/** @returns the results in the folder, the fewest items first. @throws Error if a file is not what a run writes */
export const readHttpResults = (folder: string): HttpResults[] => readResultsFiles(folder, 'http', 2);
