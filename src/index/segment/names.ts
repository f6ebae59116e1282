/**
 * Names of the sections in a type's segment: `<field>/<structure>`. Field names hold no slash, and no `@`, which stands before
 * a locale.
 */
import { type ContentType, storedName } from '../../content/model/index.js';

export const ID_FIELD = 'id';

/** What the sections of the search index are named after. */
export const SEARCH_PREFIX = 'search';

/** @returns a section of the search index, of the locale whose index is named so */
export const localSearchSection = (section: string, name: string): string => name + section.slice(SEARCH_PREFIX.length);

/** Sections of the search index; no field, as they have no slash. */
export const SEARCH = Object.freeze({
  stems: 'search.stems',
  words: 'search.words',
  wordStems: 'search.wordStems',
  counts: 'search.counts',
  postings: 'search.postings',
  positions: 'search.positions',
  stemHeads: 'search.stemHeads',
  wordHeads: 'search.wordHeads',
  prefixStarts: 'search.prefixStarts',
  prefixEnds: 'search.prefixEnds',
  prefixWords: 'search.prefixWords',
  misspelt: 'search.misspelt',
  meant: 'search.meant',
  topStems: 'search.topStems',
  topDocs: 'search.topDocs',
  topImpacts: 'search.topImpacts',
});

export const sectionNames = (field: string) =>
  ({
    /** Distinct values: numbers … */
    values: `${field}/values`,
    /** … or bytes. */
    terms: `${field}/terms`,
    heads: `${field}/heads`,
    ordinals: `${field}/ordinals`,
    docs: `${field}/docs`,
    starts: `${field}/starts`,
    quantilePlaces: `${field}/quantiles.places`,
    quantileBits: `${field}/quantiles.bits`,
    reversedHeads: `${field}/reversed.heads`,
    reversedOrder: `${field}/reversed.order`,
    reversedRank: `${field}/reversed.rank`,
    reversedStarts: `${field}/reversed.starts`,
    hash: `${field}/hash`,
    linkStarts: `${field}/links.starts`,
    linkTargets: `${field}/links.targets`,
    linkage: `${field}/linkage`,
    /** The docs that have a value, a bit each. */
    populated: `${field}/populated`,
    substringCounts: `${field}/substrings.counts`,
    substringBucketStarts: `${field}/substrings.bucketStarts`,
    substringBucketEnds: `${field}/substrings.bucketEnds`,
    substringBranchStarts: `${field}/substrings.branchStarts`,
    substringBranchCounts: `${field}/substrings.branchCounts`,
    substringBranchLows: `${field}/substrings.branchLows`,
    substringBranchTargets: `${field}/substrings.branchTargets`,
    substringLists: `${field}/substrings.lists`,
    /** In place of the lists, in files of an older stele. */
    substringVarints: `${field}/substrings.buckets`,
    substringFirstNodes: `${field}/substrings.firstNodes`,
    substringFirstDocs: `${field}/substrings.firstDocs`,
    substringSetNodes: `${field}/substrings.setNodes`,
    substringSetBits: `${field}/substrings.setBits`,
  }) as const;

/** What the sections of a field's case-folded values are named after, in place of the field. */
export const foldedName = (field: string): string => `${field}/fold`;

/** What the sections of a field's natural order are named after. */
export const naturalName = (field: string): string => `${field}/natural`;

/** @returns the field whose case-folded values are named so, or the name of a field as it is */
export const unfoldedName = (name: string): string => name.replace(/\/fold$/, '');

/** What a section counts to where structures are weighed. */
export interface StructureName {
  /** Undefined where it belongs to no field. */
  readonly field: string | undefined;
  readonly structure: string;
}

/** @returns what stands before the first dot or hash */
const headOf = (name: string): string => {
  const end = name.search(/[.#]/);
  return end < 0 ? name : name.slice(0, end);
};

/** @returns of `title/terms.offsets` and the chunk `title/terms#1` `terms` of `title`, of `title/fold/terms` `fold` */
export function structureOf(section: string): StructureName {
  const [first = '', second] = section.split('/');
  return { field: second === undefined ? undefined : first, structure: headOf(second ?? first) };
}

/** Rendered items. */
export const DOCUMENTS = 'documents';
/** Of types with localized fields: the localized attributes of items, where another locale has others than the default one. */
export const LOCAL_DOCUMENTS = 'documents.local';
/**
 * Whether a section stays in its file where not all of a snapshot is in memory: what answers are copied from, and the lists
 * behind substrings of long texts, which both have checksums of their blocks.
 *
 * @param hasSums in a file of an older stele nothing has: rendered items stay there all the same
 */
export function staysInFile(section: string, hasSums: boolean): boolean {
  const name = section.replace(/#\d+$/, '');
  return hasSums || name === DOCUMENTS || name === LOCAL_DOCUMENTS;
}

/** The sets of locales in which items have values of their own. */
export const OWN_SETS = 'locales.sets';
/** Which of them each item has. */
export const OWN_LOCALES = 'locales.own';

/** @param locale place in the type's locales, not the default one. @returns where its items stand in `LOCAL_DOCUMENTS` */
export const localDocuments = (type: ContentType, locale: number): string => storedName(type, DOCUMENTS, locale);

/** What the sections of a locale's search index are named after, in place of `search`. */
export const localSearchName = (type: ContentType, locale: number): string => storedName(type, SEARCH_PREFIX, locale);

/** The kind a type's segment file has in its header. */
export const TYPE_SEGMENT = 'type';
/** The kind of the file that maps link targets to docs. */
export const JOIN_SEGMENT = 'joins';
