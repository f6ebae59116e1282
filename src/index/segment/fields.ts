/**
 * The readers of one field, by what its values are.
 */

import type { DecimalField, NumberField, RelationshipField } from '../../content/model/index.js';
import type { DocLinks, LinkColumn, OrdinalColumn } from '../columns/index.js';
import type { LinkageStore } from '../documents/index.js';
import type { Quantiles, RunPostings } from '../postings/index.js';
import type {
  ByteTerms,
  NodeNumbers,
  NumberTerms,
  ReversedOrder,
  SubstringIndex,
  TermHash,
  Terms,
} from '../termdict/index.js';

export interface ValueIndex {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  /** Only where there are enough docs for them to pay, and never of long texts and ids. */
  readonly quantiles: Quantiles | undefined;
}

/** Boolean, integer, dateTime, and decimals that are exact as floats. */
export interface NumberIndex extends ValueIndex {
  readonly kind: 'numbers';
  readonly field: NumberField;
  readonly terms: NumberTerms;
}

/** Decimals beyond that. */
export interface LongDecimalIndex extends ValueIndex {
  readonly kind: 'longDecimals';
  readonly field: DecimalField;
  readonly terms: ByteTerms;
}

/** A column of ranks in place of ordinals, and the docs by rank. */
export interface NaturalOrder {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
}

export interface TextIndex extends ValueIndex {
  readonly kind: 'text';
  /** Some may have no docs here: those that only `sharing` have. */
  readonly terms: Terms;
  /** The runs of other columns that have the same terms, where a locale shares them with another; else none. */
  readonly sharing: readonly RunPostings[];
  /** Undefined, with its starts, where the model turns it off. */
  readonly reversed: ReversedOrder | undefined;
  /** Docs whose value stands before place r of the reversed order; one more entry than terms. */
  readonly reversedStarts: Uint32Array | undefined;
  /** Undefined, with its first docs, where the model turns it off. */
  readonly substrings: SubstringIndex | undefined;
  readonly firstDocs: NodeNumbers | undefined;
  /** Of the most frequent substrings; none where the build kept none. */
  readonly frequentSets: NodeNumbers | undefined;
  /** The same of the case-folded values, where the model asks for it. */
  readonly folded: TextIndex | undefined;
  /** The order in which people look for the values, where the model asks for it. */
  readonly natural: NaturalOrder | undefined;
}

/** A text whose endings are indexed … */
export interface EndingsIndex extends TextIndex {
  readonly reversed: ReversedOrder;
  readonly reversedStarts: Uint32Array;
}

/** … and one whose substrings are. */
export interface ContainedIndex extends TextIndex {
  readonly substrings: SubstringIndex;
  readonly firstDocs: NodeNumbers;
  readonly frequentSets: NodeNumbers;
}

export const hasEndings = (index: TextIndex): index is EndingsIndex => index.reversed !== undefined;
export const hasSubstrings = (index: TextIndex): index is ContainedIndex => index.substrings !== undefined;

/** The id of every item: as a text, and found by hash. */
export interface IdIndex extends TextIndex {
  readonly terms: ByteTerms;
  readonly hash: TermHash;
}

/** Lists of texts: a doc has any number of terms. */
export interface TextListIndex {
  readonly kind: 'textLists';
  readonly terms: ByteTerms;
  /** Doc → its terms, each once, in the order of its list. */
  readonly links: LinkColumn;
  /** Term → docs that have it. */
  readonly postings: RunPostings;
  /** The docs that have any term, as a bitset's words. */
  readonly populated: Uint32Array;
}

/** What documents need of a relationship. */
export interface LinkageIndex {
  readonly kind: 'links';
  readonly field: RelationshipField;
  /** Distinct targets: one byte, the index of the type in the field's `to`, then the id. */
  readonly targets: ByteTerms;
  readonly links: DocLinks;
  readonly linkage: LinkageStore;
}

export interface LinkIndex extends LinkageIndex {
  readonly links: LinkColumn;
  /** Target → docs that link to it; undefined where the model turns it off. */
  readonly postings: RunPostings | undefined;
}

/** A relationship of which it is stored who links to whom. */
export interface FilteredLinkIndex extends LinkIndex {
  readonly postings: RunPostings;
}

export const isFilteredLink = (index: LinkIndex): index is FilteredLinkIndex => index.postings !== undefined;

export type SortableIndex = NumberIndex | LongDecimalIndex | TextIndex;
export type FieldIndex = SortableIndex | TextListIndex | LinkIndex;
