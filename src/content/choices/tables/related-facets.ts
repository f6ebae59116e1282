/**
 * Choices of facets behind relationships: how docs are counted by a value of their related items (src/engine/facets/related).
 */
import type { Choice } from '../choice.js';

export const RELATED_FACET_CHOICES = {
  'related.start': {
    file: 'src/engine/facets/related.ts',
    ways: ['targets', 'docs'],
    decidedBy: 'size',
    description:
      'values behind to-one relationships are counted from the related items on, or from the items themselves',
  },
  'related.values': {
    file: 'src/engine/facets/related.ts',
    ways: ['targets', 'links'],
    decidedBy: 'size',
    description: 'the value behind a related item is looked up once for each related item, or for each link',
  },
  'related.docs': {
    file: 'src/engine/facets/related.ts',
    ways: ['split', 'each'],
    decidedBy: 'size',
    description: 'items of which most lead to one related item are counted by that, or each by itself',
  },
  'related.items': {
    file: 'src/engine/facets/related.ts',
    ways: ['split', 'each'],
    decidedBy: 'size',
    description: 'behind a relationship to many, items are counted by the one that they lead to, or each by itself',
  },
} as const satisfies Readonly<Record<string, Choice>>;
