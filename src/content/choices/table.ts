/**
 * The table of choices: every place that answers, or builds, in one of several ways that give the same bytes, and decides
 * between them by an estimated cost, a size or a density. A name that is not here does not compile.
 *
 * Elsewhere: taking and forcing them (choose), numbers that tests lower (thresholds). How to add one: docs/architecture.md.
 */

export interface Choice {
  /** The one file that takes it. */
  readonly where: string;
  /** Short names, all of which give the same result. */
  readonly ways: readonly [string, string, ...string[]];
  /** What decides. */
  readonly by: 'cost' | 'size' | 'density' | 'memory';
  /** Where it decides what a snapshot stores, and so its bytes; answers are the same. */
  readonly stores?: true;
  /** One sentence, for people who read an explained query. */
  readonly says: string;
}

export const CHOICES = {
  // src/format: where sections lie.
  'memory.file': {
    where: 'src/format/memory.ts',
    ways: ['one', 'buffers'],
    by: 'size',
    says: 'a segment is read into one memory that compiled loops reach, or into plain buffers',
  },

  // src/engine/query/plan: how the docs of conditions and groups are found.
  'and.way': {
    where: 'src/engine/query/plan/plan.ts',
    ways: ['walk', 'combine'],
    by: 'cost',
    says: 'of an AND the smallest condition is listed and its items tested, or sets of bits are combined',
  },
  'and.child': {
    where: 'src/engine/query/plan/plan.ts',
    ways: ['fill', 'test'],
    by: 'cost',
    says: 'where sets are combined, a condition becomes one of them, or is tested on what the others leave',
  },
  'or.field': {
    where: 'src/engine/query/plan/alternatives.ts',
    ways: ['add', 'weigh'],
    by: 'cost',
    says: 'alternatives on a field are added at once, or after it is counted how many items are missing',
  },
  'or.way': {
    where: 'src/engine/query/plan/alternatives.ts',
    ways: ['each', 'terms', 'missingTerms', 'missing'],
    by: 'cost',
    says: 'alternatives on a field are added one by one, by the set of their terms, or to what is missing, by either',
  },
  'or.source': {
    where: 'src/engine/query/plan/alternatives.ts',
    ways: ['list', 'fill'],
    by: 'cost',
    says: 'an alternative that is added is listed, or made a set of bits',
  },
  'or.child': {
    where: 'src/engine/query/run/combine.ts',
    ways: ['add', 'combine'],
    by: 'cost',
    says: 'an alternative is added with others, or its set is combined with theirs',
  },
  'and.order': {
    where: 'src/engine/query/run/combine.ts',
    ways: ['columns', 'listed'],
    by: 'cost',
    says: 'items are put in the order of columns before they are tested, or stay as they are listed',
  },
  'sift.source': {
    where: 'src/engine/query/plan/source.ts',
    ways: ['each', 'set'],
    by: 'cost',
    says: 'listed items are tested for a condition one by one, or by a set that is made first',
  },
  'sift.set': {
    where: 'src/engine/query/plan/source.ts',
    ways: ['terms', 'bits'],
    by: 'cost',
    says: 'the set that items are tested by is one of terms, or of items',
  },
  'sift.group': {
    where: 'src/engine/query/run/combine.ts',
    ways: ['each', 'set'],
    by: 'cost',
    says: 'listed items are tested for a group one by one, or by a set that is made first',
  },
  'sift.often': {
    where: 'src/engine/query/run/members.ts',
    ways: ['each', 'set'],
    by: 'cost',
    says: 'items on the way to a page are tested one by one, or by a set once they are many',
  },
  'terms.fill': {
    where: 'src/engine/query/plan/source.ts',
    ways: ['pass', 'own'],
    by: 'cost',
    says: 'the set of a condition is made by a pass over the column of its terms, or from the docs of each',
  },
  'terms.list': {
    where: 'src/engine/query/plan/source.ts',
    ways: ['pass', 'own'],
    by: 'cost',
    says: 'the items of a condition are listed by such a pass, or from the docs of each term',
  },
  'run.fill': {
    where: 'src/engine/query/plan/range-source.ts',
    ways: ['list', 'quantiles'],
    by: 'cost',
    says: 'the set of an interval of values is made from its docs, or from two stored sets',
  },
  'unpopulated.fill': {
    where: 'src/engine/query/plan/range-source.ts',
    ways: ['list', 'others'],
    by: 'cost',
    says: 'the set of items without a value is made from its docs, or from those with one',
  },
  'ending.fill': {
    where: 'src/engine/query/plan/list-source.ts',
    ways: ['list', 'others'],
    by: 'cost',
    says: 'the set of what ends with a text is made from its docs, or from the docs of all other values',
  },
  'ending.order': {
    where: 'src/engine/query/plan/list-source.ts',
    ways: ['terms', 'reversed'],
    by: 'cost',
    says: 'what ends with a text is listed in the order of its values, or in that of their ends',
  },
  'runs.fill': {
    where: 'src/engine/query/plan/list-source.ts',
    ways: ['list', 'bytes'],
    by: 'density',
    says: 'the set of some values is made from a list, or by a byte for each item',
  },
  'ranges.fill': {
    where: 'src/engine/query/plan/list-source.ts',
    ways: ['these', 'others'],
    by: 'cost',
    says: 'the set of several intervals is made from their docs, or from those between them',
  },
  'substring.set': {
    where: 'src/engine/query/plan/substring-source.ts',
    ways: ['stored', 'lists'],
    by: 'size',
    says: 'what contains a frequent text is a stored set, or is found by the lists of its places',
  },
  'substring.list': {
    where: 'src/engine/query/plan/substring-source.ts',
    ways: ['mark', 'runs'],
    by: 'cost',
    says: 'what contains a frequent text is listed by marking items, or by the runs of its values',
  },
  'substring.look': {
    where: 'src/engine/query/plan/substring-source.ts',
    ways: ['compiled', 'each'],
    by: 'size',
    says: 'values that may contain a text are looked through by one compiled loop, or one by one',
  },
  'substring.parts': {
    where: 'src/index/termdict/candidates.ts',
    ways: ['ask', 'look'],
    by: 'cost',
    says: 'a further part of a rare text narrows the values that may contain it, or these are looked through',
  },
  'substring.first': {
    where: 'src/index/termdict/candidates.ts',
    ways: ['own', 'shortest'],
    by: 'size',
    says: 'values that may contain a rare text are those of its own list, or of the shortest that a part of it ends in',
  },
  'substring.part': {
    where: 'src/index/termdict/candidates.ts',
    ways: ['narrow', 'keep'],
    by: 'cost',
    says: 'the lists of a part of a rare text narrow the values, or are passed over',
  },
  'substring.compared': {
    where: 'src/index/termdict/search-routine.ts',
    ways: ['whole', 'end'],
    by: 'size',
    says: 'a compiled loop looks for all of a text, or for its end, and what holds that is looked at again',
  },
  'bytes.search': {
    where: 'src/index/termdict/bytes.ts',
    ways: ['native', 'loop'],
    by: 'size',
    says: 'a text is looked for in a value by the engine, or by a loop',
  },
  'area.cell': {
    where: 'src/index/areas/index.ts',
    ways: ['look', 'halve'],
    by: 'size',
    says: 'the places of a cell are looked at one by one, or the cell is halved',
  },
  'hop.targets': {
    where: 'src/engine/query/plan/hop-source.ts',
    ways: ['list', 'look'],
    by: 'cost',
    says: 'related items become targets one by one, or all targets are looked up in their set',
  },
  'hop.side': {
    where: 'src/engine/query/plan/hop-source.ts',
    ways: ['chosen', 'others'],
    by: 'size',
    says: 'what links to related items is found by these, or by all others',
  },
  'hop.links': {
    where: 'src/engine/query/plan/hop-source.ts',
    ways: ['mark', 'count'],
    by: 'cost',
    says: 'what links to related items is marked at once, or only counted until it is asked for',
  },
  // src/engine/query/run: how pages are found and ordered.
  'own.way': {
    where: 'src/engine/query/run/counting.ts',
    ways: ['walk', 'combine'],
    by: 'cost',
    says: 'conditions that facets ignore are tested on the items, or combined as sets',
  },
  'page.export': {
    where: 'src/engine/query/run/export-order.ts',
    ways: ['places', 'first', 'slice', 'scan', 'walkDocs', 'select', 'bits', 'markBits'],
    by: 'cost',
    says: 'how a page in the order of the export is found',
  },
  'page.key': {
    where: 'src/engine/query/run/page.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'a page is found by walking a stored order, or by selecting it among the items',
  },
  'page.hop': {
    where: 'src/engine/query/run/hop-order.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'a page by a field of related items is found by walking its values, or by selecting it among the items',
  },
  'page.hop.end': {
    where: 'src/engine/query/run/hop-order.ts',
    ways: ['walk', 'select'],
    by: 'cost',
    says: 'such a walk goes on, or is given up for selecting',
  },
  'page.skip': {
    where: 'src/engine/query/run/order.ts',
    ways: ['seek', 'walk'],
    by: 'cost',
    says: 'the beginning of a page far back is found by counting in stored sets, or by walking',
  },
  'tie.count': {
    where: 'src/engine/query/run/page.ts',
    ways: ['walk', 'count'],
    by: 'cost',
    says: 'items of one value are walked by the next sort field, or counted first',
  },
  'tie.members': {
    where: 'src/engine/query/run/page.ts',
    ways: ['list', 'bits'],
    by: 'cost',
    says: 'items of one value are listed and tested, or combined as sets',
  },
  'select.foremost': {
    where: 'src/engine/query/run/page.ts',
    ways: ['foremost', 'all'],
    by: 'size',
    says: 'before a page is selected, items far behind it are left out, or all are looked at',
  },
  'order.ties': {
    where: 'src/engine/query/run/order.ts',
    ways: ['compare', 'rank'],
    by: 'size',
    says: 'a few items are put in order by comparing them, or by their ranks',
  },
  'order.window': {
    where: 'src/engine/query/run/order.ts',
    ways: ['sample', 'all'],
    by: 'size',
    says: 'what is not near the page is left out by values of a sample, or all items are ranked',
  },
  'near.page': {
    where: 'src/engine/query/run/nearest.ts',
    ways: ['ring', 'all'],
    by: 'size',
    says: 'of a page by distance only a ring around the place is put in order, or all items',
  },
  'near.ring': {
    where: 'src/engine/query/run/nearest.ts',
    ways: ['neighbours', 'sample'],
    by: 'size',
    says: 'how far the ring reaches is told by neighbours of the place, or by a sample',
  },
  // src/engine/facets: how many of each kind there are.
  'facet.stored': {
    where: 'src/engine/facets/tally.ts',
    ways: ['runs', 'count'],
    by: 'size',
    says: 'of all items it is stored how many have each value, or they are counted',
  },
  'facet.values': {
    where: 'src/engine/facets/tally.ts',
    ways: ['places', 'bits', 'list', 'marked'],
    by: 'cost',
    says: 'items are counted by value up to the end of each value, by bits, by a list, or in marked counters alone',
  },
  'facet.links.stored': {
    where: 'src/engine/facets/tally.ts',
    ways: ['runs', 'count'],
    by: 'size',
    says: 'of all items it is stored how many link to each target, or they are counted',
  },
  'facet.links': {
    where: 'src/engine/facets/tally.ts',
    ways: ['bits', 'list', 'marked'],
    by: 'cost',
    says: 'links are counted by target from bits, from a list, or in marked counters alone',
  },
  'facet.unique': {
    where: 'src/engine/facets/count.ts',
    ways: ['order', 'tally'],
    by: 'cost',
    says: 'where each value is that of one item, the stored order is gone through, or items are counted',
  },
  'facet.total': {
    where: 'src/engine/facets/top.ts',
    ways: ['inside', 'outside'],
    by: 'size',
    says: 'of such values those that may be shown are counted, or all others',
  },
  'statistics.ends': {
    where: 'src/engine/facets/count.ts',
    ways: ['ends', 'tally'],
    by: 'cost',
    says: 'the least and the greatest value are looked for from the ends of the stored order, or all are counted',
  },
  'facet.text': {
    where: 'src/engine/facets/values.ts',
    ways: ['native', 'loop'],
    by: 'size',
    says: 'a text of a facet is decoded by the engine, or letter by letter',
  },
  // src/engine/query/run, src/index/search: which items answer a search, and how well.
  'search.page': {
    where: 'src/engine/query/run/execute-search.ts',
    ways: ['ranked', 'all'],
    by: 'size',
    says: 'the first page of a search is found from what is stored of its words, or from all that answers',
  },
  'search.together': {
    where: 'src/engine/query/run/execute-together.ts',
    ways: ['ranked', 'all'],
    by: 'size',
    says: 'the same of a search of several types',
  },
  'search.word': {
    where: 'src/index/search/rank/ranked-first.ts',
    ways: ['stored', 'weighed'],
    by: 'size',
    says: 'the best items of a word are stored, or selected from its list',
  },
  'search.enough': {
    where: 'src/index/search/rank/evaluate.ts',
    ways: ['stop', 'whole'],
    by: 'size',
    says: 'items with all words are no longer looked for once they are too few, or all are found',
  },
  'search.all': {
    where: 'src/index/search/rank/evaluate.ts',
    ways: ['narrow', 'common'],
    by: 'cost',
    says: 'a further word is looked for in the items so far, or its own items are compared with them',
  },
  'search.lists': {
    where: 'src/index/search/rank/weigh.ts',
    ways: ['pairs', 'sums'],
    by: 'size',
    says: 'the lists of a word are put together two by two, or by a sum for each item',
  },
  'search.sum': {
    where: 'src/index/search/rank/summed.ts',
    ways: ['read', 'weigh'],
    by: 'size',
    says: 'a word with one list is added up as it is read, or weighed first',
  },
  'search.best': {
    where: 'src/index/search/rank/best.ts',
    ways: ['keep', 'select'],
    by: 'size',
    says: 'the best items are kept while others pass by, or selected by their ranks',
  },
  'search.find': {
    where: 'src/index/search/rank/finder.ts',
    ways: ['leap', 'step'],
    by: 'size',
    says: 'items are looked for in a longer list by leaps, or step by step',
  },
  'complete.words': {
    where: 'src/index/search/match/complete.ts',
    ways: ['stored', 'counted'],
    by: 'size',
    says: 'the most frequent words of a beginning are stored, or counted',
  },
  'suggest.best': {
    where: 'src/engine/query/run/suggest.ts',
    ways: ['stored', 'read'],
    by: 'size',
    says: 'the best items of a typed word are stored, or selected from its list',
  },
  // src/engine/facets: how values are counted.
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
  // src/jsonapi: how documents are put together.
  'related.page': {
    where: 'src/jsonapi/document/responder.ts',
    ways: ['window', 'all'],
    by: 'size',
    says: 'of related items only those of the page are looked at, or all',
  },
  'document.items': {
    where: 'src/jsonapi/document/document-assembler.ts',
    ways: ['compiled', 'each'],
    by: 'size',
    says: 'whole items are written many at once by a compiled loop, or one by one',
  },
  'bytes.text': {
    where: 'src/jsonapi/document/bytes.ts',
    ways: ['native', 'loop'],
    by: 'size',
    says: 'a text of a document is written by the engine, or letter by letter',
  },

  // build: how an export becomes a snapshot of the same bytes.
  'read.block': {
    where: 'build/segment/read-items.ts',
    ways: ['bytes', 'lines'],
    by: 'size',
    says: 'a block of whole lines is read from its bytes, or line by line',
  },
  'texts.dictionary': {
    where: 'build/segment/shared-dictionaries.ts',
    ways: ['shared', 'own'],
    by: 'density',
    stores: true,
    says: 'the texts of a locale share the dictionary of the one it falls back to, or have their own',
  },
  'substring.codes': {
    where: 'build/substrings/text/text.ts',
    ways: ['memory', 'file'],
    by: 'memory',
    says: 'a text whose substrings are sorted is in memory, or read from a file',
  },
  'substring.loops': {
    where: 'build/substrings/memory/thread-memory.ts',
    ways: ['compiled', 'plain'],
    by: 'memory',
    says: 'suffixes are counted and moved by compiled loops, or by plain ones where there is no memory for these',
  },
  'scratch.settle': {
    where: 'build/work/scratch/scratch.ts',
    ways: ['write', 'gather'],
    by: 'size',
    says: 'what waits is written to a scratch file, or gathers in memory',
  },
  'scratch.finish': {
    where: 'build/work/scratch/scratch.ts',
    ways: ['file', 'memory'],
    by: 'size',
    says: 'what is left to wait is written to a scratch file, or stays in memory',
  },
  'scratch.park': {
    where: 'build/work/scratch/park.ts',
    ways: ['file', 'memory'],
    by: 'size',
    says: 'a section that is made waits in a scratch file, or in memory',
  },
} as const satisfies Readonly<Record<string, Choice>>;

export type ChoiceName = keyof typeof CHOICES;
export type WayOf<Name extends ChoiceName> = (typeof CHOICES)[Name]['ways'][number];

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];
