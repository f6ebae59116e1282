/**
 * Rules for every kind of section: the invariant that its readers rely on, and the files of this folder that check it.
 *
 * A test reads snapshots with every structure, and fails for a section without a rule.
 */
import { OFFSET_BLOCK } from '../../format/index.js';
import { LOCAL_DOCUMENTS, OWN_LOCALES, OWN_SETS, SEARCH, SIMILAR, sectionNames } from '../segment/index.js';

type FieldSection = keyof ReturnType<typeof sectionNames>;
type SearchSection = keyof typeof SEARCH;

interface Rule {
  /** The invariant. */
  readonly holds: string;
  /** The files of this folder that check it. */
  readonly by: readonly (
    | 'bounds'
    | 'substrings/lists'
    | 'ids'
    | 'rendered'
    | 'field'
    | 'links'
    | 'positions'
    | 'runs'
    | 'segment'
    | 'similar'
    | 'substrings/tree'
    | 'search'
    | 'values'
    | 'substrings/index'
    | 'quantiles'
    | 'blocks'
    | 'snapshot'
  )[];
}

const perNode = 'one walk from the root meets every node, branch and bucket once, and none is deeper than 32 bytes';
const recountedNodes = 'what is stored of nodes is what is counted again from the buckets';
const records = 'records follow each other without a gap';

/** Sections of a field, of its case-folded values and of its natural order. */
const FIELD_RULES: Readonly<Record<FieldSection, Rule>> = {
  values: { holds: 'numbers ascend, and are values of the field type', by: ['field', 'values'] },
  terms: { holds: `${records}, ascend, and are values of the field type`, by: ['bounds', 'runs', 'values'] },
  heads: { holds: 'each is made of its term', by: ['field'] },
  ordinals: { holds: 'ordinals are below the number of starts, and those of the runs', by: ['bounds', 'runs'] },
  docs: {
    holds: 'docs are below the number of items, ascend within a run, and occur once',
    by: ['bounds', 'runs'],
  },
  starts: { holds: 'runs ascend from 0 and end inside', by: ['bounds', 'runs'] },
  quantilePlaces: { holds: 'places ascend from 0 to the last run, each the start of one', by: ['quantiles'] },
  quantileBits: { holds: 'bits are the items before the place', by: ['quantiles'] },
  reversedHeads: { holds: 'each is made of its reversed term', by: ['field'] },
  reversedOrder: {
    holds: 'places are below the number of terms, and their terms ascend when reversed',
    by: ['bounds', 'field'],
  },
  reversedRank: { holds: 'it is the inverse of the order', by: ['bounds', 'field'] },
  reversedStarts: { holds: 'it adds up the lengths of the runs', by: ['field'] },
  hash: { holds: 'each id stands there once, behind taken slots, and as many slots as must be are empty', by: ['ids'] },
  linkStarts: { holds: 'links ascend from 0 and end inside; to-one has one at most', by: ['bounds', 'links'] },
  linkTargets: {
    holds: 'targets are below the number of terms, each once an item, and have their inverse',
    by: ['bounds', 'links'],
  },
  linkage: { holds: `${records}, and show their target`, by: ['bounds', 'links'] },
  populated: { holds: 'bits are the items with links', by: ['links'] },
  substringCounts: {
    holds: 'the buckets of a node have as many items (of deep nodes, a sample)',
    by: ['substrings/index'],
  },
  substringBucketStarts: { holds: perNode, by: ['substrings/tree'] },
  substringBucketEnds: { holds: perNode, by: ['substrings/tree'] },
  substringBranchStarts: { holds: perNode, by: ['substrings/tree'] },
  substringBranchCounts: { holds: perNode, by: ['substrings/tree'] },
  substringBranchLows: { holds: 'bytes ascend within a node', by: ['substrings/index'] },
  substringBranchTargets: { holds: perNode, by: ['substrings/tree'] },
  substringLists: {
    holds: `${records}, end where they say, and have terms that ascend and are there`,
    by: ['bounds', 'substrings/lists', 'substrings/index'],
  },
  substringVarints: {
    holds: `${records}, and have terms that ascend and are there`,
    by: ['bounds', 'substrings/lists', 'substrings/index'],
  },
  substringFirstNodes: { holds: recountedNodes, by: ['substrings/index'] },
  substringFirstDocs: { holds: recountedNodes, by: ['substrings/index'] },
  substringSetNodes: { holds: recountedNodes, by: ['substrings/index'] },
  substringSetBits: { holds: recountedNodes, by: ['substrings/index'] },
};

