/**
 * Draws queries from a corpus with a seed: rare, medium and frequent words, two to twenty words of one document,
 * prefixes, and mistyped words.
 *
 * Stop words and letters other than a to z are left out, because the engines treat them differently.
 */
import type { Random } from '../../data/generate/random.js';
import type { Asking, Corpus, Question } from './contestants/contestant.js';
import { STOP_WORDS, wordsOf } from './contestants/packages.js';

export interface QuestionClass {
  readonly name: string;
  readonly asking: Asking;
  /** Beyond what the targets are set for. */
  readonly extra: boolean;
}

export const CLASSES = [
  { name: 'one word, rare', asking: 'words', extra: false },
  { name: 'one word, middling', asking: 'words', extra: false },
  { name: 'one word, frequent', asking: 'words', extra: false },
  { name: 'two words', asking: 'words', extra: false },
  { name: 'four words', asking: 'words', extra: false },
  { name: 'ten words', asking: 'any', extra: false },
  { name: 'twenty words', asking: 'any', extra: false },
  { name: 'prefix of 1 to 3 letters', asking: 'prefix', extra: false },
  { name: 'prefix of 4 to 6 letters', asking: 'prefix', extra: false },
  { name: 'a word and a prefix', asking: 'prefix', extra: false },
  { name: 'a mistyped word', asking: 'typos', extra: true },
] as const satisfies readonly QuestionClass[];

export type ClassName = (typeof CLASSES)[number]['name'];

export interface ClassQuestions {
  readonly questionClass: QuestionClass;
  readonly questions: readonly Question[];
}

/** Source of the queries. */
export interface Vocabulary {
  /** Words that may be asked for, with the number of documents that hold each. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly rare: readonly string[];
  readonly middling: readonly string[];
  readonly frequent: readonly string[];
  /** Words of some documents, at least four each. */
  readonly documents: readonly (readonly string[])[];
}

const lettersMinimum = 3;
const documentsSampled = 5000;
const attemptsMaximum = 100_000;

const isAskable = (word: string): boolean =>
  word.length >= lettersMinimum && /^[a-z]+$/.test(word) && !STOP_WORDS.has(word);

/** Cost: one pass over the corpus; the document frequencies of all its words in memory. */
export function readVocabulary(corpus: Corpus, random: Random): Vocabulary {
  const frequencies = new Map<string, number>();
  const documents: (readonly string[])[] = [];
  let items = 0;
  for (const { texts } of corpus.plainDocuments()) {
    const words = new Set(texts.flatMap(wordsOf).filter(isAskable));
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    if (words.size < 4) continue;
    // Reservoir sampling: every document is as likely as every other.
    items += 1;
    if (documents.length < documentsSampled) documents.push([...words]);
    else {
      const place = random.below(items);
      if (place < documentsSampled) documents[place] = [...words];
    }
  }
  const words = [...frequencies.keys()].sort();
  const between = (least: number, most: number): readonly string[] =>
    words.filter((word) => (frequencies.get(word) ?? 0) >= least && (frequencies.get(word) ?? 0) < most);
  const rareBelow = Math.max(5, items / 2000);
  const frequentFrom = Math.max(rareBelow, items / 50);
  return {
    frequencies,
    rare: between(1, rareBelow),
    middling: between(rareBelow, frequentFrom),
    frequent: between(frequentFrom, Number.POSITIVE_INFINITY),
    documents,
  };
}

/** @returns `count` different queries of each class, or fewer if the corpus has too few */
export function drawQuestions(vocabulary: Vocabulary, count: number, random: Random): ClassQuestions[] {
  return CLASSES.map((questionClass) => {
    const found = new Set<string>();
    for (let attempt = 0; found.size < count && attempt < attemptsMaximum; attempt += 1) {
      const words = draw(questionClass.name, vocabulary, random);
      if (words !== undefined) found.add(words);
    }
    return { questionClass, questions: [...found].map((words) => ({ words, asking: questionClass.asking })) };
  });
}

function draw(name: ClassName, vocabulary: Vocabulary, random: Random): string | undefined {
  switch (name) {
    case 'one word, rare':
      return pick(vocabulary.rare, random);
    case 'one word, middling':
      return pick(vocabulary.middling, random);
    case 'one word, frequent':
      return pick(vocabulary.frequent, random);
    case 'two words':
      return together(2, vocabulary, random).join(' ');
    case 'four words':
      return together(4, vocabulary, random).join(' ');
    case 'ten words':
      return manyTogether(10, vocabulary, random);
    case 'twenty words':
      return manyTogether(20, vocabulary, random);
    case 'prefix of 1 to 3 letters':
      return beginning(wordOf(vocabulary, random), 1 + random.below(3));
    case 'prefix of 4 to 6 letters':
      return beginning(wordOf(vocabulary, random), 4 + random.below(3));
    case 'a word and a prefix': {
      const [first = '', second = ''] = together(2, vocabulary, random);
      const prefix = beginning(second, 2 + random.below(4));
      return prefix === undefined ? undefined : `${first} ${prefix}`;
    }
    case 'a mistyped word':
      return mistyped(wordOf(vocabulary, random), vocabulary, random);
  }
}

const pick = (words: readonly string[], random: Random): string | undefined =>
  words.length === 0 ? undefined : random.pick(words);

/** A word as likely as documents that hold it: what is written often is asked often. */
const wordOf = (vocabulary: Vocabulary, random: Random): string => random.pick(random.pick(vocabulary.documents));

/** Different ones, in random order. */
export function some(words: readonly string[], count: number, random: Random): string[] {
  const rest = [...words];
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)[0] ?? '');
}

const together = (count: number, { documents }: Vocabulary, random: Random): string[] =>
  some(random.pick(documents), count, random);

/** @returns undefined of a document with fewer words */
function manyTogether(count: number, { documents }: Vocabulary, random: Random): string | undefined {
  const document = random.pick(documents);
  return document.length < count ? undefined : some(document, count, random).join(' ');
}

const beginning = (word: string, letters: number): string | undefined =>
  word.length > letters ? word.slice(0, letters) : undefined;

const shortestMistyped = 6;

/** One edit that is never a word of the corpus. */
function mistyped(word: string, { frequencies }: Vocabulary, random: Random): string | undefined {
  const typed = mistype(word, random);
  return typed === undefined || frequencies.has(typed) ? undefined : typed;
}

/** @returns the word with a letter left out, doubled, replaced, or changed with the next; undefined of a short one */
export function mistype(word: string, random: Random): string | undefined {
  if (word.length < shortestMistyped) return undefined;
  const at = 1 + random.below(word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const others = [
    before + after,
    before + letter + letter + after,
    `${before}${String.fromCharCode(97 + random.below(26))}${after}`,
    before + after.charAt(0) + letter + after.slice(1),
  ];
  return random.pick(others);
}
