/**
 * Choices of facets behind relationships: how docs are counted by a value of their related items (src/engine/facets/related).
 */
import type { Choice } from '../choice.js';

export const RELATED_FACET_CHOICES = {
  'related.stored': {
    file: 'src/engine/facets/count.ts',
    ways: ['stored', 'count'],
    decidedBy: 'memory',
    description: 'every item is selected: read the tally of an earlier request, or count the related items',
  },
  'related.start': {
    file: 'src/engine/facets/related/tally-related.ts',
    ways: ['targets', 'docs'],
    decidedBy: 'size',
    description:
      'count values behind to-one relationships starting from the related items, or from the items themselves',
  },
  'related.values': {
    file: 'src/engine/facets/related/tally-related.ts',
    ways: ['targets', 'links'],
    decidedBy: 'size',
    description: 'look up the value of a related item once per related item, or once per link',
  },
  'related.docs': {
    file: 'src/engine/facets/related/tally-related.ts',
    ways: ['split', 'each'],
    decidedBy: 'size',
    description: 'to-many relationship: count items with one link by their related item, or each item separately',
  },
  'related.items': {
    file: 'src/engine/facets/related/tally-related.ts',
    ways: ['split', 'each'],
    decidedBy: 'size',
    description: 'to-one relationship after a to-many one: count items by their related item, or each item separately',
  },
} as const satisfies Readonly<Record<string, Choice>>;
