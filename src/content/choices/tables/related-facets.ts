/**
 * Choices of facets behind relationships: how docs are counted by a value of their related items (src/engine/facets/related).
 */
import type { Choice } from '../choice.js';

export const RELATED_FACET_CHOICES = {
  'related.start': {
    where: 'src/engine/facets/related.ts',
    ways: ['targets', 'docs'],
    by: 'size',
    says: 'values behind to-one relationships are counted from the related items on, or from the items themselves',
  },
  'related.values': {
    where: 'src/engine/facets/related.ts',
    ways: ['targets', 'links'],
    by: 'size',
    says: 'the value behind a related item is looked up once for each related item, or for each link',
  },
  'related.docs': {
    where: 'src/engine/facets/related.ts',
    ways: ['split', 'each'],
    by: 'size',
    says: 'items of which most lead to one related item are counted by that, or each by itself',
  },
  'related.items': {
    where: 'src/engine/facets/related.ts',
    ways: ['split', 'each'],
    by: 'size',
    says: 'behind a relationship to many, items are counted by the one that they lead to, or each by itself',
  },
} as const satisfies Readonly<Record<string, Choice>>;
