/**
 * The alternative methods of counting values of related items: the planner's choice, and each choice forced both ways.
 */
import { CHOICES, type ForcedWays } from '../../src/content/choices/index.js';

/** @returns arguments of `withChoices`, one for each combination */
export function waysOfCounting(): readonly ForcedWays[] {
  const forced = CHOICES['related.values'].ways.flatMap((values) =>
    CHOICES['related.docs'].ways.flatMap((docs) =>
      CHOICES['related.items'].ways.map((items) => ({
        // A tally of an earlier request would leave nothing to count.
        'related.stored': 'count' as const,
        'related.values': values,
        'related.docs': docs,
        'related.items': items,
      })),
    ),
  );
  const starts = CHOICES['related.start'].ways;
  return [{}, ...forced.map((ways, at) => ({ ...ways, 'related.start': starts[at % starts.length]! }))];
}
