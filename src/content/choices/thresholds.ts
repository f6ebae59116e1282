/**
 * The table of thresholds: numbers that decide when something happens and that small content would never reach. The
 * number stands where it is used; tests lower it, so that a world of thirty items comes to every branch.
 */

export interface Threshold {
  /** The one file that uses it. */
  readonly where: string;
  readonly says: string;
  /** Where it decides what a snapshot stores, and so its bytes; answers are the same. */
  readonly stores?: true;
}

export const THRESHOLDS = {
  'facet.unique': {
    where: 'src/engine/facets/unique.ts',
    says: 'values beyond which those of one item each are gone through in order',
  },
  'page.block': { where: 'src/engine/query/page/page.ts', says: 'docs of the smallest block of a walk' },
  'select.slack': {
    where: 'src/engine/query/page/select-window.ts',
    says: 'how many docs more than likely are kept when those far behind a page are left out',
  },
  'runs.long': {
    where: 'src/engine/query/sources/run-lists.ts',
    says: 'docs of a run from which on it is copied at once',
  },
  'substring.bucket': {
    where: 'src/index/termdict/substrings.ts',
    stores: true,
    says: 'values beyond which a substring gets a node of its tree, and a field a tree',
  },
  'search.beginnings': {
    where: 'build/words/beginnings/prefixes.ts',
    stores: true,
    says: 'entries beyond which the items of a beginning are listed together',
  },
  'search.top': {
    where: 'build/words/stem-lists.ts',
    stores: true,
    says: 'items beyond which the best of a word are stored',
  },
  'read.chunk': { where: 'build/read/files/file-chunks.ts', says: 'bytes of a file that are read at once' },
  'read.blocks': { where: 'build/read/files/lines.ts', says: 'bytes of the smallest block of lines' },
  'sort.window': {
    where: 'build/sorting/merge.ts',
    says: 'bytes of a run that are in memory at least while it is merged',
  },
  'sort.run': { where: 'build/segment/create-workshop.ts', says: 'bytes of the smallest run that is sorted in memory' },
  'substring.batch': { where: 'build/segment/create-workshop.ts', says: 'suffixes of the smallest batch' },
  'substring.group': { where: 'build/substrings/groups.ts', says: 'batches of a group of suffixes' },
  'substring.part': { where: 'build/substrings/text/text.ts', says: 'codes of the smallest part of a text' },
  'substring.piece': { where: 'build/substrings/column-counts.ts', says: 'bytes of buckets that are read at once' },
  'words.batch': { where: 'build/words/search-sections.ts', says: 'bytes of texts whose words are found at once' },
  'words.part': { where: 'build/words/search-sections.ts', says: 'bytes of the smallest part of the entries of words' },
  'words.read': { where: 'build/words/beginnings/beginnings.ts', says: 'bytes of lists that are read at once' },
  'links.rendered': { where: 'build/columns/link-column.ts', says: 'bytes of targets that are rendered at once' },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof THRESHOLDS;
