/**
 * `filter[_search]` by the plainest means: every item's words counted anew for every question. Words are cut and
 * stemmed by means of its own (words); which words match, which items answer and how they rank is worked out from
 * docs/ask/search.md and docs/format.md alone.
 */
import type { Language, SearchRules } from '../../../../src/content/model/index.js';
import { type Asked, type AskedPhrase, type AskedWord, seenOf, standsIn, stemIn, termsIn, wordsIn } from './words.js';

export interface SearchedItem {
  readonly id: string;
  /** Field → its text; without those that are unpopulated. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A stem that answers a word. */
interface StemMatch {
  readonly stem: string;
  /** How much it counts, of 16. */
  readonly weight: number;
  /** Whether the stem's impact in an item does not matter: of a beginning with very many postings. */
  readonly isFlat: boolean;
  /** Whether it is another word than the one that was asked for. */
  readonly isOther: boolean;
  /** Of several words that stand in: an item must have them. */
  readonly phrase?: AskedPhrase;
}

/** So many postings the stems of a beginning must have together for that. */
const flatFrom = 2048;
const flatImpact = 96;

export interface SearchAnswer {
  /** All that answer, the best first. */
  readonly ids: readonly string[];
}

/** So many different words make a question long; so many items must answer all words of a short one, or others do. */
const longFrom = 5;
const enough = 100;

interface IndexedItem {
  readonly id: string;
  /** Word → its stem. */
  readonly words: ReadonlyMap<string, string>;
  /** Stem → impact. */
  readonly impacts: ReadonlyMap<string, number>;
  /** Of each field that keeps where words stand all of them, in order. */
  readonly placed: readonly (readonly string[])[];
}

/** Whether so many words were typed that an item need not have all of them. */
export const isLong = ({ words }: Asked): boolean =>
  words.reduce((sum, { text }) => sum + (cjk.test(text) ? 0.5 : 1), 0) >= longFrom;

export class SearchOracle {
  readonly #language: Language | undefined;
  readonly #items: readonly IndexedItem[];
  /** Whether the words of a phrase must stand together. */
  readonly #hasPlaces: boolean;
  readonly #words: ReadonlyMap<string, string>;

