/**
 * The ways in which values of related items are counted: as planned, and each choice both ways, in all combinations but for
 * the start, which is the other one every second time.
 */
import { CHOICES, type ForcedWays } from '../../src/content/choices/index.js';

/** @returns what `withChoices` takes, one for each combination */
export function waysOfCounting(): readonly ForcedWays[] {
  const forced = CHOICES['related.values'].ways.flatMap((values) =>
    CHOICES['related.docs'].ways.flatMap((docs) =>
      CHOICES['related.items'].ways.map((items) => ({
        'related.values': values,
        'related.docs': docs,
        'related.items': items,
      })),
    ),
  );
  const starts = CHOICES['related.start'].ways;
  return [{}, ...forced.map((ways, at) => ({ ...ways, 'related.start': starts[at % starts.length]! }))];
}
