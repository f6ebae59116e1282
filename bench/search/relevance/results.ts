/**
 * The results of the relevance benchmark, as in `bench/results/relevance.json`: nDCG, average precision, recall, share
 * of judged documents, and the confidence of differences.
 *
 * The measures are those of trec_eval (https://github.com/usnistgov/trec_eval). Confidence intervals come from a paired
 * bootstrap over the queries. Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../data/generate/random.js';
import { type Environment, readResultsFile } from '../../harness/results/results-files.js';
import { percentile } from '../../harness/timing/statistics.js';
import type { EngineName } from '../contestants/contestant.js';
import type { Rankings } from './rankings.js';
import type { Grades, Query, QuerySet } from './sets.js';

export interface EngineMeans {
  readonly engine: EngineName;
  readonly mean: Quality;
  /** Difference between stele and this engine; missing for stele itself, and if stele did not take part. */
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
  /** Version of the form of this file; files of another version are not read. */
  readonly format: 3;
  readonly environment: Environment;
  readonly sets: readonly SetMeans[];
}

const fileName = 'relevance.json';

/** @returns the path written */
export function writeRelevance(folder: string, results: RelevanceResults): string {
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

/** @returns undefined if none was recorded. @throws Error if the file is not what a run writes */
export const readRelevance = (folder: string): RelevanceResults | undefined =>
  existsSync(join(folder, fileName)) ? readResultsFile(folder, fileName, 3) : undefined;

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

const relevantFrom = 1;

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + Math.max(0, grade) / Math.log2(place + 2), 0);

/** @returns 0 to 1; 1 when no other order of the judged documents would be better; 0 when none is relevant */
export function ndcg(ranking: readonly string[], grades: Grades, cut: number): number {
  const ideal = discounted([...grades.values()].sort((a, b) => b - a).slice(0, cut));
  return ideal === 0 ? 0 : discounted(ranking.slice(0, cut).map((id) => grades.get(id) ?? 0)) / ideal;
}

const relevantCount = (grades: Grades): number => [...grades.values()].filter((grade) => grade >= relevantFrom).length;

const isRelevant = (id: string, grades: Grades): boolean => (grades.get(id) ?? 0) >= relevantFrom;

/** @returns the precision at each relevant document's rank, summed and divided by how many there are */
export function averagePrecision(ranking: readonly string[], grades: Grades): number {
  const all = relevantCount(grades);
  let found = 0;
  let sum = 0;
  for (const [place, id] of ranking.entries()) {
    if (!isRelevant(id, grades)) continue;
    found += 1;
    sum += found / (place + 1);
  }
  return all === 0 ? 0 : sum / all;
}

/** @returns the share of the relevant documents that are among the first `cut` */
export function recall(ranking: readonly string[], grades: Grades, cut: number): number {
  const all = relevantCount(grades);
  return all === 0 ? 0 : ranking.slice(0, cut).filter((id) => isRelevant(id, grades)).length / all;
}

/** @returns the judged share of the first `cut` documents, or of all if there are fewer; 1 for an empty ranking */
export function judgedShare(ranking: readonly string[], grades: Grades, cut: number): number {
  const shown = ranking.slice(0, cut);
  return shown.length === 0 ? 1 : shown.filter((id) => grades.has(id)).length / shown.length;
}

export interface Quality {
  readonly ndcg10: number;
  readonly map: number;
  readonly recall100: number;
  readonly judged10: number;
}

/** Measures by which engines are compared. */
export type Measure = Exclude<keyof Quality, 'judged10'>;

/** @param ranking without repetitions, best first */
export const qualityOf = (ranking: readonly string[], grades: Grades): Quality => ({
  ndcg10: ndcg(ranking, grades, 10),
  map: averagePrecision(ranking, grades),
  recall100: recall(ranking, grades, 100),
  judged10: judgedShare(ranking, grades, 10),
});

/** @param qualities at least one; @returns the mean of each measure */
export function meanQuality(qualities: readonly Quality[]): Quality {
  if (qualities.length === 0) throw new Error('There is no mean of no queries.');
  const mean = (of: (quality: Quality) => number): number =>
    qualities.reduce((sum, quality) => sum + of(quality), 0) / qualities.length;
  return {
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    map: mean(({ map }) => map),
    recall100: mean(({ recall100 }) => recall100),
    judged10: mean(({ judged10 }) => judged10),
  };
}

interface EngineQualities {
  readonly engine: EngineName;
  /** By query, in their order. */
  readonly qualities: readonly Quality[];
}

export interface SetQualities extends Pick<QuerySet, 'name' | 'pooled'> {
  readonly queries: readonly Query[];
  readonly engines: readonly EngineQualities[];
}

/** @param rankings of all queries that are judged */
export function qualitiesOf(rankings: Rankings, { name, pooled, judged: { queries, grades } }: QuerySet): SetQualities {
  const engines = [...rankings].map(([engine, byQuery]) => ({
    engine,
    qualities: queries.map(({ id }) => qualityOf(byQuery.get(id) ?? [], grades.get(id) ?? new Map())),
  }));
  return { name, pooled, queries, engines };
}

export interface Difference {
  /** The mean of the first less that of the other. */
  readonly mean: number;
  /** 95 % interval of the difference. */
  readonly low: number;
  readonly high: number;
}

const resamples = 2000;

/**
 * @param ones   a value a query, at least one
 * @param others of the same queries
 * @returns the same for the same random numbers
 */
export function differenceOf(ones: readonly number[], others: readonly number[], random: Random): Difference {
  const differences = ones.map((one, place) => one - (others[place] ?? 0));
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < differences.length; drawn += 1)
      sum += differences[random.below(differences.length)] ?? 0;
    return sum / differences.length;
  }).sort();
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  return { mean, low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

interface Length {
  readonly title: string;
  readonly least: number;
  readonly most: number;
}

const ALL_LENGTHS: Length = { title: 'all', least: 0, most: Number.POSITIVE_INFINITY };

const GROUPS: readonly Length[] = [
  { title: '1 word', least: 0, most: 1 },
  { title: '2 words', least: 2, most: 2 },
  { title: '3 and 4', least: 3, most: 4 },
  { title: '5 to 8', least: 5, most: 8 },
  { title: '9 to 14', least: 9, most: 14 },
  { title: '15 and more', least: 15, most: Number.POSITIVE_INFINITY },
];

const isOf = ({ text }: Query, { least, most }: Length): boolean => {
  const words = text.trim().split(/\s+/).length;
  return words >= least && words <= most;
};

/** @returns the places of the queries of each length, all of them first; lengths without a query are left out */
export function byLength(queries: readonly Query[]): { readonly length: Length; readonly places: readonly number[] }[] {
  const groups = [ALL_LENGTHS, ...GROUPS].map((length) => ({
    length,
    places: queries.flatMap((query, place) => (isOf(query, length) ? [place] : [])),
  }));
  const filled = groups.filter(({ places }) => places.length > 0);
  // A second row of the same says nothing.
  return filled.length === 2 ? filled.slice(0, 1) : filled;
}
