/**
 * How good a ranking is, by judgements: nDCG, average precision, recall, and how much of it was judged at all.
 *
 * As trec_eval computes them (https://github.com/usnistgov/trec_eval): gains are the grades themselves, discounted by
 * log2(rank + 1); a document is relevant from grade 1 on; what nobody judged is not relevant.
 */

/** Grade by document id: 0 is not relevant. */
export type Grades = ReadonlyMap<string, number>;

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

/** @returns the share of the relevant documents that stand among the first `cut` */
export function recall(ranking: readonly string[], grades: Grades, cut: number): number {
  const all = relevantCount(grades);
  return all === 0 ? 0 : ranking.slice(0, cut).filter((id) => isRelevant(id, grades)).length / all;
}

/** @returns the share of the first `cut`, or of as many as there are, that somebody judged; 1 of an empty ranking */
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

/** What engines are compared by. */
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