  constructor(rules: SearchRules, items: readonly SearchedItem[]) {
    this.#language = rules.language;
    const cut = items.map(({ id, texts }) => ({
      id,
      fields: rules.fields.map(({ field, weight, hasPositions }) => {
        const text = texts.get(field.name) ?? '';
        const seen = field.type === 'markdown' ? seenOf(text) : text;
        const placed = hasPositions ? wordsIn(seen, this.#language) : undefined;
        return { weight, terms: termsIn(seen, this.#language), placed };
      }),
    }));
    this.#hasPlaces = rules.fields.some(({ hasPositions }) => hasPositions);
    const usual = rules.fields.map((_, number) => {
      const lengths = cut.map(({ fields }) => fields[number]!.terms.length).filter((length) => length > 0);
      return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    });
    this.#items = cut.map(({ id, fields }) => {
      const words = new Map(fields.flatMap(({ terms }) => terms.map((term) => [term, this.#stem(term)] as const)));
      const impacts = new Map(
        [...new Set(words.values())].map((stem) => {
          const count = fields.reduce((sum, { weight, terms }, number) => {
            const frequency = terms.filter((term) => this.#stem(term) === stem).length;
            if (frequency === 0) return sum;
            return sum + (weight * frequency) / (0.25 + (0.75 * terms.length) / usual[number]!);
          }, 0);
          return [stem, Math.max(1, Math.round((255 * count) / (1.2 + count)))] as const;
        }),
      );
      return { id, words, impacts, placed: fields.flatMap(({ placed }) => (placed === undefined ? [] : [placed])) };
    });
    this.#words = new Map(this.#items.flatMap(({ words }) => [...words]));
  }

  #stem(word: string): string {
    return stemIn(word, this.#language);
  }

  #count(stem: string): number {
    return this.#items.filter(({ impacts }) => impacts.has(stem)).length;
  }

  /** @param demandsAll whether an item must have every word */
  answer(asked: Asked, demandsAll = false): SearchAnswer {
    const { words, phrases, excluded } = asked;
    const many = isLong(asked);
    const known = words.flatMap((word) => {
      const matches = this.#matches(word, many);
      return matches.length === 0 ? [] : [{ matches, docs: this.#docsFor(matches), times: many ? word.times : 1 }];
    });
    const size = this.#items.length;
    const allowed = this.#items.filter((item) => phrases.every((phrase) => this.#has(item, phrase)));
    const scored = (phrases.length > 0 ? allowed : this.#items).map((item) => {
      const { id, impacts } = item;
      let score = 0;
      let answered = 0;
      for (const { matches, docs, times } of known) {
        const best = Math.max(
          0,
          ...matches.map(({ stem, weight, isFlat, phrase }) => {
            const isHad = phrase === undefined || this.#has(item, phrase);
            const impact = isHad ? (impacts.get(stem) ?? 0) : 0;
            return weight * (isFlat && impact > 0 ? flatImpact : impact);
          }),
        );
        if (best === 0) continue;
        answered += 1;
        score += times * best * Math.max(1, Math.round(128 * Math.log(1 + (size - docs + 0.5) / (docs + 0.5))));
      }
      return { id, score, answered, isExcluded: excluded.some((phrase) => this.#has(item, phrase)) };
    });
    const isLoose = many || phrases.length > 0;
    // A phrase may be of stop words alone, which are no words of the question.
    let needed = phrases.length > 0 ? 0 : many ? 1 : Math.max(1, known.length);
    while (needed > 1 && scored.filter(({ answered }) => answered >= needed).length < enough) needed -= 1;
    if (demandsAll) needed = words.length;
    const hits = scored.filter(({ answered, isExcluded }) => answered >= needed && !isExcluded);
    const rank = (answered: number): number => (isLoose ? Number(answered === known.length) : answered);
    return { ids: hits.sort((a, b) => rank(b.answered) - rank(a.answered) || b.score - a.score).map(({ id }) => id) };
  }

  #has({ impacts, placed }: IndexedItem, { words, terms }: AskedPhrase): boolean {
    if (!terms.every((term) => impacts.has(this.#stem(term)))) return false;
    return !this.#hasPlaces || terms.length === 1 || placed.some((text) => standsIn(text, words, this.#language));
  }

  /** @returns for how many items a word counts: those of its own stem, or all */
  #docsFor(matches: readonly StemMatch[]): number {
    const own = matches.find(({ weight }) => weight === 16);
    if (own !== undefined && matches.every(({ isOther }) => !isOther)) return this.#count(own.stem);
    const flat = matches.filter(({ isFlat }) => isFlat);
    const begun = this.#items.filter(({ impacts }) => flat.some(({ stem }) => impacts.has(stem)));
    const others = matches.filter(({ isFlat }) => !isFlat);
    const together = others.reduce((sum, { stem }) => sum + this.#count(stem), begun.length);
    return Math.min(this.#items.length, together);
  }

  /** @returns the stems that answer a word */
  #matches(word: AskedWord, isOfMany: boolean): readonly StemMatch[] {
    const matches = [...this.#ownMatches(word, isOfMany)];
    for (const phrase of word.standIns) {
      const stems = phrase.terms.map((term) => this.#stem(term));
      const rarest = [...stems].sort((a, b) => this.#count(a) - this.#count(b))[0]!;
      if (this.#count(rarest) === 0) continue;
      const match = { stem: rarest, weight: 12, isFlat: false, isOther: true };
      if (stems.length > 1) {
        const isKnown = matches.some((other) => other.phrase?.terms.join() === phrase.terms.join());
        if (!isKnown) matches.push({ ...match, phrase });
      } else if (
        matches.every(({ stem, phrase: several, isFlat }) => stem !== rarest || several !== undefined || isFlat)
      )
        matches.push(match);
    }
    return matches;
  }

  /** The same, without what the model has stand in. */
  #ownMatches({ text, isPrefix, standIns }: AskedWord, isOfMany: boolean): readonly StemMatch[] {
    const matches: StemMatch[] = [];
    const own = this.#stem(text);
    if (this.#count(own) > 0) matches.push({ stem: own, weight: 16, isFlat: false, isOther: false });
    // A stop word that some item has is taken as it is.
    if (isPrefix && !(own.startsWith('=') && this.#count(own) > 0)) {
      const isBare = this.#count(own) > 0 && own.length >= 4 && own.length < text.length && text.startsWith(own);
      const beginning = isBare ? own : text;
      const begun = new Set([...this.#words].filter(([word]) => word.startsWith(beginning)).map(([, stem]) => stem));
      const postings = [...begun].reduce((sum, stem) => sum + this.#count(stem), 0);
      const isFlat = begun.size > 1 && postings > flatFrom;
      for (const stem of begun) if (isFlat || stem !== own) matches.push({ stem, weight: 8, isFlat, isOther: false });
      if (isFlat) return matches;
    }
    if (/\p{N}/u.test(text) || cjk.test(text)) return matches;
    const length = [...text].length;
    const few = this.#count(own);
    if (!isOfMany && this.#words.has(text) && few <= 5 && length >= 5) {
      const meant = [...this.#words].filter(([word, stem]) => {
        return this.#count(stem) >= 100 * few && isForgiven(word) && mistakesBetween(word, text) <= 1;
      });
      for (const stem of new Set(meant.map(([, other]) => other))) {
        if (matches.every((match) => match.stem !== stem)) {
          matches.push({ stem, weight: typoWeight(text, stem, meant), isFlat: false, isOther: true });
        }
      }
    }
    if (matches.length > 0 || standIns.length > 0) return matches;
    for (let mistakes = 1; mistakes <= (length < 5 ? 0 : length < 8 || isOfMany ? 1 : 2); mistakes += 1) {
      const near = [...this.#words].filter(([word]) => mistakesBetween(word, text) <= mistakes);
      if (near.length > 32) throw new RangeError('more words are near than stand in; ask of fewer');
      if (near.length === 0) continue;
      return [...new Set(near.map(([, stem]) => stem))].map((stem) => ({
        stem,
        weight: typoWeight(text, stem, near),
        isFlat: false,
        isOther: true,
      }));
    }
    return [];
  }
}

/** Three quarters where a word of the stem differs by a doubled letter only, else a half. */
function typoWeight(text: string, stem: string, near: readonly (readonly [word: string, stem: string])[]): number {
  const single = (word: string): string => word.replaceAll(/(.)\1/gu, '$1');
  return near.some(([word, other]) => other === stem && single(word) === single(text)) ? 12 : 8;
}

/** Whether mistakes are forgiven in a word. */
const isForgiven = (word: string): boolean => [...word].length >= 5 && !/\p{N}/u.test(word) && !cjk.test(word);

const cjk = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Insertions, deletions, substitutions, and exchanges of neighbours, none of them touched twice: the whole table. */
export function mistakesBetween(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  const table = a.map(() => [0]);
  const at = (i: number, j: number): number => (i < 0 ? j + 1 : j < 0 ? i + 1 : table[i]![j]!);
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      const same = a[i] === b[j] ? 0 : 1;
      let distance = Math.min(at(i - 1, j - 1) + same, at(i - 1, j) + 1, at(i, j - 1) + 1);
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]) distance = Math.min(distance, at(i - 2, j - 2) + 1);
      table[i]![j] = distance;
    }
  }
  return at(a.length - 1, b.length - 1);
}
