/**
 * Checks the search tuning of a model against the word reader, and describes each problem for the build to report.
 */
import { excerpt } from '../../../content/errors/index.js';
import {
  type ContentModel,
  type Language,
  type ModelProblem,
  type SearchTuning,
  TUNING_LIMITS,
} from '../../../content/model/index.js';
import { phraseWords } from './phrase-words.js';
import { readQueryStems } from './synonyms.js';
import { getWordReader, isCjk, type WordReader } from './word-reader.js';

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
    ...checkWords(tuning, reader, path),
    ...checkSynonyms(tuning, reader, path),
    ...checkPinnedSearches(tuning, reader, path),
  ];
}

function checkWords({ stopWords = [], whole = [] }: SearchTuning, reader: WordReader, path: string): ModelProblem[] {
  const problems: ModelProblem[] = [];
  for (const [key, words] of Object.entries({ stopWords, whole })) {
    for (const [place, text] of words.entries()) {
      const readWords = reader.words(text);
      const isBoth = key === 'whole' && readWords.some((word) => reader.isStopWord(word));
      if (readWords.length === 1 && !isBoth && !isCjk(readWords[0]!)) continue;
      const reason = isBoth
        ? 'is a stop word, which has no other forms anyhow; take it out'
        : `is ${readWords.length === 1 ? 'not a word between spaces' : `${readWords.length} words`} to a search; write one word of letters and digits`;
      problems.push({ path: `${path}.${key}[${place}]`, reason: `${excerpt(JSON.stringify(text))} ${reason}` });
    }
  }
  return problems;
}

function checkPinnedSearches({ first = [] }: SearchTuning, reader: WordReader, path: string): ModelProblem[] {
  const firstPlace = new Map<string, number>();
  return first.flatMap(({ search, type }, place) => {
    const key = `${type} ${readQueryStems(search, reader).join(' ')}`;
    const earlier = firstPlace.get(key);
    firstPlace.set(key, earlier ?? place);
    const describe = (reason: string): ModelProblem => ({
      path: `${path}.first[${place}].search`,
      reason: `${excerpt(JSON.stringify(search))} ${reason}`,
    });
    if (key === `${type} `) return [describe('has no word that is searched; write what people type')];
    if (earlier === undefined) return [];
    const reason = `is the same search as that of ${path}.first[${earlier}]; write all ids into one of them`;
    return [describe(reason)];
  });
}

function checkSynonyms({ synonyms = [] }: SearchTuning, reader: WordReader, path: string): readonly ModelProblem[] {
  const problems: ModelProblem[] = [];
  const pathOfRule = (rule: number): string => `${path}.synonyms[${rule}]`;
  const quoteText = (text: string): string => excerpt(JSON.stringify(text));
  /** Key → the text it was first written as. */
  const firstText = new Map<string, string>();
  /** Key → its synonyms, each with the first rule that defines it; one-way rules only. */
  const targetsByKey = new Map<string, Map<string, number>>();
  const counts = new Map<string, number>();
  const readKey = (text: string, rule: number): string => {
    const dropped = text.split(/\s+/).find((piece) => /[\p{L}\p{N}]/u.test(piece) && reader.words(piece).length === 0);
    const key = readQueryStems(text, reader).join(' ');
    if (key === '' || dropped !== undefined) {
      const why =
        key === ''
          ? 'has no word that is searched: it is a stop word, or without letters'
          : 'has a word that is too long to be searched';
      problems.push({
        path: pathOfRule(rule),
        reason: `${quoteText(text)} ${why}; write another word, or take it out`,
      });
    }
    const { length } = phraseWords(reader.words(text));
    if (length > TUNING_LIMITS.textWords) {
      const reason = `${quoteText(text)} has ${length} words; at most ${TUNING_LIMITS.textWords} are allowed`;
      problems.push({ path: pathOfRule(rule), reason });
    }
    if (!firstText.has(key)) firstText.set(key, text);
    return key;
  };
  for (const [rule, { from, to }] of synonyms.entries()) {
    const targets = to.map((text) => readKey(text, rule));
    const sources = from?.map((text) => readKey(text, rule)) ?? targets;
    const duplicate = targets.find((key, at) => key !== '' && targets.indexOf(key) < at);
    if (duplicate !== undefined) {
      const reason = `${quoteText(to[targets.lastIndexOf(duplicate)] ?? '')} is the same word as ${quoteText(firstText.get(duplicate) ?? '')} to a search; take one out`;
      problems.push({ path: pathOfRule(rule), reason });
    }
    for (const key of sources) {
      counts.set(key, (counts.get(key) ?? 0) + targets.length - Number(from === undefined));
      if (from === undefined) continue;
      const synonymsOfKey = targetsByKey.get(key) ?? new Map<string, number>();
      targetsByKey.set(key, synonymsOfKey);
      for (const target of targets) if (!synonymsOfKey.has(target)) synonymsOfKey.set(target, rule);
    }
  }
  for (const [key, count] of counts) {
    if (count <= TUNING_LIMITS.standIns) continue;
    const reason = `${count} texts stand in for ${quoteText(firstText.get(key) ?? '')}; at most ${TUNING_LIMITS.standIns} may`;
    problems.push({ path: `${path}.synonyms`, reason });
  }
  const cycle = findCycle(targetsByKey);
  if (cycle !== undefined) {
    const cycleText = cycle.keys.map((key) => quoteText(firstText.get(key) ?? '')).join(' → ');
    const reason = `the synonyms go round in a circle: ${cycleText}; take one of them out, or write those that mean the same as an array, which works both ways`;
    problems.push({ path: pathOfRule(cycle.rule), reason });
  }
  return problems;
}

/** @returns a path from a key back to itself, and the rule that closes it. Cost: O(synonyms). */
function findCycle(
  targetsByKey: ReadonlyMap<string, ReadonlyMap<string, number>>,
): { readonly keys: readonly string[]; readonly rule: number } | undefined {
  const done = new Set<string>();
  for (const start of targetsByKey.keys()) {
    const path: { readonly key: string; readonly next: Iterator<[string, number]> }[] = [];
    const enter = (key: string): void => {
      path.push({ key, next: (targetsByKey.get(key) ?? new Map<string, number>()).entries()[Symbol.iterator]() });
    };
    if (!done.has(start)) enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { done: isEnd, value } = step.next.next();
      if (isEnd === true) {
        done.add(step.key);
        path.pop();
        continue;
      }
      const [key, rule] = value;
      const from = path.findIndex((one) => one.key === key);
      if (from >= 0) return { keys: [...path.slice(from).map((one) => one.key), key], rule };
      if (!done.has(key)) enter(key);
    }
  }
  return undefined;
}
