/**
 * Expands a word of a query: finds the posting lists that answer it.
 *
 * The word's own stem counts in full. If the word may be unfinished, stems of words that begin with it count half; if very many
 * docs have such words, one stored list of a beginning replaces theirs, with the same weight for each doc. Words one or two
 * typing errors away count half, and only if neither exists: those with the fewest errors, at most the 32 most frequent; a
 * doubled or missing double letter is the likeliest error. So do, in short queries, words that the build found a rare word to
 * be a likely misspelling of. Elsewhere: kinds and weights (matches), stems (stems), typing errors (near-words).
 */
import { termId, type WordMark } from '../../../content/model/index.js';
import { FIND_TERM, VISIT_COMPLETION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { countBelow, prefixEnd, prefixRange } from '../../termdict/index.js';
import { stemsOfPhrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchWord } from '../words/search-query.js';
import { type WordReader, withoutMark } from '../words/word-reader.js';
import { wordsBetween } from './frequent-words.js';
import type { Expansion, Match } from './matches.js';
import { nearestWords, typoMatches } from './near-words.js';
import { distinctStems, phraseInIndex, stemOfUnlisted, utf8Of } from './stems.js';

/**
 * @param isLong whether the query is long: similar words then mislead more than they help
 * @param budget is charged with the cost
 * @param allowsTypos whether similar words match if nothing else does
 * @returns      the matches of a word; none if no word is similar
 */
export function expand(
  index: SearchIndex,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget?: Budget,
  allowsTypos = true,
): Expansion {
  const expansion = expandWord(index, word, reader, isLong, budget, allowsTypos);
  if (word.standIns === undefined) return expansion;
  const standIns = word.standIns.flatMap((words): readonly Match[] => {
    budget?.spend(2 * FIND_TERM * words.length);
    const phrase = phraseInIndex(index, words, reader);
    const [lists = []] = phrase === undefined ? [] : stemsOfPhrase(index, phrase);
    const text = words.map((one) => one.text).join(' ');
    const phraseOfText = phrase === undefined || phrase.length < 2 ? {} : { phrase };
    return lists.map((list) => ({ list, kind: 'synonym', text, ...phraseOfText }));
  });
  // A list that is there already must not be scored twice.
  const known = new Set<number | string>(expansion.matches.map(({ list }) => list));
  const newMatches = standIns.filter(({ list, text = '', phrase }) => {
    const key = phrase === undefined ? list : `${list} ${text}`;
    return !known.has(key) && known.add(key);
  });
  return { ...expansion, matches: [...expansion.matches, ...newMatches] };
}

function expandWord(
  index: SearchIndex,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
  allowsTypos: boolean,
): Expansion {
  const expansion = mergeByMark(
    index.tables.marks.map((mark) => expandInMark(index, mark, word, reader, isLong, budget)),
  );
  // Words of the model's tuning are spelt correctly.
  if (expansion.matches.length > 0 || !allowsTypos || word.standIns !== undefined || reader.isKeptWhole(word.text))
    return expansion;
  const near = nearestWords(index, word.text, isLong ? 1 : 2, reader, budget);
  return { ...expansion, matches: typoMatches(index, word.text, near), words: near };
}

/** @param expansions expansions of one word, one per field mark */
function mergeByMark(expansions: readonly Expansion[]): Expansion {
  const [first, ...others] = expansions.filter(({ matches }) => matches.length > 0);
  if (first === undefined || others.length === 0) return first ?? expansions[0]!;
  const nonEmpty = [first, ...others];
  const matches = nonEmpty.flatMap((each) => each.matches);
  const isOwn = ({ kind }: Match): boolean => kind === 'word';
  return {
    word: first.word,
    matches: [...matches.filter(isOwn), ...matches.filter((match) => !isOwn(match))],
    isWord: nonEmpty.some(({ isWord }) => isWord),
    isWithinBeginning: false,
    words: nonEmpty.flatMap(({ words }) => ('start' in words ? [...wordsBetween(words.start, words.end)] : words)),
  };
}

function expandInMark(
  index: SearchIndex,
  mark: WordMark,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
): Expansion {
  budget?.spend(2 * FIND_TERM);
  const markedText = mark + word.text;
  const bytes = utf8Of(markedText);
  const { words } = index.tables;
  const at = countBelow(words, bytes);
  const isWord = at < words.size && words.compare(at, bytes) === 0;
  const ownStem = isWord ? index.stemOf(at) : stemOfUnlisted(index, markedText, reader);
  const ownMatch: readonly Match[] = ownStem === undefined ? [] : [{ list: ownStem, kind: 'word' }];
  // An existing stop word is complete: a query for "on" does not mean "one".
  const isPrefix = word.isPrefix && !(isWord && reader.isStopWord(word.text));
  const [start, end] = isPrefix ? completionRange(index, markedText, bytes, at, ownStem, reader) : [at, at];
  const beginning = end - start > 1 ? index.prefixList(start, end) : undefined;
  if (beginning !== undefined) {
    // If the word itself exists, it is the first word of the beginning, whose list then contains its docs.
    const matches: Match[] = [...ownMatch, { list: beginning, kind: 'beginning', words: { start, end } }];
    return { word, matches, isWord, isWithinBeginning: isWord, words: [] };
  }
  budget?.spend((end - start) * VISIT_COMPLETION);
  const hasNoCompletions = isWord && end - start <= 1;
  const completionStems = hasNoCompletions
    ? []
    : Array.from(distinctStems(index, start, end)).filter((stem) => stem !== ownStem);
  // A correction of a rare word has the weight of a frequent word, which would hide the rare word in a long query.
  const corrections = isWord && !isLong ? index.correctionsOf(at) : noWords;
  if (hasNoCompletions && corrections.length === 0)
    return { word, matches: ownMatch, isWord, isWithinBeginning: false, words: { start, end } };
  const typos = typoMatches(index, word.text, corrections).filter(
    ({ list }) => list !== ownStem && !completionStems.includes(list),
  );
  const matches = [...ownMatch, ...completionStems.map((list): Match => ({ list, kind: 'begun' })), ...typos];
  const expansion = { word, matches, isWord, isWithinBeginning: false, words: { start, end } };
  if (corrections.length === 0) return expansion;
  return { ...expansion, words: [...new Set([...wordsBetween(start, end), ...corrections])].sort((a, b) => a - b) };
}

const noWords = new Uint32Array(0);

/** Minimum length of a stem to complete: shorter stems begin unrelated words, such as cars and carpets. */
const completedStemMinimum = 4;

/**
 * The words that begin with a word or with its stem, so that typing an ending removes no results.
 *
 * @param at  index of the word, or of its place in the dictionary
 * @param ownStem its stem, if it is in the index
 */
function completionRange(
  { tables: { words } }: SearchIndex,
  text: string,
  bytes: Uint8Array,
  at: number,
  ownStem: number | undefined,
  reader: WordReader,
): [start: number, end: number] {
  const stem = ownStem === undefined ? text : reader.stem(text);
  const isShorter =
    withoutMark(stem).length >= completedStemMinimum && stem.length < text.length && text.startsWith(stem);
  return isShorter ? prefixRange(words, utf8Of(stem)) : [at, prefixEnd(words, termId(at), bytes)];
}
