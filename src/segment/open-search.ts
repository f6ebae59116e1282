/**
 * The search index of a content type, opened: every section there, with the length that the others imply.
 */
import type { SectionMap } from '../format/index.js';
import type { SearchRules } from '../model/index.js';
import { SearchIndex, SHOWN_WORDS, TOP_DOCS } from '../search/index.js';
import { ByteTerms } from '../termdict/index.js';
import { openHeads } from './heads.js';
import { SEARCH } from './names.js';

/** @param size items of the type. @throws IntegrityError when the sections do not fit each other */
export function openSearch(sections: SectionMap, { language }: SearchRules, size: number): SearchIndex {
  const stems = openTerms(sections, SEARCH.stems, SEARCH.stemHeads);
  // Without a language words are their own stems.
  const words = language === undefined ? stems : openTerms(sections, SEARCH.words, SEARCH.wordHeads);
  const wordStems = language === undefined ? undefined : sections.u32(SEARCH.wordStems, words.size);
  const prefixStarts = sections.u32(SEARCH.prefixStarts);
  const lists = stems.size + prefixStarts.length;
  const misspelt = sections.u32(SEARCH.misspelt);
  const topStems = sections.u32(SEARCH.topStems);
  const tables = {
    stems,
    words,
    wordStems,
    counts: sections.u32(SEARCH.counts, lists),
    postings: sections.records(SEARCH.postings, lists),
    prefixStarts,
    prefixEnds: sections.u32(SEARCH.prefixEnds, prefixStarts.length),
    prefixWords: sections.u32(SEARCH.prefixWords, prefixStarts.length * SHOWN_WORDS),
    misspelt,
    meant: sections.u32(SEARCH.meant, misspelt.length),
    topStems,
    topDocs: sections.u32(SEARCH.topDocs, topStems.length * TOP_DOCS),
    topImpacts: sections.u8(SEARCH.topImpacts, topStems.length * TOP_DOCS),
  };
  return new SearchIndex(tables, size);
}

function openTerms(sections: SectionMap, name: string, heads: string): ByteTerms {
  const records = sections.countedRecords(name);
  return new ByteTerms(records, openHeads(sections, heads, records.count));
}
