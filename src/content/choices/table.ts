/**
 * The table of choices: every place that answers, or builds, in one of several ways that give the same bytes, and decides
 * between them by an estimated cost, a size or a density. A name that is not here does not compile.
 *
 * Elsewhere: taking and forcing them (choose), numbers that tests lower (thresholds). How to add one: docs/architecture.md.
 */

export interface Choice {
  /** The one file that takes it. */
  readonly where: string;
  /** Short names, all of which give the same result. */
  readonly ways: readonly [string, string, ...string[]];
  /** What decides. */
  readonly by: 'cost' | 'size' | 'density' | 'memory';
  /** One sentence, for people who read an explained query. */
  readonly says: string;
}

export const CHOICES = {
  // src/engine/query/plan: how the docs of conditions and groups are found.
  'and.way': {
    where: 'src/engine/query/plan/plan.ts',
    ways: ['walk', 'combine'],
    by: 'cost',
    says: 'of an AND the smallest condition is listed and its items tested, or sets of bits are combined',
  },
  'sift.source': {
    where: 'src/engine/query/plan/source.ts',
    ways: ['each', 'set'],
    by: 'cost',
    says: 'listed items are tested for a condition one by one, or by a set that is made first',
  },

  // src/engine/query/run: how pages are found and ordered.
  'page.key': {
    where: 'src/engine/query/run/page.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'a page is found by walking a stored order, or by selecting it among the items',
  },
} as const satisfies Readonly<Record<string, Choice>>;

export type ChoiceName = keyof typeof CHOICES;
export type WayOf<Name extends ChoiceName> = (typeof CHOICES)[Name]['ways'][number];

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];
