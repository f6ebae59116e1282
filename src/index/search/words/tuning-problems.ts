/**
 * Checks the search tuning of a model against the word reader, and describes each problem for the build to report.
 *
 * Elsewhere: problems of synonyms (synonym-problems), forms and limits of the JSON (content/model).
 */
import { excerpt, list } from '../../../content/errors/index.js';
import type { ContentModel, FirstItems, Language, ModelProblem, SearchTuning } from '../../../content/model/index.js';
import { COMPOUND_LINKS } from './compound-rules.js';
import { isCjk } from './letters.js';
import { checkSynonyms } from './synonym-problems.js';
import { readQueryStems } from './synonyms.js';
import { getWordReader, type WordReader } from './word-reader.js';

/** @returns problems: entries of the model's tuning without an effect, or with an unintended effect */
export function findTuningProblems(model: ContentModel): readonly ModelProblem[] {
  if (model.locales.length === 0) return checkTuning(model.search, model.language, 'search');
  return model.locales.flatMap(({ code, language, search }) =>
    checkTuning(search, language, `locales[${code}].search`),
  );
}

function checkTuning(
  tuning: SearchTuning | undefined,
  language: Language | undefined,
  path: string,
): readonly ModelProblem[] {
  if (tuning === undefined) return [];
  const reader = getWordReader(language, tuning);
  return [
    ...checkStopWords(tuning.stopWords ?? [], reader, `${path}.stopWords`),
    ...checkCompounds(tuning, language, `${path}.compounds`),
    ...checkWholeWords(tuning.whole ?? [], reader, `${path}.whole`),
    ...checkSynonyms(tuning.synonyms ?? [], reader, path),
    ...checkPinnedSearches(tuning.first ?? [], reader, `${path}.first`),
  ];
}

function checkCompounds({ compounds }: SearchTuning, language: Language | undefined, path: string): ModelProblem[] {
  if (compounds !== true || (language !== undefined && COMPOUND_LINKS[language] !== undefined)) return [];
  const languages = list(Object.keys(COMPOUND_LINKS));
  const owner = language === undefined ? 'no language' : `the language ${language}`;
  return [{ path, reason: `compounds are found in ${languages}, and these texts have ${owner}; remove "compounds"` }];
}

const quoteText = (text: string): string => excerpt(JSON.stringify(text));

function checkStopWords(texts: readonly string[], reader: WordReader, path: string): ModelProblem[] {
  return texts.flatMap((text, index) => {
    const reason = describeNoWord(reader.words(text));
    return reason === undefined ? [] : [{ path: `${path}[${index}]`, reason: `${quoteText(text)} ${reason}` }];
  });
}

function checkWholeWords(texts: readonly string[], reader: WordReader, path: string): ModelProblem[] {
  return texts.flatMap((text, index) => {
    const words = reader.words(text);
    const hasStopWord = words.some((word) => reader.isStopWord(word));
    const reason = hasStopWord ? 'is a stop word, which has no other forms; remove it' : describeNoWord(words);
    return reason === undefined ? [] : [{ path: `${path}[${index}]`, reason: `${quoteText(text)} ${reason}` }];
  });
}

/** @param words the words that a search reads in a text. @returns undefined if they are one word between spaces */
function describeNoWord(words: readonly string[]): string | undefined {
  const [word] = words;
  if (word === undefined || words.length > 1)
    return `is ${words.length} words to a search; write one word of letters and digits`;
  if (!isCjk(word)) return undefined;
  return 'is written without spaces, so a search does not read it as one word; write one word of letters and digits';
}

/** Finds pinned items of searches without a word, and of searches that an earlier entry has too. */
function checkPinnedSearches(pinned: readonly FirstItems[], reader: WordReader, path: string): ModelProblem[] {
  const problems: ModelProblem[] = [];
  /** Content type and stems of a search → index of its first entry. */
  const firstIndexes = new Map<string, number>();
  for (const [index, { search, type }] of pinned.entries()) {
    const stems = readQueryStems(search, reader);
    const key = `${type} ${stems.join(' ')}`;
    const firstIndex = firstIndexes.get(key);
    if (firstIndex === undefined) firstIndexes.set(key, index);
    const describe = (reason: string): ModelProblem => ({
      path: `${path}[${index}].search`,
      reason: `${quoteText(search)} ${reason}`,
    });
    if (stems.length === 0) problems.push(describe('has no word to search for; write a word that people type'));
    else if (firstIndex !== undefined)
      problems.push(describe(`is the same search as ${path}[${firstIndex}]; write all ids into one of the two`));
  }
  return problems;
}
