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
  'substring.bucket': {
    where: 'src/index/termdict/substrings.ts',
    says: 'values beyond which a substring gets a node of its tree, and a field a tree',
  },
  'search.beginnings': {
    where: 'build/words/beginnings/prefixes.ts',
    says: 'entries beyond which the items of a beginning are listed together',
  },
  'search.top': { where: 'build/words/stem-lists.ts', says: 'items beyond which the best of a word are stored' },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof THRESHOLDS;
