/**
 * Choices of the query planner: how the docs of conditions and groups are found (src/engine/query/plan, conditions and sources, and the indexes).
 */
import type { Choice } from '../choice.js';

export const PLAN_CHOICES = {
  'and.way': {
    file: 'src/engine/query/plan/strategy.ts',
    ways: ['walk', 'combine'],
    decidedBy: 'cost',
    description: 'of an AND the smallest condition is listed and its items tested, or sets of bits are combined',
  },
  'and.child': {
    file: 'src/engine/query/plan/strategy.ts',
    ways: ['fill', 'test'],
    decidedBy: 'cost',
    description: 'where sets are combined, a condition becomes one of them, or is tested on what the others leave',
  },
  'or.field': {
    file: 'src/engine/query/plan/add-alternatives.ts',
    ways: ['add', 'weigh'],
    decidedBy: 'cost',
    description: 'alternatives on a field are added at once, or after it is counted how many items are missing',
  },
  'or.way': {
    file: 'src/engine/query/plan/add-alternatives.ts',
    ways: ['each', 'terms', 'missingTerms', 'missing'],
    decidedBy: 'cost',
    description:
      'alternatives on a field are added one by one, by the set of their terms, or to what is missing, by either',
  },
  'or.source': {
    file: 'src/engine/query/plan/add-alternatives.ts',
    ways: ['list', 'fill'],
    decidedBy: 'cost',
    description: 'an alternative that is added is listed, or made a set of bits',
  },
  'or.child': {
    file: 'src/engine/query/run/combine.ts',
    ways: ['add', 'combine'],
    decidedBy: 'cost',
    description: 'an alternative is added with others, or its set is combined with theirs',
  },
  'and.order': {
    file: 'src/engine/query/run/combine.ts',
    ways: ['columns', 'listed'],
    decidedBy: 'cost',
    description: 'items are put in the order of columns before they are tested, or stay as they are listed',
  },
  'sift.source': {
    file: 'src/engine/query/sources/sift.ts',
    ways: ['each', 'set'],
    decidedBy: 'cost',
    description: 'listed items are tested for a condition one by one, or by a set that is made first',
  },
  'sift.set': {
    file: 'src/engine/query/sources/sift.ts',
    ways: ['terms', 'bits'],
    decidedBy: 'cost',
    description: 'the set that items are tested by is one of terms, or of items',
  },
  'sift.group': {
    file: 'src/engine/query/run/combine.ts',
    ways: ['each', 'set'],
    decidedBy: 'cost',
    description: 'listed items are tested for a group one by one, or by a set that is made first',
  },
  'sift.often': {
    file: 'src/engine/query/run/members.ts',
    ways: ['each', 'set'],
    decidedBy: 'cost',
    description: 'items on the way to a page are tested one by one, or by a set once they are many',
  },
  'terms.fill': {
    file: 'src/engine/query/sources/term-set.ts',
    ways: ['pass', 'own'],
    decidedBy: 'cost',
    description: 'the set of a condition is made by a pass over the column of its terms, or from the docs of each',
  },
  'terms.list': {
    file: 'src/engine/query/sources/term-set.ts',
    ways: ['pass', 'own'],
    decidedBy: 'cost',
    description: 'the items of a condition are listed by such a pass, or from the docs of each term',
  },
  'run.fill': {
    file: 'src/engine/query/sources/range-source.ts',
    ways: ['list', 'quantiles'],
    decidedBy: 'cost',
    description: 'the set of an interval of values is made from its docs, or from two stored sets',
  },
  'unpopulated.fill': {
    file: 'src/engine/query/sources/range-source.ts',
    ways: ['list', 'others'],
    decidedBy: 'cost',
    description: 'the set of items without a value is made from its docs, or from those with one',
  },
  'ending.fill': {
    file: 'src/engine/query/sources/reversed-source.ts',
    ways: ['list', 'others'],
    decidedBy: 'cost',
    description: 'the set of what ends with a text is made from its docs, or from the docs of all other values',
  },
  'ending.order': {
    file: 'src/engine/query/sources/reversed-source.ts',
    ways: ['terms', 'reversed'],
    decidedBy: 'cost',
    description: 'what ends with a text is listed in the order of its values, or in that of their ends',
  },
  'runs.fill': {
    file: 'src/engine/query/sources/run-lists.ts',
    ways: ['list', 'bytes'],
    decidedBy: 'density',
    description: 'the set of some values is made from a list, or by a byte for each item',
  },
  'ranges.fill': {
    file: 'src/engine/query/sources/ranges-source.ts',
    ways: ['these', 'others'],
    decidedBy: 'cost',
    description: 'the set of several intervals is made from their docs, or from those between them',
  },
  'substring.set': {
    file: 'src/engine/query/sources/substring-source.ts',
    ways: ['stored', 'lists'],
    decidedBy: 'size',
    description: 'what contains a frequent text is a stored set, or is found by the lists of its places',
  },
  'substring.list': {
    file: 'src/engine/query/sources/substring-source.ts',
    ways: ['mark', 'runs'],
    decidedBy: 'cost',
    description: 'what contains a frequent text is listed by marking items, or by the runs of its values',
  },
  'substring.look': {
    file: 'src/engine/query/sources/substring-source.ts',
    ways: ['compiled', 'each'],
    decidedBy: 'size',
    description: 'values that may contain a text are looked through by one compiled loop, or one by one',
  },
  'substring.parts': {
    file: 'src/index/termdict/candidates.ts',
    ways: ['ask', 'look'],
    decidedBy: 'cost',
    description: 'a further part of a rare text narrows the values that may contain it, or these are looked through',
  },
  'substring.first': {
    file: 'src/index/termdict/candidates.ts',
    ways: ['own', 'shortest'],
    decidedBy: 'size',
    description:
      'values that may contain a rare text are those of its own list, or of the shortest that a part of it ends in',
  },
  'substring.part': {
    file: 'src/index/termdict/candidates.ts',
    ways: ['narrow', 'keep'],
    decidedBy: 'cost',
    description: 'the lists of a part of a rare text narrow the values, or are passed over',
  },
  'substring.compared': {
    file: 'src/index/termdict/sift-texts.ts',
    ways: ['whole', 'end'],
    decidedBy: 'size',
    description: 'a compiled loop looks for all of a text, or for its end, and what holds that is looked at again',
  },
  'bytes.search': {
    file: 'src/index/termdict/bytes.ts',
    ways: ['native', 'loop'],
    decidedBy: 'size',
    description: 'a text is looked for in a value by the engine, or by a loop',
  },
  'area.cell': {
    file: 'src/index/areas/index.ts',
    ways: ['look', 'halve'],
    decidedBy: 'size',
    description: 'the places of a cell are looked at one by one, or the cell is halved',
  },
  'hop.targets': {
    file: 'src/engine/query/conditions/hop-source.ts',
    ways: ['list', 'look'],
    decidedBy: 'cost',
    description: 'related items become targets one by one, or all targets are looked up in their set',
  },
  'hop.side': {
    file: 'src/engine/query/sources/chosen-links.ts',
    ways: ['chosen', 'others'],
    decidedBy: 'size',
    description: 'what links to related items is found by these, or by all others',
  },
  'hop.links': {
    file: 'src/engine/query/sources/chosen-links.ts',
    ways: ['mark', 'count'],
    decidedBy: 'cost',
    description: 'what links to related items is marked at once, or only counted until it is asked for',
  },
} as const satisfies Readonly<Record<string, Choice>>;
