/**
 * Rules for every kind of section: the invariant that its readers rely on, and the files of this folder that check it.
 *
 * A test reads snapshots with every structure, and fails for a section without a rule.
 */
import { OFFSET_BLOCK } from '../../format/index.js';
import {
  LOCAL_DOCUMENTS,
  LOCALE_ROWS,
  OWN_LOCALES,
  OWN_SETS,
  SEARCH,
  SIMILAR,
  sectionNames,
} from '../segment/index.js';

type FieldSection = keyof ReturnType<typeof sectionNames>;
type SearchSection = keyof typeof SEARCH;

interface Rule {
  /** A statement that readers rely on. */
  readonly invariant: string;
  /** The files of this folder that check it. */
  readonly checkedBy: readonly (
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

const perNode = 'one walk from the root reaches every node, branch and bucket once, at a depth of at most 32 bytes';
const recountedNodes = 'the stored nodes and numbers are those counted from the buckets';
const records = 'records follow each other without a gap';

/** Sections of a field, of its case-folded values and of its natural order. */
const FIELD_RULES: Readonly<Record<FieldSection, Rule>> = {
  values: { invariant: 'numbers ascend, and are values of the field type', checkedBy: ['field', 'values'] },
  terms: { invariant: `${records}, ascend, and are values of the field type`, checkedBy: ['bounds', 'runs', 'values'] },
  heads: { invariant: 'each is the start of its term', checkedBy: ['field'] },
  ordinals: {
    invariant: 'ordinals are below the number of starts, and agree with the runs',
    checkedBy: ['bounds', 'runs'],
  },
  docs: {
    invariant: 'docs are below the number of items, ascend within a run, and occur once',
    checkedBy: ['bounds', 'runs'],
  },
  starts: { invariant: 'runs ascend from 0 to at most the number of docs', checkedBy: ['bounds', 'runs'] },
  quantilePlaces: {
    invariant: 'places ascend from 0 to the end of the last run; each is the start of a run',
    checkedBy: ['quantiles'],
  },
  quantileBits: { invariant: 'bits are the items before the place', checkedBy: ['quantiles'] },
  reversedHeads: { invariant: 'each is the start of its reversed term', checkedBy: ['field'] },
  reversedOrder: {
    invariant: 'places are below the number of terms, and their terms ascend when reversed',
    checkedBy: ['bounds', 'field'],
  },
  reversedRank: { invariant: 'it is the inverse of the order', checkedBy: ['bounds', 'field'] },
  reversedStarts: { invariant: 'differences of neighbours are the lengths of the runs', checkedBy: ['field'] },
  hash: {
    invariant:
      'each id is in one slot, only taken slots are between its hash and this slot, and at least one slot is empty',
    checkedBy: ['ids'],
  },
  linkStarts: {
    invariant: 'links ascend from 0 to the number of targets; a to-one relationship has at most one per item',
    checkedBy: ['bounds', 'links'],
  },
  linkTargets: {
    invariant: 'targets are below the number of terms, occur once per item, and agree with the inverse',
    checkedBy: ['bounds', 'links'],
  },
  linkage: { invariant: `${records}, and each names its target`, checkedBy: ['bounds', 'links'] },
  populated: { invariant: 'bits are set for the items with values', checkedBy: ['links'] },
  substringCounts: {
    invariant: 'the count of a node is the number of items of its buckets (a sample of the deep nodes)',
    checkedBy: ['substrings/index'],
  },
  substringBucketStarts: { invariant: perNode, checkedBy: ['substrings/tree'] },
  substringBucketEnds: { invariant: perNode, checkedBy: ['substrings/tree'] },
  substringBranchStarts: { invariant: perNode, checkedBy: ['substrings/tree'] },
  substringBranchCounts: { invariant: perNode, checkedBy: ['substrings/tree'] },
  substringBranchLows: { invariant: 'bytes ascend within a node', checkedBy: ['substrings/index'] },
  substringBranchTargets: { invariant: perNode, checkedBy: ['substrings/tree'] },
  substringLists: {
    invariant: `${records}, each list ends with its record, and its terms ascend and exist`,
    checkedBy: ['bounds', 'substrings/lists', 'substrings/index'],
  },
  substringVarints: {
    invariant: `${records}, and the terms of each ascend and exist`,
    checkedBy: ['bounds', 'substrings/lists', 'substrings/index'],
  },
  substringFirstNodes: { invariant: recountedNodes, checkedBy: ['substrings/index'] },
  substringFirstDocs: { invariant: recountedNodes, checkedBy: ['substrings/index'] },
  substringSetNodes: { invariant: recountedNodes, checkedBy: ['substrings/index'] },
  substringSetBits: { invariant: recountedNodes, checkedBy: ['substrings/index'] },
};

const compoundsInOrder = 'stems exist, parts ascend, and the compounds of a part ascend and are other stems';
const titlesInOrder = 'keys ascend, the items of each ascend and exist, and items with a key have a title';

const SEARCH_RULES: Readonly<Record<SearchSection, Rule>> = {
  stems: { invariant: `${records} and ascend`, checkedBy: ['bounds', 'search'] },
  words: { invariant: `${records} and ascend`, checkedBy: ['bounds', 'search'] },
  wordStems: { invariant: 'stems exist, and each belongs to a word', checkedBy: ['search'] },
  counts: { invariant: 'each list has at least one item, and at most all items', checkedBy: ['search'] },
  postings: {
    invariant: `${records}, each list ends with its record, and its items ascend and exist`,
    checkedBy: ['bounds', 'search'],
  },
  positions: {
    invariant: `${records}, each ends with its record, and its skip table is correct`,
    checkedBy: ['bounds', 'positions'],
  },
  stemHeads: { invariant: 'each is the start of its stem', checkedBy: ['search'] },
  wordHeads: { invariant: 'each is the start of its word', checkedBy: ['search'] },
  prefixStarts: {
    invariant: 'ranges of words are in order, not empty, and at most as many as the characters of the words',
    checkedBy: ['search'],
  },
  prefixEnds: {
    invariant: 'ranges of words are in order, not empty, and at most as many as the characters of the words',
    checkedBy: ['search'],
  },
  prefixWords: { invariant: 'they are the most frequent words of the beginning', checkedBy: ['search'] },
  misspelt: {
    invariant: 'words exist, are in order, and are one typing error away from their corrections',
    checkedBy: ['search'],
  },
  meant: { invariant: 'words exist', checkedBy: ['search'] },
  topStems: { invariant: 'stems exist and ascend', checkedBy: ['search'] },
  topDocs: { invariant: 'they are the best items of the list', checkedBy: ['search'] },
  compoundParts: { invariant: compoundsInOrder, checkedBy: ['search'] },
  compounds: { invariant: compoundsInOrder, checkedBy: ['search'] },
  titleKeys: { invariant: titlesInOrder, checkedBy: ['search'] },
  titleDocs: { invariant: titlesInOrder, checkedBy: ['search'] },
  titleChecks: { invariant: titlesInOrder, checkedBy: ['search'] },
  topImpacts: { invariant: 'they are the impacts of the best items', checkedBy: ['search'] },
};

/** Sections of the type as a whole, by name. */
const TYPE_RULES: Readonly<Record<string, Rule>> = {
  documents: {
    invariant: `${records}, have lengths that add up, the own id, and a value of its type for each attribute`,
    checkedBy: ['bounds', 'rendered'],
  },
  [LOCAL_DOCUMENTS]: {
    invariant: `${records}, have lengths that add up, and values of their types`,
    checkedBy: ['bounds', 'rendered'],
  },
  'documents@': { invariant: 'places are 0, or the number of a record plus 1', checkedBy: ['rendered'] },
  [OWN_SETS]: {
    invariant: `${records}, and are lists of codes in the order of the locales`,
    checkedBy: ['bounds', 'segment'],
  },
  [OWN_LOCALES]: {
    invariant: 'sets exist, and the header has the number of items of each locale',
    checkedBy: ['segment'],
  },
  [LOCALE_ROWS]: { invariant: 'the rows are those of the sets', checkedBy: ['segment'] },
  [SIMILAR]: {
    invariant: `${records}, and name existing features and other existing items, each item once`,
    checkedBy: ['bounds', 'similar'],
  },
};

const JOIN: Rule = { invariant: 'each target leads to the item with its id', checkedBy: ['snapshot'] };
const OFFSETS: Rule = {
  invariant: `offsets ascend from 0 to the end of the bytes, ${OFFSET_BLOCK} share a base`,
  checkedBy: ['bounds'],
};
const BLOCKS: Rule = { invariant: 'each checksum is the CRC-32 of its block', checkedBy: ['blocks'] };

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
