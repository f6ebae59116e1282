/**
 * Known titles: questions that a reader types to find an item whose title is known, and how often the item is found.
 *
 * An item with the same title as the known one counts as found, because a title alone cannot tell them apart. Titles are the
 * same if their words are, without case and accents. No rule of the order was chosen by the titles of a held-out collection.
 */
import type { Random } from '../../../data/generate/random.js';
import type { Corpus } from '../contestants/contestant.js';
import { wordsOf } from '../contestants/packages.js';
import type { Query } from './sets.js';

/** Spellings of a title: the share of questions that must have the item among the first ones. */
export const SPELLINGS = {
  'as it is': { ranks: 1, share: 0.99, spell: (title: string) => title },
  'without accents': { ranks: 1, share: 0.98, spell: (title: string) => title.normalize('NFD').replace(/\p{M}/gu, '') },
  'a space for each hyphen': { ranks: 1, share: 0.98, spell: (title: string) => title.replace(HYPHENS, ' ') },
  'without hyphens': { ranks: 1, share: 0.98, spell: (title: string) => title.replace(HYPHENS, '') },
  'in lower case': { ranks: 1, share: 0.98, spell: (title: string) => title.toLowerCase() },
} as const;

/** A hyphen between two letters or digits. */
const HYPHENS = /(?<=[\p{L}\p{N}])[-‐‑](?=[\p{L}\p{N}])/gu;

/** A part of a title: two or three consecutive words. */
export const PART = { name: 'a part', ranks: 3, share: 0.95 } as const;
const partLengths = [2, 3] as const;
/** A part is asked for only if at most this many different titles have it: all of them can be among the first ones. */
const titlesWithPart = 3;

export interface TitleQuestion extends Query {
  /** Name of the spelling, or of the part. */
  readonly spelling: string;
  /** Normalised title of the known item. */
  readonly title: string;
}

export const titleKey = (title: string): string => wordsOf(title).join(' ');

/** Number of titles that are drawn for each spelling. */
const drawn = 500;

/**
 * @returns questions; a spelling has those of the titles that it changes
 * Cost: one pass over the corpus; all titles in memory.
 */
export function titleQuestions(corpus: Corpus, random: Random): readonly TitleQuestion[] {
  const titles = readTitles(corpus);
  const shuffled = shuffle(titles, random);
  const spelt = Object.entries(SPELLINGS).flatMap(([spelling, { spell }]) => {
    const changed = spelling === 'as it is' ? shuffled : shuffled.filter((title) => spell(title) !== title);
    return changed.slice(0, drawn).map((title, number): TitleQuestion => {
      return { id: `${spelling} ${number}`, text: spell(title), spelling, title: titleKey(title) };
    });
  });
  return [...spelt, ...partQuestions(titles, shuffled, random)];
}

/** @returns the different titles with a word */
function readTitles(corpus: Corpus): readonly string[] {
  const titles = new Map<string, string>();
  for (const { texts } of corpus.plainDocuments()) {
    const title = texts[0] ?? '';
    const key = titleKey(title);
    if (key !== '' && !titles.has(key)) titles.set(key, title);
  }
  return [...titles.values()];
}

function partQuestions(
  titles: readonly string[],
  shuffled: readonly string[],
  random: Random,
): readonly TitleQuestion[] {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const parts = new Set(partLengths.flatMap((length) => partsOf(wordsOf(title), length)));
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return shuffled
    .flatMap((title) => {
      const words = wordsOf(title);
      const parts = partLengths.flatMap((length) => (words.length > length ? partsOf(words, length) : []));
      const telling = parts.filter((part) => (counts.get(part) ?? 0) <= titlesWithPart);
      return telling.length === 0 ? [] : [{ text: random.pick(telling), title: titleKey(title) }];
    })
    .slice(0, drawn)
    .map((question, number) => ({ ...question, id: `${PART.name} ${number}`, spelling: PART.name }));
}

/** @returns each run of `length` consecutive words */
const partsOf = (words: readonly string[], length: number): readonly string[] =>
  words.slice(length - 1).map((_, start) => words.slice(start, start + length).join(' '));

function shuffle<T>(values: readonly T[], random: Random): readonly T[] {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const place = random.below(last + 1);
    [shuffled[last], shuffled[place]] = [shuffled[place]!, shuffled[last]!];
  }
  return shuffled;
}

/** @param titles id → normalised title. @returns whether the first item, or for a part one of the first three, has the title */
export function isFound(
  { spelling, title }: TitleQuestion,
  ranking: readonly string[],
  titles: ReadonlyMap<string, string>,
): boolean {
  const ranks = spelling === PART.name ? PART.ranks : 1;
  return ranking.slice(0, ranks).some((id) => titles.get(id) === title);
}
