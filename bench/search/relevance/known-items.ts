/**
 * Known-item queries: words of one document, which is the only relevant one, drawn by fixed rules and a seed.
 *
 * The queries are split into two halves: one for working on the ranking, and one that is used only afterwards.
 */
import type { Random } from '../../../data/generate/random.js';
import type { Corpus } from '../contestants/contestant.js';
import { STOP_WORDS, wordsOf } from '../contestants/packages.js';
import { mistype, some } from '../questions.js';
import type { Judged, Query } from './sets.js';

/** Words of a question, as typed. */
export const LENGTHS = [2, 3, 5, 8, 12, 20] as const;

/** Kinds of known-item queries: a document's frequent words, its rare ones, some of them mistyped, the last not typed to its end,
 * or an unchanged passage, which includes words without meaning. */
export const KINDS = ['common', 'rare', 'mistyped', 'unfinished', 'passage'] as const;

type Kind = (typeof KINDS)[number];

export type Half = 'tuning' | 'unseen';

/** A document to ask for. */
interface Item {
  readonly id: string;
  /** Field by field. */
  readonly passages: readonly (readonly string[])[];
  /** Different words that say something, in the text's order. */
  readonly telling: readonly string[];
}

interface Remembered {
  readonly items: readonly Item[];
  /** Word → documents that have it. */
  readonly frequencies: ReadonlyMap<string, number>;
}

const sampled = 4000;
const attemptsMaximum = 200;

/** Cost: one pass over the corpus; the frequencies of all its words in memory. */
function remember(corpus: Corpus, random: Random): Remembered {
  const frequencies = new Map<string, number>();
  const items: Item[] = [];
  let met = 0;
  for (const { id, texts } of corpus.plainDocuments()) {
    const passages = texts.map(wordsOf);
    const words = new Set(passages.flat());
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    const telling = [...words].filter((word) => word.length > 1 && !STOP_WORDS.has(word));
    if (telling.length === 0) continue;
    // Reservoir sampling: every document is as likely as every other.
    met += 1;
    const place = items.length < sampled ? items.length : random.below(met);
    if (place < sampled) items[place] = { id, passages, telling };
  }
  return { items, frequencies };
}

/**
 * @param each how many questions of each length and way of remembering, in both halves together
 * @returns    questions of one half with the document each is of; fewer if the corpus's texts are too short
 */
export function knownItems(corpus: Corpus, each: number, half: Half, random: Random): Judged {
  const remembered = remember(corpus, random);
  const queries: Query[] = [];
  const grades = new Map<string, ReadonlyMap<string, number>>();
  for (const length of LENGTHS) {
    for (const kind of KINDS) {
      for (let number = 0; number < each; number += 1) {
        const drawn = drawOne(remembered, kind, length, random);
        if (drawn === undefined || (number % 2 === 0) !== (half === 'tuning')) continue;
        const id = `${corpus.name}-${kind}-${length}-${number}`;
        queries.push({ id, text: drawn.words.join(' ') });
        grades.set(id, new Map([[drawn.item.id, 1]]));
      }
    }
  }
  return { queries, grades };
}

function drawOne(
  remembered: Remembered,
  kind: Kind,
  length: number,
  random: Random,
): { readonly item: Item; readonly words: readonly string[] } | undefined {
  for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
    const item = random.pick(remembered.items);
    const words = wordsFor(item, remembered, kind, length, random);
    if (words !== undefined) return { item, words };
  }
  return undefined;
}

/** @returns undefined if the item's text does not give them */
function wordsFor(
  { passages, telling }: Item,
  { frequencies }: Remembered,
  kind: Kind,
  length: number,
  random: Random,
): readonly string[] | undefined {
  if (kind !== 'passage' && telling.length < length) return undefined;
  switch (kind) {
    case 'common':
    case 'rare': {
      const often = (word: string): number => frequencies.get(word) ?? 0;
      const sign = kind === 'rare' ? 1 : -1;
      const ordered = telling.toSorted((a, b) => sign * (often(a) - often(b)) || (a < b ? -1 : 1));
      return some(ordered.slice(0, Math.max(length, Math.ceil(ordered.length / 2))), length, random);
    }
    case 'mistyped': {
      const words = some(telling, length, random);
      const place = words.findIndex((word) => word.length > 5);
      const typed = mistype(words[place] ?? '', random);
      return typed === undefined || frequencies.has(typed) ? undefined : words.with(place, typed);
    }
    case 'unfinished': {
      const words = some(telling, length, random);
      const last = words.at(-1) ?? '';
      return last.length < 5 ? undefined : words.with(-1, last.slice(0, Math.ceil(last.length * 0.6)));
    }
    case 'passage': {
      const passage = random.pick(passages);
      if (passage.length < length) return undefined;
      const start = random.below(passage.length - length + 1);
      const words = passage.slice(start, start + length);
      return words.some((word) => telling.includes(word)) ? words : undefined;
    }
  }
}
