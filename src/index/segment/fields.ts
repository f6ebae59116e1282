/**
 * The index of one field: its column, posting lists and dictionaries, by the kind of its values.
 */
import type { DecimalField, Fold, NumberField, RelationshipField } from '../../content/model/index.js';
import type { DocLinks, LinkColumn, OrdinalColumn } from '../columns/index.js';
import type { Arena } from '../docset/index.js';
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
import type { LocaleIndex } from './locale-index.js';

export interface ValueIndex {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  /** Undefined for few docs, for long texts and for ids. */
  readonly quantiles: Quantiles | undefined;
}

/** Boolean, integer, dateTime, location, and decimals that are exact as floats. */
export interface NumberIndex extends ValueIndex {
  readonly kind: 'numbers';
  readonly field: NumberField;
  readonly terms: NumberTerms;
}

/** Decimals that are too long to be exact as floats. */
export interface LongDecimalIndex extends ValueIndex {
  readonly kind: 'longDecimals';
  readonly field: DecimalField;
  readonly terms: ByteTerms;
}

/** A collated order: a column of ranks instead of ordinals, and the docs by rank. */
export interface NaturalOrder {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
}

export interface TextIndex extends ValueIndex {
  readonly kind: 'text';
  /** A term may have no docs in this column, if a column of `sharing` has some. */
  readonly terms: Terms;
  /** Posting lists of the columns of other locales that share the terms; usually none. */
  readonly sharedPostings: readonly RunPostings[];
  /** Undefined, as are its starts, if the model turns `endsWith` off. */
  readonly reversed: ReversedOrder | undefined;
  /** Number of docs whose value comes before place r of the reversed order; one entry more than terms. */
  readonly reversedStarts: Uint32Array | undefined;
  /** Undefined, as are its first docs, if the model turns `contains` off. */
  readonly substrings: SubstringIndex | undefined;
  readonly firstDocs: NodeNumbers | undefined;
  /** Docs of the most frequent substrings; has no nodes if the build stored none. */
  readonly frequentSets: NodeNumbers | undefined;
  /** Index of the folded values, if the model asks for it. */
  readonly folded: FoldedTextIndex | undefined;
  /** The order that people expect in sorted lists, if the model asks for it. */
  readonly natural: NaturalOrder | undefined;
}

/** The folded values of a text. */
export interface FoldedTextIndex extends TextIndex {
  readonly fold: Fold;
}

/** A text with an index of its endings. */
export interface EndingTextIndex extends TextIndex {
  readonly reversed: ReversedOrder;
  readonly reversedStarts: Uint32Array;
}

/** A text with an index of its substrings. */
export interface SubstringTextIndex extends TextIndex {
  readonly substrings: SubstringIndex;
  readonly firstDocs: NodeNumbers;
  readonly frequentSets: NodeNumbers;
}

export const hasEndings = (index: TextIndex): index is EndingTextIndex => index.reversed !== undefined;
export const hasSubstrings = (index: TextIndex): index is SubstringTextIndex => index.substrings !== undefined;

/** The ids of all items: a text index with a hash table. */
export interface IdIndex extends TextIndex {
  readonly terms: ByteTerms;
  readonly hash: TermHash;
}

/** Lists of texts: a doc has any number of terms. */
export interface TextListIndex {
  readonly kind: 'textLists';
  readonly terms: ByteTerms;
  /** Doc → its distinct terms, in the order of its list. */
  readonly links: LinkColumn;
  /** Term → docs with that term. */
  readonly postings: RunPostings;
  /** Words of the bitset of docs with a term. */
  readonly populated: Uint32Array;
}

/** A relationship as documents are written from it. */
export interface RenderedLinks {
  readonly kind: 'links';
  readonly field: RelationshipField;
  /** Distinct targets: one byte, the index of the type in the field's `to`, then the id. */
  readonly targets: ByteTerms;
  readonly links: DocLinks;
  readonly linkage: LinkageStore;
}

/** An index that the first request for it derives from the links (link-counts). */
export interface DerivedCounts {
  open(arena: Arena): NumberIndex;
}

export interface LinkIndex extends RenderedLinks {
  readonly links: LinkColumn;
  /** The number of links of each doc, as the index of an integer field. */
  readonly counts: DerivedCounts;
  /** Target → docs that link to it; undefined if the model turns `filter` off. */
  readonly postings: RunPostings | undefined;
}

/** A relationship with posting lists, so that it can be filtered. */
export interface FilteredLinkIndex extends LinkIndex {
  readonly postings: RunPostings;
}

export const isFilteredLink = (index: LinkIndex): index is FilteredLinkIndex => index.postings !== undefined;

export type SortableIndex = NumberIndex | LongDecimalIndex | TextIndex;
export type FieldIndex = SortableIndex | TextListIndex | LinkIndex | LocaleIndex;
