/**
 * Choices of facets and statistics: how docs are counted by value (src/engine/facets).
 *
 * Each description names the methods in the order of `ways`: `runs` are the stored runs of docs with one value, `tally` and
 * `count` count all selected docs.
 */
import type { Choice } from '../choice.js';

export const FACET_CHOICES = {
  'facet.stored': {
    file: 'src/engine/facets/tally-values.ts',
    ways: ['runs', 'count'],
    decidedBy: 'size',
    description: 'every item is selected: read the stored number of items of each value, or count the items',
  },
  'facet.values': {
    file: 'src/engine/facets/tally-values.ts',
    ways: ['places', 'bits', 'list', 'marked'],
    decidedBy: 'cost',
    description:
      'count items by value: up to the end of each value, from bits, from a list, or reading only the counters that occur',
  },
  'facet.locales': {
    file: 'src/engine/facets/tally-locales.ts',
    ways: ['bits', 'list'],
    decidedBy: 'cost',
    description: 'count items by locale: compare sets of bits, or look up each selected item',
  },
  'facet.links.stored': {
    file: 'src/engine/facets/tally-links.ts',
    ways: ['runs', 'count'],
    decidedBy: 'size',
    description: 'every item is selected: read the stored number of links to each target, or count the links',
  },
  'facet.links': {
    file: 'src/engine/facets/tally-links.ts',
    ways: ['bits', 'list', 'marked'],
    decidedBy: 'cost',
    description: 'count links by target: from bits, from a list, or reading only the counters that occur',
  },
  'facet.unique': {
    file: 'src/engine/facets/count.ts',
    ways: ['order', 'tally'],
    decidedBy: 'cost',
    description: 'each value belongs to one item: read the stored order, or count the items',
  },
  'facet.folded': {
    file: 'src/engine/facets/term-groups.ts',
    ways: ['docs', 'terms'],
    decidedBy: 'cost',
    description: 'find the values of a prefix without accents by the items that have it, or test each value',
  },
  'facet.total': {
    file: 'src/engine/facets/unique.ts',
    ways: ['inside', 'outside'],
    decidedBy: 'size',
    description: 'each value belongs to one item: count the values that may be shown, or all other values',
  },
  'statistics.ends': {
    file: 'src/engine/facets/count.ts',
    ways: ['ends', 'tally'],
    decidedBy: 'cost',
    description: 'find the least and the greatest value from both ends of the stored order, or count all values',
  },
  'facet.text': {
    file: 'src/engine/facets/values.ts',
    ways: ['native', 'loop'],
    decidedBy: 'size',
    description: 'decode a text of a facet by the JavaScript engine, or byte by byte',
  },
} as const satisfies Readonly<Record<string, Choice>>;
