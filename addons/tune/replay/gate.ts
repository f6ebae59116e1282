/**
 * The gate: whether a candidate answers yesterday's questions as well as what is served, and as fast.
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import { type Comparison, compareReports, type Ratio } from './compare.js';
import type { InProcessOptions } from './in-process.js';
import { compareOutcomes, type ShapeOutcomes } from './outcomes.js';
import type { Planned } from './planned.js';
import type { ReplayReport } from './report.js';
import { replaySideBySide } from './side-by-side.js';

export interface GateLimits {
  /** By how much a shape's 99th percentile may grow: 0.1 for 10 %. */
  readonly slower: number;
  /** Share of all requests whose answers may fail, become empty, or count something else. */
  readonly different: number;
  /** Share by which a total may move before it counts as different. */
  readonly moved: number;
}

export interface GateVerdict {
  readonly passed: boolean;
  /** Why not, one sentence each. */
  readonly reasons: readonly string[];
  /** Share of all requests. */
  readonly different: number;
  readonly outcomes: readonly ShapeOutcomes[];
  readonly comparison: Comparison;
  readonly before: ReplayReport;
  readonly after: ReplayReport;
}

/**
 * @param spaces  what is served, and the candidate
 * @param planned made with the targets of what is served
 */
export function gate(
  spaces: readonly [Space, Space],
  planned: Planned,
  limits: GateLimits,
  options: InProcessOptions,
): GateVerdict {
  const outcomes = compareOutcomes(spaces, planned, limits.moved, options.maxCostMs);
  const [before, after] = replaySideBySide(spaces, planned, options);
  const comparison = compareReports(before, after, true);
  const different = changedIn(outcomes) / Math.max(1, planned.requests.length);
  const reasons = [...outcomeReasons(outcomes, different, limits), ...latencyReasons(comparison, limits)];
  return { passed: reasons.length === 0, reasons, different, outcomes, comparison, before, after };
}

const changedIn = (outcomes: readonly ShapeOutcomes[]): number =>
  outcomes.reduce((sum, { changed }) => sum + changed.error + changed.empty + changed.total, 0);

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`;

const SAID = {
  error: 'fail',
  empty: 'became empty',
  total: 'have another total',
} as const;

function outcomeReasons(outcomes: readonly ShapeOutcomes[], different: number, limits: GateLimits): readonly string[] {
  if (different <= limits.different) return [];
  const head = `${percent(different)} of the requests are answered differently; at most ${percent(limits.different)} may be.`;
  const shapes = outcomes.flatMap(({ shape, requests, changed, examples }) =>
    (['error', 'empty', 'total'] as const).flatMap((difference) => {
      const count = changed[difference];
      if (count === 0) return [];
      const example = examples.find((one) => one.difference === difference);
      const shown = example === undefined ? '' : `, such as ${example.target} (${example.detail})`;
      return [`${shape}: ${count} of ${requests} ${SAID[difference]}${shown}.`];
    }),
  );
  return [head, ...shapes];
}

/** Only what is surely slower counts: the whole interval lies above the limit. */
function latencyReasons({ shapes }: Comparison, { slower }: GateLimits): readonly string[] {
  const isSlower = ({ interval }: Ratio): boolean => interval !== undefined && interval[0] > 1 + slower;
  return shapes
    .filter(({ p99 }) => isSlower(p99))
    .map(({ shape, p99: { ratio, interval } }) => {
      const [low = 0, high = 0] = interval ?? [];
      return `${shape}: the 99th percentile is ${ratio.toFixed(2)} times the earlier one (${low.toFixed(2)} to ${high.toFixed(2)}); at most ${(1 + slower).toFixed(2)} is allowed.`;
    });
}
