/**
 * Choices of the query executor: how a page of docs is found and ordered (src/engine/query/page).
 */
import type { Choice } from '../choice.js';

export const PAGE_CHOICES = {
  'own.way': {
    file: 'src/engine/query/count/own-selections.ts',
    ways: ['walk', 'combine'],
    decidedBy: 'cost',
    description: 'test the conditions that facets ignore on each item, or combine their sets',
  },
  'page.export': {
    file: 'src/engine/query/page/export-order.ts',
    ways: ['places', 'first', 'slice', 'scan', 'walkDocs', 'select', 'bits', 'markBits'],
    decidedBy: 'cost',
    description: 'find a page in export order: by doc ids, stored items, a list, a column, tests, a selection, or bits',
  },
  'page.key': {
    file: 'src/engine/query/page/page.ts',
    ways: ['walk', 'select'],
    decidedBy: 'cost',
    description: 'find a page by walking a stored order, or by selecting it among all selected items',
  },
  'page.hop': {
    file: 'src/engine/query/page/hop-order.ts',
    ways: ['walk', 'select'],
    decidedBy: 'cost',
    description:
      'find a page sorted by a field of related items: by walking its values, or by selecting it among all selected items',
  },
  'page.hop.end': {
    file: 'src/engine/query/page/hop-order.ts',
    ways: ['walk', 'select'],
    decidedBy: 'cost',
    description: 'continue a walk over the values of related items, or stop it and select the page',
  },
  'page.skip': {
    file: 'src/engine/query/page/blocks.ts',
    ways: ['seek', 'walk'],
    decidedBy: 'cost',
    description: 'find the start of a page far back by counting in stored sets, or by walking',
  },
  'tie.count': {
    file: 'src/engine/query/page/page.ts',
    ways: ['walk', 'count'],
    decidedBy: 'cost',
    description: 'items with the same value: walk the next sort field, or count the items first',
  },
  'tie.members': {
    file: 'src/engine/query/page/page.ts',
    ways: ['list', 'bits'],
    decidedBy: 'cost',
    description: 'items with the same value: list and test them, or combine sets',
  },
  'select.foremost': {
    file: 'src/engine/query/page/select-window.ts',
    ways: ['foremost', 'all'],
    decidedBy: 'size',
    description: 'before a page is selected: exclude items far behind it by value, or read all items',
  },
  'order.ties': {
    file: 'src/engine/query/page/order.ts',
    ways: ['compare', 'rank'],
    decidedBy: 'size',
    description: 'order a few items by comparing them, or by their ranks',
  },
  'order.linked': {
    file: 'src/engine/query/run/sort-candidates.ts',
    ways: ['ranks', 'values'],
    decidedBy: 'size',
    description: 'order linked items by the ranks of their values, or by the values themselves',
  },
  'order.window': {
    file: 'src/engine/query/page/order.ts',
    ways: ['sample', 'all'],
    decidedBy: 'size',
    description: 'exclude items that are not near the page by the values of a sample, or rank all items',
  },
  'near.page': {
    file: 'src/engine/query/page/nearest.ts',
    ways: ['ring', 'all'],
    decidedBy: 'size',
    description: 'page by distance: order only the items in a ring around the origin, or all items',
  },
  'near.ring': {
    file: 'src/engine/query/page/nearest.ts',
    ways: ['neighbours', 'sample'],
    decidedBy: 'size',
    description: "estimate the reach of the ring by the origin's neighbours, or by a sample",
  },
} as const satisfies Readonly<Record<string, Choice>>;
