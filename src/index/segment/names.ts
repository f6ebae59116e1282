/**
 * Names of the sections in a type's segment: `<field>/<structure>`, and a few without a field.
 *
 * Field names contain neither a slash nor an `@`; the `@` separates the code of a locale.
 */
import {
  type ContentType,
  isLocalized,
  isNatural,
  modelFieldName,
  storedFieldName,
} from '../../content/model/index.js';

export const ID_FIELD = 'id';

/** Prefix of the sections of a search index. */
export const SEARCH_PREFIX = 'search';

/** @returns the name of `section` in the search index with the prefix `name` */
export const localSearchSection = (section: string, name: string): string => name + section.slice(SEARCH_PREFIX.length);

/** Sections of the search index. They have no slash, so no field can have the same name. */
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
  titleKeys: 'search.titleKeys',
  titleDocs: 'search.titleDocs',
  titleChecks: 'search.titleChecks',
  compoundParts: 'search.compoundParts',
  compounds: 'search.compounds',
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
    /** Bitset of the docs that have a value. */
    populated: `${field}/populated`,
    substringCounts: `${field}/substrings.counts`,
    substringBucketStarts: `${field}/substrings.bucketStarts`,
    substringBucketEnds: `${field}/substrings.bucketEnds`,
    substringBranchStarts: `${field}/substrings.branchStarts`,
    substringBranchCounts: `${field}/substrings.branchCounts`,
    substringBranchLows: `${field}/substrings.branchLows`,
    substringBranchTargets: `${field}/substrings.branchTargets`,
    substringLists: `${field}/substrings.lists`,
    /** Replaces the lists in files of older versions. */
    substringVarints: `${field}/substrings.buckets`,
    substringFirstNodes: `${field}/substrings.firstNodes`,
    substringFirstDocs: `${field}/substrings.firstDocs`,
    substringSetNodes: `${field}/substrings.setNodes`,
    substringSetBits: `${field}/substrings.setBits`,
  }) as const;

/** @returns the prefix of the sections of a field's case-folded values */
export const foldedName = (field: string): string => `${field}/fold`;

/** @returns the prefix of the sections of a field's natural order */
export const naturalName = (field: string): string => `${field}/natural`;

/**
 * @param field stored field that items can be sorted by, or `id`
 * @returns the section with the place of each item's value in the order of a sort
 */
export function sortOrdinalsSection({ fieldByName }: ContentType, field: string): string {
  const modelField = fieldByName.get(modelFieldName(field));
  const isNaturalOrder = modelField !== undefined && isNatural(modelField);
  return sectionNames(isNaturalOrder ? naturalName(field) : field).ordinals;
}

/** @returns the name without the suffix of case-folded values */
export const unfoldedName = (name: string): string => name.replace(/\/fold$/, '');

/** The field and structure that the size of a section is added to in reports. */
export interface StructureName {
  /** Undefined if it belongs to no field. */
  readonly field: string | undefined;
  readonly structure: string;
}

/** @returns the part before the first dot or hash */
const structureName = (name: string): string => {
  const end = name.search(/[.#]/);
  return end < 0 ? name : name.slice(0, end);
};

/** @returns `terms` of `title` for `title/terms.offsets` and for its chunk `title/terms#1`; `fold` of `title` for `title/fold/terms` */
export function parseSectionName(section: string): StructureName {
  const [first = '', second] = section.split('/');
  return { field: second === undefined ? undefined : first, structure: structureName(second ?? first) };
}

/** Rendered items. */
export const DOCUMENTS = 'documents';
/** Localized attributes of items in other locales that differ from the default locale. */
export const LOCAL_DOCUMENTS = 'documents.local';
/**
 * Whether a section may stay in its file when a snapshot is partly in memory: rendered items, and the substring lists of long
 * texts. Both have checksums per block.
 *
 * @param hasSums whether the section has them; files of older versions have no checksums, but their rendered items may stay too
 */
export function canStayInFile(section: string, hasSums: boolean): boolean {
  const name = section.replace(/#\d+$/, '');
  return hasSums || name === DOCUMENTS || name === LOCAL_DOCUMENTS;
}

/** The sets of locales in which items have values of their own. */
export const OWN_SETS = 'locales.sets';
/** Each item's index among these sets. */
export const OWN_LOCALES = 'locales.own';
/** For each locale, the set of the items with values of their own in it; missing in snapshots of older versions. */
export const LOCALE_ROWS = 'locales.rows';

/**
 * Builds the name of a locale's structure in the map of shared names, which also has fields. If a localized field has the name of
 * the structure, the structure's name gets a dot, which no field has.
 */
const localStructureName = (type: ContentType, structure: string, locale: number): string => {
  const isTaken = type.fields.some((field) => field.name === structure && isLocalized(field));
  return storedFieldName(type, isTaken && locale > 0 ? `${structure}.all` : structure, locale);
};

/** @param locale index among the type's locales, not 0. @returns the section with its items' places in `LOCAL_DOCUMENTS` */
export const localPlacesName = (type: ContentType, locale: number): string =>
  localStructureName(type, DOCUMENTS, locale);

/** @returns the prefix of the sections of a locale's search index */
export const localSearchName = (type: ContentType, locale: number): string =>
  localStructureName(type, SEARCH_PREFIX, locale);

/** Kind, in the header, of a content type's segment file. */
export const TYPE_SEGMENT = 'type';
/** Kind of the file that maps link targets to docs. */
export const JOIN_SEGMENT = 'joins';
