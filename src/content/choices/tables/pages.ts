/**
 * Choices of the query executor: how a page of docs is found and ordered (src/engine/query/page).
 */
import type { Choice } from '../choice.js';

export const PAGE_CHOICES = {
  'own.way': {
    where: 'src/engine/query/count/own-selections.ts',
    ways: ['walk', 'combine'],
    by: 'cost',
    says: 'conditions that facets ignore are tested on the items, or combined as sets',
  },
  'page.export': {
    where: 'src/engine/query/page/export-order.ts',
    ways: ['places', 'first', 'slice', 'scan', 'walkDocs', 'select', 'bits', 'markBits'],
    by: 'cost',
    says: 'how a page in the order of the export is found',
  },
  'page.key': {
    where: 'src/engine/query/page/page.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'a page is found by walking a stored order, or by selecting it among the items',
  },
  'page.hop': {
    where: 'src/engine/query/page/hop-order.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'a page by a field of related items is found by walking its values, or by selecting it among the items',
  },
  'page.hop.end': {
    where: 'src/engine/query/page/hop-order.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'such a walk goes on, or is given up for selecting',
  },
  'page.skip': {
    where: 'src/engine/query/page/blocks.ts',
    ways: ['seek', 'walk'],
    by: 'cost',
    says: 'the beginning of a page far back is found by counting in stored sets, or by walking',
  },
  'tie.count': {
    where: 'src/engine/query/page/page.ts',
    ways: ['walk', 'count'],
    by: 'cost',
    says: 'items of one value are walked by the next sort field, or counted first',
  },
  'tie.members': {
    where: 'src/engine/query/page/page.ts',
    ways: ['list', 'bits'],
    by: 'cost',
    says: 'items of one value are listed and tested, or combined as sets',
  },
  'select.foremost': {
    where: 'src/engine/query/page/select-window.ts',
    ways: ['foremost', 'all'],
    by: 'size',
    says: 'before a page is selected, items far behind it are left out, or all are looked at',
  },
  'order.ties': {
    where: 'src/engine/query/page/order.ts',
    ways: ['compare', 'rank'],
    by: 'size',
    says: 'a few items are put in order by comparing them, or by their ranks',
  },
  'order.window': {
    where: 'src/engine/query/page/order.ts',
    ways: ['sample', 'all'],
    by: 'size',
    says: 'what is not near the page is left out by values of a sample, or all items are ranked',
  },
  'near.page': {
    where: 'src/engine/query/page/nearest.ts',
    ways: ['ring', 'all'],
    by: 'size',
    says: 'of a page by distance only a ring around the place is put in order, or all items',
  },
  'near.ring': {
    where: 'src/engine/query/page/nearest.ts',
    ways: ['neighbours', 'sample'],
    by: 'size',
    says: 'how far the ring reaches is told by neighbours of the place, or by a sample',
  },
} as const satisfies Readonly<Record<string, Choice>>;
