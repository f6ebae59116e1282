/**
 * Choices of facets and statistics: how docs are counted by value (src/engine/facets).
 */
import type { Choice } from '../choice.js';

export const FACET_CHOICES = {
  'facet.stored': {
    file: 'src/engine/facets/tally-values.ts',
    ways: ['runs', 'count'],
    decidedBy: 'size',
    description: 'of all items it is stored how many have each value, or they are counted',
  },
  'facet.values': {
    file: 'src/engine/facets/tally-values.ts',
    ways: ['places', 'bits', 'list', 'marked'],
    decidedBy: 'cost',
    description:
      'items are counted by value up to the end of each value, by bits, by a list, or in marked counters alone',
  },
  'facet.links.stored': {
    file: 'src/engine/facets/tally-links.ts',
    ways: ['runs', 'count'],
    decidedBy: 'size',
    description: 'of all items it is stored how many link to each target, or they are counted',
  },
  'facet.links': {
    file: 'src/engine/facets/tally-links.ts',
    ways: ['bits', 'list', 'marked'],
    decidedBy: 'cost',
    description: 'links are counted by target from bits, from a list, or in marked counters alone',
  },
  'facet.unique': {
    file: 'src/engine/facets/count.ts',
    ways: ['order', 'tally'],
    decidedBy: 'cost',
    description: 'where each value is that of one item, the stored order is gone through, or items are counted',
  },
  'facet.total': {
    file: 'src/engine/facets/unique.ts',
    ways: ['inside', 'outside'],
    decidedBy: 'size',
    description: 'of such values those that may be shown are counted, or all others',
  },
  'statistics.ends': {
    file: 'src/engine/facets/count.ts',
    ways: ['ends', 'tally'],
    decidedBy: 'cost',
    description:
      'the least and the greatest value are looked for from the ends of the stored order, or all are counted',
  },
  'facet.text': {
    file: 'src/engine/facets/values.ts',
    ways: ['native', 'loop'],
    decidedBy: 'size',
    description: 'a text of a facet is decoded by the engine, or letter by letter',
  },
} as const satisfies Readonly<Record<string, Choice>>;