const SEARCH_RULES: Readonly<Record<SearchSection, Rule>> = {
  stems: { holds: `${records} and ascend`, by: ['bounds', 'search'] },
  words: { holds: `${records} and ascend`, by: ['bounds', 'search'] },
  wordStems: { holds: 'stems are there, and each is that of a word', by: ['search'] },
  counts: { holds: 'each list has at least one item and at most all', by: ['search'] },
  postings: {
    holds: `${records}, end where they should, and their items ascend and are there`,
    by: ['bounds', 'search'],
  },
  positions: { holds: `${records}, end where they should, and have a correct skip table`, by: ['bounds', 'positions'] },
  stemHeads: { holds: 'each is made of its stem', by: ['search'] },
  wordHeads: { holds: 'each is made of its word', by: ['search'] },
  prefixStarts: { holds: 'beginnings are in order and inside, and as long as words are', by: ['search'] },
  prefixEnds: { holds: 'beginnings are in order and inside, and as long as words are', by: ['search'] },
  prefixWords: { holds: 'they are the most frequent words of the beginning', by: ['search'] },
  misspelt: { holds: 'words are there, in order, and near what is meant', by: ['search'] },
  meant: { holds: 'words are there', by: ['search'] },
  topStems: { holds: 'stems are there and ascend', by: ['search'] },
  topDocs: { holds: 'they are the best items of the list', by: ['search'] },
  topImpacts: { holds: 'they are the impacts of these', by: ['search'] },
};

/** Sections of the type as a whole, by name. */
const TYPE_RULES: Readonly<Record<string, Rule>> = {
  documents: {
    holds: `${records}, have lengths that add up, the own id, and a value of its type for each attribute`,
    by: ['bounds', 'rendered'],
  },
  [LOCAL_DOCUMENTS]: {
    holds: `${records}, have lengths that add up, and values of their types`,
    by: ['bounds', 'rendered'],
  },
  'documents@': { holds: 'places are 0, or those of a record plus 1', by: ['rendered'] },
  [OWN_SETS]: { holds: `${records}, and are lists of codes in the order of the locales`, by: ['bounds', 'segment'] },
  [OWN_LOCALES]: { holds: 'sets are there, and are counted right', by: ['segment'] },
  [SIMILAR]: {
    holds: `${records}, and name other items and features that are there, each item once`,
    by: ['bounds', 'similar'],
  },
};

const JOIN: Rule = { holds: 'each target leads to the item of its id', by: ['snapshot'] };
const OFFSETS: Rule = {
  holds: `offsets ascend from 0 to the end of the bytes, ${OFFSET_BLOCK} to a base`,
  by: ['bounds'],
};
const BLOCKS: Rule = { holds: 'checksums are those of the bytes', by: ['blocks'] };

const indexRules = (rules: Readonly<Record<string, Rule>>, names: Readonly<Record<string, string>>, prefix: string) =>
  new Map(
    Object.entries(names).flatMap(([key, name]) => {
      const rule = rules[key];
      return rule === undefined ? [] : [[name.slice(prefix.length), rule] as const];
    }),
  );

const fieldRules = indexRules(FIELD_RULES, sectionNames('f'), 'f/');
const searchRules = indexRules(SEARCH_RULES, SEARCH, 'search');

/**
 * @param kind of the segment: `type` or `joins`
 * @param section name in the file
 * @returns undefined if no reader knows the section
 */
export function findRule(kind: string, section: string): Rule | undefined {
  if (kind !== 'type') return JOIN;
  const name = section.replace(/#\d+/, '');
  if (name.endsWith('.blocks')) return BLOCKS;
  if (/\.offsets(\.bases)?$/.test(name)) return OFFSETS;
  if (name.includes('/')) return fieldRules.get(name.replace(/^[^/]+\/((fold|natural)\/)?/, ''));
  if (/^search(@[^.]+)?\./.test(name)) return searchRules.get(name.replace(/^search(@[^.]+)?/, ''));
  return TYPE_RULES[name.startsWith('documents@') ? 'documents@' : name];
}
