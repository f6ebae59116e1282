/**
 * Choices of the query planner: how the docs of conditions and groups are found (src/engine/query/plan, conditions and sources, and the indexes).
 */
import type { Choice } from '../choice.js';

export const PLAN_CHOICES = {
  'and.way': {
    file: 'src/engine/query/plan/strategy.ts',
    ways: ['walk', 'combine'],
    decidedBy: 'cost',
    description: 'AND: list the smallest condition and test its items, or combine sets of bits',
  },
  'and.child': {
    file: 'src/engine/query/plan/strategy.ts',
    ways: ['fill', 'test'],
    decidedBy: 'cost',
    description: 'AND of sets: combine the set of a condition, or test the condition on the remaining items',
  },
  'or.field': {
    file: 'src/engine/query/plan/add-alternatives.ts',
    ways: ['add', 'weigh'],
    decidedBy: 'cost',
    description: 'OR: add the alternatives on a field directly, or count the missing items first',
  },
  'or.way': {
    file: 'src/engine/query/plan/add-alternatives.ts',
    ways: ['each', 'terms', 'missingTerms', 'missing'],
    decidedBy: 'cost',
    description:
      'OR: add the alternatives on a field one by one, by the set of their terms, or by testing only missing items with either',
  },
  'or.source': {
    file: 'src/engine/query/plan/add-alternatives.ts',
    ways: ['list', 'fill'],
    decidedBy: 'cost',
    description: 'OR: list the items of an added alternative, or compute them as bits',
  },
  'or.child': {
    file: 'src/engine/query/run/combine.ts',
    ways: ['add', 'combine'],
    decidedBy: 'cost',
    description: 'OR: add an alternative together with others, or combine its set',
  },
  'and.order': {
    file: 'src/engine/query/run/combine.ts',
    ways: ['columns', 'listed'],
    decidedBy: 'cost',
    description: 'sort items into column order before they are tested, or test them in list order',
  },
  'sift.source': {
    file: 'src/engine/query/sources/sift.ts',
    ways: ['each', 'set'],
    decidedBy: 'cost',
    description: 'test listed items against a condition one by one, or by a set that is computed first',
  },
  'sift.set': {
    file: 'src/engine/query/sources/sift.ts',
    ways: ['terms', 'bits'],
    decidedBy: 'cost',
    description: 'test items by a set of terms, or by a set of items',
  },
  'sift.group': {
    file: 'src/engine/query/run/combine.ts',
    ways: ['each', 'set'],
    decidedBy: 'cost',
    description: 'test listed items against a group one by one, or by a set that is computed first',
  },
  'sift.often': {
    file: 'src/engine/query/run/members.ts',
    ways: ['each', 'set'],
    decidedBy: 'cost',
    description: 'test the items of a walk one by one, or by a set once they are many',
  },
  'terms.fill': {
    file: 'src/engine/query/sources/term-set.ts',
    ways: ['pass', 'own'],
    decidedBy: 'cost',
    description: 'compute the set of a condition by a pass over the column, or from the docs of each term',
  },
  'terms.list': {
    file: 'src/engine/query/sources/term-set.ts',
    ways: ['pass', 'own'],
    decidedBy: 'cost',
    description: 'list the items of a condition by a pass over the column, or from the docs of each term',
  },
  'run.fill': {
    file: 'src/engine/query/sources/range-source.ts',
    ways: ['list', 'quantiles'],
    decidedBy: 'cost',
    description: 'compute the set of an interval of values from its docs, or from two stored sets',
  },
  'unpopulated.fill': {
    file: 'src/engine/query/sources/range-source.ts',
    ways: ['list', 'others'],
    decidedBy: 'cost',
    description: 'compute the set of items without a value from their list, or from the items with a value',
  },
  'ending.fill': {
    file: 'src/engine/query/sources/reversed-source.ts',
    ways: ['list', 'others'],
    decidedBy: 'cost',
    description: 'compute the set of values with an ending from their docs, or from the docs of all other values',
  },
  'ending.order': {
    file: 'src/engine/query/sources/reversed-source.ts',
    ways: ['terms', 'reversed'],
    decidedBy: 'cost',
    description: 'list the docs of values with an ending in term order, or in reversed order',
  },
  'runs.fill': {
    file: 'src/engine/query/sources/run-lists.ts',
    ways: ['list', 'bytes'],
    decidedBy: 'density',
    description: 'compute the set of several values from a list, or with one byte per item',
  },
  'ranges.fill': {
    file: 'src/engine/query/sources/ranges-source.ts',
    ways: ['these', 'others'],
    decidedBy: 'cost',
    description: 'compute the set of several intervals from their docs, or from the docs between them',
  },
  'substring.set': {
    file: 'src/engine/query/sources/substring-source.ts',
    ways: ['stored', 'lists'],
    decidedBy: 'size',
    description: 'items with a frequent substring: read a stored set, or the lists of its positions',
  },
  'substring.list': {
    file: 'src/engine/query/sources/substring-source.ts',
    ways: ['mark', 'runs'],
    decidedBy: 'cost',
    description: 'list items with a frequent substring by marking them, or by the runs of their values',
  },
  'substring.look': {
    file: 'src/engine/query/sources/substring-source.ts',
    ways: ['compiled', 'each'],
    decidedBy: 'size',
    description: 'search candidate values for a substring by one compiled loop, or one by one',
  },
  'substring.parts': {
    file: 'src/index/termdict/candidates.ts',
    ways: ['ask', 'look'],
    decidedBy: 'cost',
    description: 'rare substring: narrow the candidate values by a further part, or search them now',
  },
  'substring.first': {
    file: 'src/index/termdict/candidates.ts',
    ways: ['own', 'shortest'],
    decidedBy: 'size',
    description:
      'rare substring: take the candidate values from its own list, or from the shortest list of one of its parts',
  },
  'substring.part': {
    file: 'src/index/termdict/candidates.ts',
    ways: ['narrow', 'keep'],
    decidedBy: 'cost',
    description: 'rare substring: narrow the candidate values by the lists of a part, or skip the part',
  },
  'substring.compared': {
    file: 'src/index/termdict/sift-texts.ts',
    ways: ['whole', 'end'],
    decidedBy: 'size',
    description: 'compiled search for a substring: search all of it, or its end and check the matches again',
  },
  'bytes.search': {
    file: 'src/index/termdict/bytes.ts',
    ways: ['native', 'loop'],
    decidedBy: 'size',
    description: 'search a value for a substring by the JavaScript engine, or by a loop',
  },
  'area.cell': {
    file: 'src/index/areas/index.ts',
    ways: ['look', 'halve'],
    decidedBy: 'size',
    description: 'test the locations of a cell one by one, or halve the cell',
  },
  'hop.docs': {
    file: 'src/engine/query/conditions/hop-source.ts',
    ways: ['list', 'mark', 'targets'],
    decidedBy: 'cost',
    description:
      'if each related item is linked by one item, as in an inverse: list or mark these items, or choose the link targets first',
  },
  'hop.targets': {
    file: 'src/engine/query/conditions/hop-source.ts',
    ways: ['list', 'look'],
    decidedBy: 'cost',
    description: 'map related items to link targets one by one, or test all targets against the set of items',
  },
  'hop.side': {
    file: 'src/engine/query/sources/chosen-links.ts',
    ways: ['chosen', 'others'],
    decidedBy: 'size',
    description: 'find the items that link to related items by these, or by all other related items',
  },
  'hop.links': {
    file: 'src/engine/query/sources/chosen-links.ts',
    ways: ['mark', 'count'],
    decidedBy: 'cost',
    description: 'mark the items that link to related items now, or only count them and mark them later',
  },
} as const satisfies Readonly<Record<string, Choice>>;
