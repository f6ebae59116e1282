/**
 * The gate: decides whether a candidate snapshot answers recorded traffic as well and as fast as the served snapshot.
 *
 * Elsewhere: comparing the answers (outcomes), comparing the latencies (side-by-side, compare).
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import { type Comparison, compareReports, type Ratio } from './compare.js';
import type { InProcessOptions } from './in-process.js';
import { compareOutcomes, type ShapeOutcomes } from './outcomes.js';
import type { Planned } from './planned.js';
import type { ReplayReport } from './report.js';
import { replaySideBySide } from './side-by-side.js';

export interface GateLimits {
  /** Allowed growth of a shape's 99th percentile: 0.1 for 10 %. */
  readonly slower: number;
  /** Share of all requests that may fail, become empty, or have a different total. */
  readonly different: number;
  /** Change of a total that does not yet count as different, as a share of the total before. */
  readonly moved: number;
  /** Share of the items in both answers that may have other content. */
  readonly rewritten: number;
}

export interface GateVerdict {
  readonly passed: boolean;
  /** The reasons for a refusal, one sentence each; empty if the candidate passed. */
  readonly reasons: readonly string[];
  /** Share of all requests with a worse answer. */
  readonly different: number;
  /** Share of the common items of both answers whose content differs; an item counts once for each request. */
  readonly rewritten: number;
  readonly outcomes: readonly ShapeOutcomes[];
  readonly comparison: Comparison;
  readonly before: ReplayReport;
  readonly after: ReplayReport;
}

/**
 * @param spaces  the served snapshot and the candidate
 * @param planned traffic whose values come from the served snapshot
 * Cost: answering every distinct request twice and every request once, on both snapshots.
 */
export function judgeCandidate(
  spaces: readonly [Space, Space],
  planned: Planned,
  limits: GateLimits,
  options: InProcessOptions,
): GateVerdict {
  const outcomes = compareOutcomes(spaces, planned, limits.moved, options.maxCostMs);
  const [before, after] = replaySideBySide(spaces, planned, options);
  const comparison = compareReports(before, after, true);
  const differentShare = countWorseAnswers(outcomes) / Math.max(1, planned.requests.length);
  const rewrittenShare = computeRewrittenShare(outcomes);
  const reasons = [
    ...explainOutcomes(outcomes, differentShare, limits),
    ...explainContent(outcomes, rewrittenShare, limits),
    ...explainLatencies(comparison, limits),
  ];
  return {
    passed: reasons.length === 0,
    reasons,
    different: differentShare,
    rewritten: rewrittenShare,
    outcomes,
    comparison,
    before,
    after,
  };
}

function computeRewrittenShare(outcomes: readonly ShapeOutcomes[]): number {
  let [shown, rewritten] = [0, 0];
  for (const { commonItems } of outcomes) {
    shown += commonItems.shown;
    rewritten += commonItems.rewritten;
  }
  return rewritten / Math.max(1, shown);
}

/** Shapes that a reason names. */
const SHAPES_NAMED = 5;

function explainContent(
  outcomes: readonly ShapeOutcomes[],
  rewrittenShare: number,
  limits: GateLimits,
): readonly string[] {
  if (rewrittenShare <= limits.rewritten) return [];
  const summary = `${formatPercent(rewrittenShare)} of the items in both answers have other content; at most ${formatPercent(limits.rewritten)} may have.`;
  const shapes = outcomes
    .filter(({ commonItems }) => commonItems.rewritten > 0)
    .toSorted((a, b) => b.commonItems.rewritten - a.commonItems.rewritten)
    .slice(0, SHAPES_NAMED)
    .map(
      ({ shape, commonItems: { shown, rewritten } }) =>
        `${shape}: ${rewritten} of ${shown} items ${rewritten === 1 ? 'has' : 'have'} other content.`,
    );
  return [summary, ...shapes];
}

function countWorseAnswers(outcomes: readonly ShapeOutcomes[]): number {
  let count = 0;
  for (const { changed } of outcomes) count += changed.error + changed.empty + changed.total;
  return count;
}

const formatPercent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`;

/** The verb of a sentence about the requests with this difference. */
const DIFFERENCE_VERBS = {
  error: 'fail',
  empty: 'became empty',
  total: 'have a different total',
} as const;

function explainOutcomes(
  outcomes: readonly ShapeOutcomes[],
  differentShare: number,
  limits: GateLimits,
): readonly string[] {
  if (differentShare <= limits.different) return [];
  const summary = `${formatPercent(differentShare)} of the requests are answered differently; at most ${formatPercent(limits.different)} may be.`;
  const shapes = outcomes.flatMap(({ shape, requests, changed, examples }) =>
    (['error', 'empty', 'total'] as const).flatMap((difference) => {
      const count = changed[difference];
      if (count === 0) return [];
      const example = examples.find((changedAnswer) => changedAnswer.difference === difference);
      const exampleText = example === undefined ? '' : `, such as ${example.target} (${example.detail})`;
      return [`${shape}: ${count} of ${requests} ${DIFFERENCE_VERBS[difference]}${exampleText}.`];
    }),
  );
  return [summary, ...shapes];
}

/** A shape counts as slower only if its whole confidence interval is above the limit. */
function explainLatencies({ shapes }: Comparison, { slower }: GateLimits): readonly string[] {
  const isSlower = ({ interval }: Ratio): boolean => interval !== undefined && interval[0] > 1 + slower;
  return shapes
    .filter(({ p99 }) => isSlower(p99))
    .map(({ shape, p99: { ratio, interval } }) => {
      const [low = 0, high = 0] = interval ?? [];
      const range = `${low.toFixed(2)} to ${high.toFixed(2)}`;
      return `${shape}: the 99th percentile grew to ${ratio.toFixed(2)} times its earlier value (${range}); at most ${(1 + slower).toFixed(2)} is allowed.`;
    });
}
