/**
 * A naive `filter[_search]`: counts the words of every item again for every query.
 *
 * Words are cut and stemmed by separate code (words), Markdown by another library. Matching and ranking follow
 * docs/ask/search.md and docs/format.md only.
 */
import type { Language, SearchRules } from '../../../src/content/model/index.js';
import { shownOfMarkdown } from '../../markdown/shown.js';
import { compoundsIn } from './compounds.js';
import { wordsIn } from './cut.js';
import { type JoinedWord, joinedIn } from './joined.js';
import {
  type Asked,
  type AskedPhrase,
  type AskedWord,
  askedTerms,
  isStopWord,
  neighboursIn,
  standsIn,
  stemIn,
  stemOfJoined,
  termsIn,
} from './words.js';

export interface SearchedItem {
  readonly id: string;
  /** Field → its text; without those that are unpopulated. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A stem that answers a word. */
interface StemMatch {
  /** Behind the sign of its fields. */
  readonly stem: string;
  /** How much it counts, of 16. */
  readonly weight: number;
  /** Whether the stem's impact in an item does not matter: of a beginning with very many postings. */
  readonly isFlat: boolean;
  /** Whether it is another word than the one that was asked for. */
  readonly isOther: boolean;
  /** Words of a synonym of several words: an item must have all of them. */
  readonly phrase?: AskedPhrase;
}

/** Number of postings of a prefix's stems from which all of them count alike, with the impact `flatImpact`. */
const flatFrom = 2048;
const flatImpact = 96;

export interface SearchAnswer {
  /** All items of the answer, the best first. */
  readonly ids: readonly string[];
}

/** Number of different words from which a search is long. */
const longFrom = 5;
/** A short search with fewer items that have all words also finds items that lack some. */
const enough = 100;

interface IndexedItem {
  readonly id: string;
  /** Word → its stem, both behind a sign for fields without stems, mistakes or both. */
  readonly words: ReadonlyMap<string, string>;
  /** Stem → impact. */
  readonly impacts: ReadonlyMap<string, number>;
  /** Words of each field that stores the places of words, in order. */
  readonly placed: readonly {
    readonly text: readonly string[];
    readonly joined: readonly JoinedWord[];
    readonly isStemmed: boolean;
  }[];
  readonly title: readonly string[];
  /** Stems of each two neighbouring words of the title. */
  readonly titlePairs: ReadonlySet<string>;
}

/** Number of neighbouring words of a title that are compared. */
const titlePairsMaximum = 32;

/** Signs of four kinds of fields: with stems and mistakes, without stems, without mistakes, without both. */
const signs = ['', '!', '"', '#'];
const signOf = (stemOrWord: string): string => /^[!"#]/.exec(stemOrWord)?.[0] ?? '';
const isForgiving = (sign: string): boolean => sign === '' || sign === '!';

/** Whether a search is so long that an item does not need all of its words. */
export const isLong = ({ words }: Asked): boolean =>
  words.reduce((sum, { text, isJoined }) => sum + (isJoined ? 0 : cjk.test(text) ? 0.5 : 1), 0) >= longFrom;

export class SearchOracle {
  readonly #language: Language | undefined;
  readonly #items: readonly IndexedItem[];
  /** Whether the words of a phrase must follow each other. */
  readonly #hasPlaces: boolean;
  readonly #words: ReadonlyMap<string, string>;
  readonly #titleSign: string;
  /** Stem of a part → stems of its compounds, both behind the sign of their fields. */
  readonly #compounds = new Map<string, readonly string[]>();
  /** Stem → number of items that have it, as far as counted. */
  readonly #counts = new Map<string, number>();

  constructor(rules: SearchRules, items: readonly SearchedItem[]) {
    this.#language = rules.language;
    const cut = items.map(({ id, texts }) => ({
      id,
      fields: rules.fields.map(({ field, weight, hasPositions }) => {
        const { stems, typos } = field.search ?? {};
        const sign = signs[Number(stems === false) + 2 * Number(typos === false)]!;
        const text = texts.get(field.name) ?? '';
        const visibleText = field.type === 'markdown' ? shownOfMarkdown(text) : text;
        const joined = joinedIn(visibleText, this.#language);
        const words = wordsIn(visibleText, this.#language);
        const placed = hasPositions ? [{ text: words, joined, isStemmed: stems !== false }] : [];
        return {
          weight,
          terms: termsIn(visibleText, this.#language).map((term) => sign + term),
          joined: joined.map((word) => `${sign}-${word.text}`),
          placed,
        };
      }),
    }));
    this.#hasPlaces = rules.fields.some(({ hasPositions }) => hasPositions);
    const usual = rules.fields.map((_, number) => {
      const lengths = cut.map(({ fields }) => fields[number]!.terms.length).filter((length) => length > 0);
      return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    });
    const texts = rules.fields.filter(({ field }) => field.type === 'text' && field.many !== true);
    const weightMaximum = Math.max(...texts.map(({ weight }) => weight));
    const title = texts.find(({ weight }) => weight === weightMaximum);
    const titleName = title?.field.name ?? '';
    const { stems, typos } = title?.field.search ?? {};
    this.#titleSign = signs[Number(stems === false) + 2 * Number(typos === false)]!;
    this.#items = cut.map(({ id, fields }, item) => {
      const words = new Map(
        fields.flatMap(({ terms, joined }) => [...terms, ...joined].map((term) => [term, this.#stem(term)] as const)),
      );
      const impacts = new Map(
        [...new Set(words.values())].map((stem) => {
          const count = fields.reduce((sum, { weight, terms, joined }, number) => {
            const frequency = [...terms, ...joined].filter((term) => this.#stem(term) === stem).length;
            if (frequency === 0) return sum;
            return sum + (weight * frequency) / (0.25 + (0.75 * terms.length) / usual[number]!);
          }, 0);
          return [stem, Math.max(1, Math.round((255 * count) / (1.2 + count)))] as const;
        }),
      );
      const title = wordsIn(items[item]!.texts.get(titleName) ?? '', this.#language);
      const titlePairs = new Set(this.#pairs(neighboursIn(title)));
      return { id, words, impacts, placed: fields.flatMap(({ placed }) => placed), title, titlePairs };
    });
    this.#words = new Map(this.#items.flatMap(({ words }) => [...words]));
    if (rules.tuning?.compounds === true) for (const sign of signs) this.#addCompounds(sign);
  }

  #addCompounds(sign: string): void {
    const words = [...this.#words.keys()]
      .filter((word) => signOf(word) === sign)
      .map((word) => word.slice(sign.length));
    const mayBeParts = words.filter((word) => !word.startsWith('-') && !isStopWord(word, this.#language));
    const compounds = compoundsIn(new Set(mayBeParts), (word) => this.#writtenStem(sign, word).slice(sign.length));
    for (const [part, all] of compounds)
      this.#compounds.set(
        sign + part,
        Array.from(all, (compound) => sign + compound),
      );
  }

  #stem(word: string): string {
    const sign = signOf(word);
    const text = word.slice(sign.length);
    if (sign === '!' || sign === '#') return word;
    return text.startsWith('-')
      ? `${sign}-${stemOfJoined(text.slice(1), this.#language)}`
      : sign + stemIn(text, this.#language);
  }

  /** @returns the stem of a joined word as a text writes it as one word */
  #writtenStem(sign: string, word: string): string {
    const isStemmed = sign !== '!' && sign !== '#';
    return sign + (isStemmed ? stemOfJoined(word, this.#language) : word);
  }

  /** @returns the stems of a word that items have, whatever their fields */
  #stems = (word: string, signed: string | undefined): readonly string[] => {
    const withSign = signs.map((sign) => `${sign}-${signed}`).filter((stem) => this.#count(stem) > 0);
    if (signed !== undefined && withSign.length > 0) return withSign;
    const stems = ['', '-'].flatMap((mark) => signs.map((sign) => this.#formOf(sign, mark, word)));
    return stems.filter((stem) => this.#count(stem) > 0);
  };

  /** @param mark of a joined word, or empty */
  #formOf(sign: string, mark: string, word: string): string {
    return mark === '' ? this.#writtenStem(sign, word) : this.#stem(sign + mark + word);
  }

  #count(stem: string): number {
    const counted = this.#counts.get(stem) ?? this.#items.filter(({ impacts }) => impacts.has(stem)).length;
    this.#counts.set(stem, counted);
    return counted;
  }

  /** @param demandsAll whether an item must have every word */
  answer(asked: Asked, demandsAll = false): SearchAnswer {
    const { typed, words, phrases, weighed, excluded } = asked;
    const many = isLong(asked);
    const known = words.flatMap((word) => {
      const matches = this.#matches(word, many);
      if (matches.length === 0) return [];
      // An unfinished word that no item has itself is not compared with titles.
      const isCompared = !word.isPrefix || matches.some(({ weight }) => weight === 16);
      return [
        {
          matches,
          docs: this.#docsFor(matches),
          times: many ? word.times : 1,
          text: isCompared ? word.text : '',
          isJoined: word.isJoined,
        },
      ];
    });
    for (const spellings of weighed) {
      const matches = spellings.flatMap((phrase) => {
        const byRarity = phrase.terms.map((term, place) => this.#stems(term, phrase.signed.get(place)));
        if (byRarity.some(({ length }) => length === 0)) return [];
        const countOf = (stems: readonly string[]): number => stems.reduce((sum, stem) => sum + this.#count(stem), 0);
        const [rarest] = byRarity.sort((a, b) => countOf(a) - countOf(b));
        return rarest!.map((stem) => ({ stem, weight: 16, isFlat: false, isOther: true, phrase }));
      });
      if (matches.length > 0) known.push({ matches, docs: this.#docsFor(matches), times: 1, text: '', isJoined: true });
    }
    const compared = neighboursIn(typed).filter(
      (term) => known.some(({ text }) => text === term) || isStopWord(term, this.#language),
    );
    const typedPairs = this.#pairs(compared);
    const size = this.#items.length;
    const allowed = this.#items.filter((item) =>
      phrases.every((spellings) => spellings.some((phrase) => this.#has(item, phrase))),
    );
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
      const isTitle = typed.length > 0 && item.title.join('') === typed.join('');
      const isInTitle = typedPairs.length > 0 && typedPairs.every((pair) => item.titlePairs.has(pair));
      return {
        id,
        score,
        answered,
        isTitle,
        isInTitle,
        isExcluded: excluded.flat().some((phrase) => this.#has(item, phrase)),
      };
    });
    const isLoose = many || phrases.length > 0;
    // A phrase may be of stop words alone, which are no words of the question.
    let needed = phrases.length > 0 ? 0 : many ? 1 : Math.max(1, known.length);
    while (needed > 1 && scored.filter(({ answered }) => answered >= needed).length < enough) needed -= 1;
    const typedCount = words.filter(({ isJoined }) => !isJoined).length;
    if (demandsAll) needed = known.filter(({ isJoined }) => !isJoined).length === typedCount ? known.length : Infinity;
    const hits = scored.filter(({ answered, isExcluded }) => answered >= needed && !isExcluded);
    const rank = (answered: number): number => (isLoose ? Number(answered === known.length) : answered);
    const order = (a: (typeof hits)[number], b: (typeof hits)[number]): number => {
      if (a.isTitle || b.isTitle) return Number(b.isTitle) - Number(a.isTitle);
      const byWords = rank(b.answered) - rank(a.answered);
      return byWords || Number(b.isInTitle) - Number(a.isInTitle) || b.score - a.score;
    };
    return { ids: hits.sort(order).map(({ id }) => id) };
  }

  #pairs(terms: readonly string[]): readonly string[] {
    const stems = terms.map((term) => this.#stem(this.#titleSign + term));
    return stems
      .flatMap((stem, place) => (place === 0 ? [] : [`${stems[place - 1]} ${stem}`]))
      .slice(0, titlePairsMaximum);
  }

  /** @returns the words that an answer shows: a joined word only if an item has it */
  shownWords(asked: Asked): readonly string[] {
    const isShown = (word: AskedWord): boolean => !word.isJoined || this.#matches(word, isLong(asked)).length > 0;
    return asked.words.filter(isShown).map(({ text }) => text);
  }

  #has({ impacts, placed }: IndexedItem, { words, terms, signed }: AskedPhrase): boolean {
    const hasTerms = words.every((word, number) =>
      askedTerms(word).every((term) => this.#stems(term, signed.get(number)).some((stem) => impacts.has(stem))),
    );
    if (!hasTerms) return false;
    if (!this.#hasPlaces || terms.length === 1) return true;
    const wanted = words.map((word, number) => {
      const withSign = signed.get(number);
      return withSign !== undefined && signs.some((sign) => this.#count(`${sign}-${withSign}`) > 0) ? withSign : word;
    });
    return placed.some(({ text, joined, isStemmed }) =>
      standsIn(text, joined, wanted, isStemmed ? this.#language : undefined),
    );
  }

  /** @returns for how many items a word counts: those of its own stem, or all */
  #docsFor(matches: readonly StemMatch[]): number {
    const own = matches.filter(({ weight }) => weight === 16);
    const isOwn = own.length > 0 && matches.every(({ isOther }) => !isOther);
    const begun = signs.map((sign) => {
      const flat = matches.filter(({ stem, isFlat }) => isFlat && signOf(stem) === sign);
      return this.#items.filter(({ impacts }) => flat.some(({ stem }) => impacts.has(stem))).length;
    });
    const others = isOwn ? own : matches.filter(({ isFlat }) => !isFlat);
    const counts = others.map(({ stem }) => this.#count(stem));
    const together = [...counts, ...(isOwn ? [] : begun)].reduce((sum, count) => sum + count, 0);
    return Math.min(this.#items.length, together);
  }

  /** @returns the stems that answer a word */
  #matches(word: AskedWord, isOfMany: boolean): readonly StemMatch[] {
    const matches = [...this.#ownMatches(word, isOfMany)];
    for (const phrase of word.standIns) {
      const words = phrase.terms.map((term) => this.#stems(term, undefined));
      const countOf = (stems: readonly string[]): number => stems.reduce((sum, stem) => sum + this.#count(stem), 0);
      const rarest = [...words].sort((a, b) => countOf(a) - countOf(b))[0]!;
      const isSeveral = words.length > 1;
      if (isSeveral && matches.some((other) => other.phrase?.terms.join() === phrase.terms.join())) continue;
      for (const stem of rarest) {
        const isKnown = matches.some((other) => other.stem === stem && other.phrase === undefined && !other.isFlat);
        const match = { stem, weight: 12, isFlat: false, isOther: true };
        if (isSeveral) matches.push({ ...match, phrase });
        else if (!isKnown) matches.push(match);
      }
    }
    return matches;
  }

  /** The same, without synonyms. */
  #ownMatches(word: AskedWord, isOfMany: boolean): readonly StemMatch[] {
    const { text, isPrefix, standIns, joined, isJoined } = word;
    const written = isJoined
      ? this.#writtenMatches(text)
      : signs.flatMap((sign) => this.#matchesIn(sign, text, isPrefix, isOfMany));
    const isMatched = (stem: string): boolean => this.#count(stem) > 0;
    const joinedStems = signs.flatMap((sign) => [
      this.#stem(`${sign}-${text}`),
      ...joined.map((other) => this.#writtenStem(sign, other)),
    ]);
    const spelt = joinedStems.filter(isMatched).map((stem) => ({ stem, weight: 16, isFlat: false, isOther: false }));
    const isSpelt = ({ stem, isFlat }: StemMatch): boolean => !isFlat && spelt.some((other) => other.stem === stem);
    const matches = [...spelt, ...written.filter((match) => !isSpelt(match))];
    if (isJoined) return matches;
    const isStop = stemOfJoined(text, this.#language).startsWith('=');
    const isWord = matches.some(({ weight }) => weight === 16);
    const mayComplete = isPrefix && !(isStop && isWord) && (matches.length === 0 || text.length >= 3);
    if (mayComplete && matches.every(({ isFlat }) => !isFlat)) {
      const begun = signs.flatMap((sign) =>
        [...this.#words].filter(([other]) => other.startsWith(`${sign}-${text}`) && !/[.+#*&]/.test(other)),
      );
      const stems = new Set(begun.map(([, other]) => other));
      for (const stem of [...stems].filter((other) => matches.every((match) => match.stem !== other)))
        matches.push({ stem, weight: 8, isFlat: false, isOther: false });
    }
    const ownStems = written.filter(({ weight }) => weight === 16).map(({ stem }) => stem);
    for (const compound of ownStems.flatMap((stem) => this.#compounds.get(stem) ?? [])) {
      const isKnown = matches.some(({ stem, isFlat }) => stem === compound && !isFlat);
      if (!isKnown) matches.push({ stem: compound, weight: 1, isFlat: false, isOther: false });
    }
    if (/\p{N}/u.test(text) || cjk.test(text)) return matches;
    const length = [...text].length;
    if (matches.length > 0 || standIns.length > 0) return matches;
    for (let mistakes = 1; mistakes <= (length < 5 ? 0 : length < 8 || isOfMany ? 1 : 2); mistakes += 1) {
      const near = this.#forgiving().filter(([word]) => mistakesBetween(word, text) <= mistakes);
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

  /** @returns matches of a joined word that items write as one word; a stop word is another word */
  #writtenMatches(text: string): readonly StemMatch[] {
    if (stemOfJoined(text, this.#language).startsWith('=')) return [];
    const stems = signs.map((sign) => this.#writtenStem(sign, text)).filter((stem) => this.#count(stem) > 0);
    return stems.map((stem) => ({ stem, weight: 16, isFlat: false, isOther: false }));
  }

  /** @returns the words that may be mistyped, without their sign, and their stems */
  #forgiving(): readonly (readonly [word: string, stem: string])[] {
    const forgiving = [...this.#words].filter(([word]) => isForgiving(signOf(word)) && !/^!?-/.test(word));
    return forgiving.map(([word, stem]) => [word.slice(signOf(word).length), stem]);
  }

  /** @returns items that have the word in the fields of a sign, mistakes not forgiven */
  #matchesIn(sign: string, text: string, isPrefix: boolean, isOfMany: boolean): readonly StemMatch[] {
    const matches: StemMatch[] = [];
    const typed = sign + text;
    const own = this.#stem(typed);
    const few = this.#count(own);
    if (few > 0) matches.push({ stem: own, weight: 16, isFlat: false, isOther: false });
    // A stop word that some item has is not treated as a prefix.
    if (isPrefix && !(stemIn(text, this.#language).startsWith('=') && this.#words.has(typed))) {
      const isLonger = own.length - sign.length >= 4 && own.length < typed.length;
      const beginning = few > 0 && isLonger && typed.startsWith(own) ? own : typed;
      const begun = new Set([...this.#words].filter(([word]) => word.startsWith(beginning)).map(([, stem]) => stem));
      const postings = [...begun].reduce((sum, stem) => sum + this.#count(stem), 0);
      const isFlat = begun.size > 1 && postings > flatFrom;
      for (const stem of begun) if (isFlat || stem !== own) matches.push({ stem, weight: 8, isFlat, isOther: false });
      if (isFlat) return matches;
    }
    const isRare = !isOfMany && sign === '' && this.#words.has(text) && few <= 5 && isLongEnough(text);
    const meant = [...this.#words].filter(([word, stem]) => {
      const isMeant =
        isRare && signOf(word) === '' && !word.startsWith('-') && this.#count(stem) >= 100 * few && isLongEnough(word);
      return isMeant && mistakesBetween(word, text) <= 1;
    });
    for (const stem of new Set(meant.map(([, other]) => other))) {
      if (matches.some((match) => match.stem === stem)) continue;
      matches.push({ stem, weight: typoWeight(text, stem, meant), isFlat: false, isOther: true });
    }
    return matches;
  }
}

/** Three quarters where a word of the stem differs by a doubled letter only, else a half. */
function typoWeight(text: string, stem: string, near: readonly (readonly [word: string, stem: string])[]): number {
  const single = (word: string): string => word.replaceAll(/(.)\1/gu, '$1');
  return near.some(([word, other]) => other === stem && single(word) === single(text)) ? 12 : 8;
}

/** Whether mistakes are forgiven in a word. */
const isLongEnough = (word: string): boolean => [...word].length >= 5 && !/\p{N}/u.test(word) && !cjk.test(word);

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
