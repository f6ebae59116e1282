/**
 * The table of thresholds: sizes from which the code uses another method, and which small content never reaches.
 *
 * The number itself is in the file that uses it. Tests lower it, so that thirty items are enough to reach every branch.
 */

export interface Threshold {
  /** The only file that uses this threshold. */
  readonly file: string;
  readonly description: string;
  /** Set if the threshold decides which bytes a snapshot stores; answers are the same either way. */
  readonly stores?: true;
}

export const THRESHOLDS = {
  'facet.unique': {
    file: 'src/engine/facets/unique.ts',
    description: 'number of values above which values of one item each are read in order',
  },
  'related.chunk': {
    file: 'src/engine/facets/related/related-counter.ts',
    description: 'links whose values are looked up together',
  },
  'page.block': {
    file: 'src/engine/query/page/page.ts',
    description: 'docs in the smallest block of a walk over an order',
  },
  'select.slack': {
    file: 'src/engine/query/page/select-window.ts',
    description: 'spare docs that are kept when docs far behind the page are dropped',
  },
  'counts.quantiles': {
    file: 'src/index/segment/link-counts.ts',
    description: 'docs of a segment from which a count of links has quantiles',
  },
  'runs.long': {
    file: 'src/engine/query/sources/run-lists.ts',
    description: 'docs in a run from which the run is copied in one call',
  },
  'substring.bucket': {
    file: 'src/index/termdict/substrings.ts',
    stores: true,
    description: 'number of values above which a substring gets a tree node, and a field a tree',
  },
  'search.beginnings': {
    file: 'build/words/beginnings/prefixes.ts',
    stores: true,
    description: 'number of entries above which the items of a word prefix are listed together',
  },
  'search.top': {
    file: 'build/words/top-docs.ts',
    stores: true,
    description: 'number of items above which the best items of a word are stored',
  },
  'read.chunk': { file: 'build/read/files/file-chunks.ts', description: 'bytes of a file per read' },
  'read.blocks': { file: 'build/read/files/lines.ts', description: 'bytes in the smallest block of lines' },
  'sort.window': {
    file: 'build/sorting/run-file.ts',
    description: 'least bytes of a run in memory while it is merged',
  },
  'sort.run': {
    file: 'build/segment/create-context.ts',
    description: 'bytes in the smallest run that is sorted in memory',
  },
  'substring.batch': { file: 'build/segment/create-context.ts', description: 'suffixes in the smallest batch' },
  'substring.group': { file: 'build/substrings/groups.ts', description: 'batches in a group of suffixes' },
  'substring.part': {
    file: 'build/substrings/text/suffix-text.ts',
    description: 'codes in the smallest part of a text',
  },
  'substring.piece': { file: 'build/substrings/column-counts.ts', description: 'bytes of buckets per read' },
  'substring.copy': {
    file: 'build/substrings/earlier/renumbered-lists.ts',
    description: 'bytes of lists above which a patched tree refers to their file',
  },
  'words.batch': { file: 'build/words/search-index.ts', description: 'bytes of texts per batch of word extraction' },
  'words.part': {
    file: 'build/words/search-index.ts',
    description: 'bytes in the smallest part of the word entries',
  },
  'words.read': { file: 'build/words/beginnings/spans.ts', description: 'bytes of lists per read' },
  'links.rendered': { file: 'build/columns/resolved-links.ts', description: 'bytes of rendered targets per batch' },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof THRESHOLDS;
