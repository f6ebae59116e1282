/**
 * Opens the search index of a content type: checks that every section is there with the length that the other sections imply.
 */
import type { SearchRules, WordMark } from '../../../content/model/index.js';
import type { SectionMap } from '../../../format/index.js';
import { SearchIndex, type SearchTables, SHOWN_WORDS, type TitleIndex, TOP_DOCS } from '../../search/index.js';
import { ByteTerms } from '../../termdict/index.js';
import { localSearchSection, SEARCH, SEARCH_PREFIX } from '../names.js';
import { openHeads } from './open-text.js';

const none = new Uint32Array(0);

/**
 * @param size number of items of the type
 * @param name prefix of the sections; a locale's index has its own
 * @throws IntegrityError if a section is missing or has another length than the other sections imply
 */
export function openSearch(
  sections: SectionMap,
  { language, tuning, fields, titlePlace }: SearchRules,
  size: number,
  name = SEARCH_PREFIX,
): SearchIndex {
  const nameSection = (section: string): string => localSearchSection(section, name);
  const stems = openTerms(sections, nameSection(SEARCH.stems), nameSection(SEARCH.stemHeads));
  // Without a language, every word is its own stem.
  const words =
    language === undefined ? stems : openTerms(sections, nameSection(SEARCH.words), nameSection(SEARCH.wordHeads));
  const wordStems = language === undefined ? undefined : sections.u32(nameSection(SEARCH.wordStems), words.size);
  const prefixStarts = sections.u32(nameSection(SEARCH.prefixStarts));
  const listCount = stems.size + prefixStarts.length;
  const misspelt = sections.u32(nameSection(SEARCH.misspelt));
  const compoundParts = tuning?.compounds === true ? sections.u32(nameSection(SEARCH.compoundParts)) : none;
  const topStems = sections.u32(nameSection(SEARCH.topStems));
  const tables: SearchTables = {
    marks: [...new Set(fields.map(({ mark }) => mark))],
    stems,
    words,
    wordStems,
    counts: sections.u32(nameSection(SEARCH.counts), listCount),
    postings: sections.records(nameSection(SEARCH.postings), listCount),
    positions: fields.some(({ hasPositions }) => hasPositions)
      ? sections.records(nameSection(SEARCH.positions), stems.size)
      : undefined,
    prefixStarts,
    prefixEnds: sections.u32(nameSection(SEARCH.prefixEnds), prefixStarts.length),
    prefixWords: sections.u32(nameSection(SEARCH.prefixWords), prefixStarts.length * SHOWN_WORDS),
    misspellings: misspelt,
    corrections: sections.u32(nameSection(SEARCH.meant), misspelt.length),
    compoundParts,
    compounds: compoundParts === none ? none : sections.u32(nameSection(SEARCH.compounds), compoundParts.length),
    topStems,
    topDocs: sections.u32(nameSection(SEARCH.topDocs), topStems.length * TOP_DOCS),
    topImpacts: sections.u8(nameSection(SEARCH.topImpacts), topStems.length * TOP_DOCS),
    titles: titlePlace === undefined ? undefined : openTitles(sections, nameSection, fields[titlePlace]!.mark, size),
  };
  return new SearchIndex(tables, size);
}

/** @returns undefined in files of older versions */
function openTitles(
  sections: SectionMap,
  nameSection: (section: string) => string,
  mark: WordMark,
  size: number,
): TitleIndex | undefined {
  if (!sections.has(nameSection(SEARCH.titleKeys))) return undefined;
  const keys = sections.u32(nameSection(SEARCH.titleKeys));
  return {
    keys,
    docs: sections.u32(nameSection(SEARCH.titleDocs), keys.length),
    checks: sections.u32(nameSection(SEARCH.titleChecks), size),
    mark,
  };
}

function openTerms(sections: SectionMap, name: string, heads: string): ByteTerms {
  const records = sections.countedRecords(name);
  return new ByteTerms(records, openHeads(sections, heads, records.count));
}
