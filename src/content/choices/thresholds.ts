/**
 * The table of thresholds: numbers that decide when something happens and that small content would never reach. The
 * number stands where it is used; tests lower it, so that a world of thirty items comes to every branch.
 */

export interface Threshold {
  /** The one file that uses it. */
  readonly where: string;
  readonly says: string;
}

export const THRESHOLDS = {
  'page.block': { where: 'src/engine/query/run/page.ts', says: 'docs of the smallest block of a walk' },
  'select.slack': {
    where: 'src/engine/query/run/page.ts',
    says: 'how many docs more than likely are kept when those far behind a page are left out',
  },
  'runs.long': {
    where: 'src/engine/query/plan/list-source.ts',
    says: 'docs of a run from which on it is copied at once',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof THRESHOLDS;
