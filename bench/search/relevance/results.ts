/**
 * What the judgements tell, as `bench/results/relevance.json` keeps it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../data/generate/random.js';
import type { Environment } from '../../harness/results/environment.js';
import { hasMembers } from '../../harness/results/results-files.js';
import type { EngineName } from '../contestants/contestant.js';
import { type Difference, differenceOf } from './differences.js';
import { byLength } from './lengths.js';
import { type Measure, meanQuality, type Quality } from './metrics.js';
import type { SetQualities } from './qualities.js';

export interface EngineMeans {
  readonly engine: EngineName;
  readonly mean: Quality;
  /** Of stele less this engine; none of stele itself, or where it did not take part. */
  readonly ahead?: Readonly<Record<Measure, Difference>>;
}

export interface LengthMeans {
  readonly length: string;
  readonly queries: number;
  readonly engines: readonly EngineMeans[];
}

export interface SetMeans {
  readonly name: string;
  /** Whether only what engines found was judged, so that `judged10` says something. */
  readonly pooled: boolean;
  /** All queries first. */
  readonly lengths: readonly LengthMeans[];
}

export interface RelevanceResults {
  /** Of this file's form; others are not read. */
  readonly format: 3;
  readonly environment: Environment;
  readonly sets: readonly SetMeans[];
}

const fileName = 'relevance.json';

const isResults = (value: unknown): value is RelevanceResults => hasMembers(value, 3, ['environment', 'sets']);

/** @returns the path written */
export function writeRelevance(folder: string, results: RelevanceResults): string {
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

/** @returns undefined where none was recorded. @throws Error when the file is not what a run writes */
export function readRelevance(folder: string): RelevanceResults | undefined {
  const path = join(folder, fileName);
  if (!existsSync(path)) return undefined;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (isResults(value)) return value;
  throw new Error(`${fileName} does not hold the results of a run. Remove it, or run bench:relevance again.`);
}

const seed = 1;

/** @returns the means of a set, by the length of queries, and how far stele is ahead of each engine */
export function meansOf({ name, pooled, queries, engines }: SetQualities): SetMeans {
  const stele = engines.find(({ engine }) => engine === 'stele');
  const lengths = byLength(queries).map(({ length: { title }, places }): LengthMeans => {
    const taken = <T>(all: readonly T[]): T[] => places.flatMap((place) => all.slice(place, place + 1));
    const means = engines.map(({ engine, qualities }): EngineMeans => {
      const own = taken(qualities);
      const mean = meanQuality(own);
      if (stele === undefined || engine === 'stele') return { engine, mean };
      const ours = taken(stele.qualities);
      const ahead = (measure: Measure): Difference =>
        differenceOf(
          ours.map((quality) => quality[measure]),
          own.map((quality) => quality[measure]),
          new Random(seed, `relevance/${name}/${title}/${engine}/${measure}`),
        );
      return {
        engine,
        mean,
        ahead: { ndcg10: ahead('ndcg10'), map: ahead('map'), recall100: ahead('recall100') },
      };
    });
    return { length: title, queries: places.length, engines: means };
  });
  return { name, pooled, lengths };
}
