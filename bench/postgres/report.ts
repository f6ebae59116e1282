/**
 * The report of a PostgreSQL run: the latencies of each query class, and their ratios.
 */
import { duration, right, type Table, times } from '../harness/results/tables.js';
import { geometricMean, type Timing } from '../harness/timing/statistics.js';

export interface ClassResult {
  readonly name: string;
  readonly adversarial?: boolean;
  /** Number of queries whose answers were compared, and number of the others. */
  readonly compared: number;
  readonly questions: number;
  /** By contestant. */
  readonly timings: ReadonlyMap<string, Timing>;
}

/** One contestant, and the one that it is measured by. */
export type Pair = readonly [slower: string, other: string];

/** @returns undefined if one of them did not take part */
export function ratioOf({ timings }: ClassResult, [slower, other]: Pair): number | undefined {
  const [a, b] = [timings.get(slower), timings.get(other)];
  return a === undefined || b === undefined ? undefined : a.p50Us / b.p50Us;
}

/** @param pairs pairs of contestants whose ratios are shown */
export function classTable(classes: readonly ClassResult[], pairs: readonly Pair[]): Table {
  const names = [...(classes[0]?.timings.keys() ?? [])];
  const comparedPairs = pairs.filter((pair) => classes.some((one) => ratioOf(one, pair) !== undefined));
  return {
    columns: [
      { title: 'class' },
      ...names.flatMap((name) => [right(`${name} p50`), right('p99')]),
      ...comparedPairs.map(([slower, other]) => right(`${slower} ÷ ${other}`)),
      right('compared'),
    ],
    rows: classes.map((one) => [
      one.name,
      ...[...one.timings.values()].flatMap(({ p50Us, p99Us }) => [duration(p50Us), duration(p99Us)]),
      ...comparedPairs.map((pair) => times(ratioOf(one, pair) ?? 0)),
      one.compared === one.questions ? `all ${one.compared}` : `${one.compared} of ${one.questions}`,
    ]),
  };
}

/** Median of one server from which a class counts as a scan, which reads much content for one answer. */
const SCAN_US = 20_000;

/** @returns the ratio's geometric mean over all classes but the adversarial ones, and over scans and all others */
export function meanLine(classes: readonly ClassResult[], pair: Pair): string {
  const ordinary = classes.filter(({ adversarial }) => adversarial !== true);
  const mean = (some: readonly ClassResult[]): string => {
    const ratios = some.flatMap((one) => ratioOf(one, pair) ?? []);
    return ratios.length === 0 ? 'none' : `${times(geometricMean(ratios))} (${ratios.length})`;
  };
  const isScan = ({ timings }: ClassResult): boolean => (timings.get('PostgreSQL')?.p50Us ?? 0) >= SCAN_US;
  const [scans, others] = [ordinary.filter(isScan), ordinary.filter((one) => !isScan(one))];
  return `Geometric mean of ${pair.join(' ÷ ')}, adversarial classes left out: ${mean(ordinary)}; where PostgreSQL takes ${duration(SCAN_US)} or more ${mean(scans)}, elsewhere ${mean(others)}.`;
}
