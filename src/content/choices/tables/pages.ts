/**
 * Choices of the query executor: how a page of docs is found and ordered (src/engine/query/page).
 */
import type { Choice } from '../choice.js';

export const PAGE_CHOICES = {
  'own.way': {
    file: 'src/engine/query/count/own-selections.ts',
    ways: ['walk', 'combine'],
    decidedBy: 'cost',
    description: 'conditions that facets ignore are tested on the items, or combined as sets',
  },
  'page.export': {
    file: 'src/engine/query/page/export-order.ts',
    ways: ['places', 'first', 'slice', 'scan', 'walkDocs', 'select', 'bits', 'markBits'],
    decidedBy: 'cost',
    description: 'how a page in the order of the export is found',
  },
  'page.key': {
    file: 'src/engine/query/page/page.ts',
    ways: ['walk', 'select'],
    decidedBy: 'cost',
    description: 'a page is found by walking a stored order, or by selecting it among the items',
  },
  'page.hop': {
    file: 'src/engine/query/page/hop-order.ts',
    ways: ['walk', 'select'],
    decidedBy: 'cost',
    description:
      'a page by a field of related items is found by walking its values, or by selecting it among the items',
  },
  'page.hop.end': {
    file: 'src/engine/query/page/hop-order.ts',
    ways: ['walk', 'select'],
    decidedBy: 'cost',
    description: 'such a walk goes on, or is given up for selecting',
  },
  'page.skip': {
    file: 'src/engine/query/page/blocks.ts',
    ways: ['seek', 'walk'],
    decidedBy: 'cost',
    description: 'the beginning of a page far back is found by counting in stored sets, or by walking',
  },
  'tie.count': {
    file: 'src/engine/query/page/page.ts',
    ways: ['walk', 'count'],
    decidedBy: 'cost',
    description: 'items of one value are walked by the next sort field, or counted first',
  },
  'tie.members': {
    file: 'src/engine/query/page/page.ts',
    ways: ['list', 'bits'],
    decidedBy: 'cost',
    description: 'items of one value are listed and tested, or combined as sets',
  },
  'select.foremost': {
    file: 'src/engine/query/page/select-window.ts',
    ways: ['foremost', 'all'],
    decidedBy: 'size',
    description: 'before a page is selected, items far behind it are left out, or all are looked at',
  },
  'order.ties': {
    file: 'src/engine/query/page/order.ts',
    ways: ['compare', 'rank'],
    decidedBy: 'size',
    description: 'a few items are put in order by comparing them, or by their ranks',
  },
  'order.window': {
    file: 'src/engine/query/page/order.ts',
    ways: ['sample', 'all'],
    decidedBy: 'size',
    description: 'what is not near the page is left out by values of a sample, or all items are ranked',
  },
  'near.page': {
    file: 'src/engine/query/page/nearest.ts',
    ways: ['ring', 'all'],
    decidedBy: 'size',
    description: 'of a page by distance only a ring around the place is put in order, or all items',
  },
  'near.ring': {
    file: 'src/engine/query/page/nearest.ts',
    ways: ['neighbours', 'sample'],
    decidedBy: 'size',
    description: 'how far the ring reaches is told by neighbours of the place, or by a sample',
  },
} as const satisfies Readonly<Record<string, Choice>>;
