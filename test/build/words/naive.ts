/**
 * A search index made the plain way: all docs at once, every beginning and every pair of words looked at.
 */

import { computeImpact, weighFieldCount } from '../../../build/words/impacts.js';
import type { SearchRules } from '../../../src/content/model/index.js';
import { GrowingRecords, type SectionInput } from '../../../src/format/index.js';
import {
  allowsTypos,
  encodeDocs,
  getWordReader,
  isNear,
  plainText,
  searchTerms,
  TOP_DOCS,
  titlePairKeys,
  wholeTitleCheck,
  wholeTitleKey,
} from '../../../src/index/search/index.js';
import { prefixNumber } from '../../../src/index/termdict/index.js';

/** Stem → doc → what its fields count. */
type Weights = Map<string, Map<number, number>>;

const processInOrder = (texts: Iterable<string>): string[] =>
  [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Seven bits a byte, the lowest first. */
const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(value >> 7)]);

/** A stem in a text, and the number of its word; a joined word has the number of its last part, and its number of parts. */
interface PlacedStem {
  readonly stem: string;
  readonly place: number;
  readonly isJoined: boolean;
  readonly parts: number;
}

const lengthOf = (stems: readonly PlacedStem[]): number => stems.filter(({ isJoined }) => !isJoined).length;

/** Where a stem stands in the docs of its list: texts one behind the other, with an empty place between two. */
function positionsOf(
  stem: string,
  list: readonly { readonly doc: number }[],
  stemsIn: readonly (readonly (readonly PlacedStem[])[])[],
  fields: SearchRules['fields'],
): Buffer {
  const records = list.map(({ doc }) => {
    let base = 0;
    const places: number[] = [];
    for (const [field, stems] of (stemsIn[doc] ?? []).entries()) {
      if (fields[field]?.hasPositions === true)
        for (const { stem: other, place, isJoined, parts } of stems)
          if (other === stem) places.push(isJoined ? 8 * (base + place) + parts - 1 : base + place);
      if (stems.length > 0) base += lengthOf(stems) + 1;
    }
    const between = places.map((place, at) => place - (places[at - 1] ?? -1) - 1);
    return [places.length, ...between].flatMap(varint);
  });
  const leaps = records.flatMap((_, doc) => (doc > 0 && doc % 64 === 0 ? [records.slice(0, doc).flat().length] : []));
  const table = new Uint8Array(Uint32Array.from(leaps).buffer);
  return Buffer.concat([table, Uint8Array.from(records.flat())]);
}

/** @param docs field by field, in the order of the rules; '' where unpopulated */
export function naiveSections(rules: SearchRules, docs: readonly (readonly string[])[]): SectionInput[] {
  const { language, fields } = rules;
  const reader = getWordReader(language);
  const stemOf = new Map<string, string>();
  const stemsIn = docs.map((texts) =>
    texts.map((text, place) => {
      const shown = fields[place]?.field.type === 'markdown' ? plainText(text) : text;
      const mark = fields[place]?.mark ?? '';
      const stemTerm = (term: string): string => {
        stemOf.set(term, reader.stem(term));
        return reader.stem(term);
      };
      const { words: textWords, joined } = reader.read(shown);
      const placed: PlacedStem[] = [];
      let length = 0;
      for (const [index, word] of textWords.entries()) {
        for (const term of reader.indexTerms(word)) {
          placed.push({ stem: stemTerm(mark + term), place: length, isJoined: false, parts: 1 });
          length += 1;
        }
        for (const { text: joinedText, start, end } of joined.filter((one) => one.end === index + 1))
          placed.push({
            stem: stemTerm(`${mark}-${joinedText}`),
            place: length - 1,
            isJoined: true,
            parts: end - start,
          });
      }
      return placed;
    }),
  );
  const weights: Weights = new Map();
  for (const [place, { weight }] of fields.entries()) {
    const lengths = stemsIn.map((stems) => lengthOf(stems[place] ?? [])).filter((length) => length > 0);
    const usual = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    for (const [doc, all] of stemsIn.entries()) {
      const stems = all[place] ?? [];
      for (const stem of new Set(stems.map((placed) => placed.stem))) {
        const ofStem = weights.get(stem) ?? new Map<number, number>();
        weights.set(stem, ofStem);
        const frequency = stems.filter((other) => other.stem === stem).length;
        ofStem.set(doc, (ofStem.get(doc) ?? 0) + weighFieldCount(frequency, weight, lengthOf(stems), usual));
      }
    }
  }
  const stems = processInOrder(weights.keys());
  const words = processInOrder(stemOf.keys());
  const wordStems = words.map((word) => stems.indexOf(stemOf.get(word) ?? ''));
  const lists = stems.map((stem) =>
    [...(weights.get(stem) ?? [])]
      .map(([doc, weight]) => ({ doc, impact: computeImpact(weight) }))
      .sort((a, b) => a.doc - b.doc),
  );
  const countOf = (word: number): number => lists[wordStems[word] ?? -1]?.length ?? 0;
  const prefixes = prefixesOf(words, wordStems, (stem) => lists[stem]?.length ?? 0);
  const prefixDocs = prefixes.map(([start, end]) => {
    const stemsOf = new Set(wordStems.slice(start, end));
    const any = new Set([...stemsOf].flatMap((stem) => (lists[stem] ?? []).map(({ doc }) => doc)));
    return Uint32Array.from(any).sort();
  });
  const postings = [
    ...lists.map((list) =>
      Buffer.concat([
        encodeDocs(
          Uint32Array.from(list, ({ doc }) => doc),
          docs.length,
        ),
        Uint8Array.from(list, ({ impact }) => impact),
      ]),
    ),
    ...prefixDocs.map((list) => encodeDocs(list, docs.length)),
  ];
  const best = lists.flatMap((list, stem) => (list.length > 256 ? [stem] : []));
  const tops = best.flatMap((stem) => (lists[stem] ?? []).toSorted((a, b) => b.impact - a.impact).slice(0, TOP_DOCS));
  const mistakes = words.flatMap((word, misspelt) =>
    words.flatMap((other, meant) => {
      const isRare = countOf(misspelt) <= 5 && countOf(meant) >= 100 * countOf(misspelt);
      const isPlain = [word, other].every((one) => !/^[-!"#]/.test(one));
      return isRare && isPlain && allowsTypos(word) && allowsTypos(other) && isNear(word, other)
        ? [{ misspelt, meant }]
        : [];
    }),
  );
  return [
    ...terms('search.stems', 'search.stemHeads', stems),
    ...(language === undefined
      ? []
      : [
          ...terms('search.words', 'search.wordHeads', words),
          { name: 'search.wordStems', data: Uint32Array.from(wordStems) },
        ]),
    {
      name: 'search.counts',
      data: Uint32Array.of(...lists.map(({ length }) => length), ...prefixDocs.map(({ length }) => length)),
    },
    ...recordsOf(postings).sections('search.postings'),
    ...(fields.some(({ hasPositions }) => hasPositions)
      ? recordsOf(stems.map((stem, at) => positionsOf(stem, lists[at] ?? [], stemsIn, fields))).sections(
          'search.positions',
        )
      : []),
    { name: 'search.prefixStarts', data: Uint32Array.from(prefixes, ([start]) => start) },
    { name: 'search.prefixEnds', data: Uint32Array.from(prefixes, ([, end]) => end) },
    {
      name: 'search.prefixWords',
      data: Uint32Array.from(
        prefixes.flatMap(([start, end]) => {
          const shown = Array.from({ length: end - start }, (_, place) => start + place)
            .toSorted((a, b) => countOf(b) - countOf(a))
            .slice(0, 10);
          return [...shown, ...Array.from({ length: 10 - shown.length }, () => 2 ** 32 - 1)];
        }),
      ),
    },
    { name: 'search.misspelt', data: Uint32Array.from(mistakes, ({ misspelt }) => misspelt) },
    { name: 'search.meant', data: Uint32Array.from(mistakes, ({ meant }) => meant) },
    { name: 'search.topStems', data: Uint32Array.from(best) },
    { name: 'search.topDocs', data: Uint32Array.from(tops, ({ doc }) => doc) },
    { name: 'search.topImpacts', data: Uint8Array.from(tops, ({ impact }) => impact) },
    ...titleSections(rules, docs),
  ];
}

/** The keys of all titles, sorted by key, then by doc. */
function titleSections(
  { language, fields, titlePlace }: SearchRules,
  docs: readonly (readonly string[])[],
): SectionInput[] {
  if (titlePlace === undefined) return [];
  const reader = getWordReader(language);
  const titles = docs.map((texts) => reader.words(texts[titlePlace]!));
  const entries = titles.flatMap((words, doc) => {
    const pairKeys = titlePairKeys(reader, words.flatMap(searchTerms), fields[titlePlace]!.mark);
    const keys = words.length === 0 ? [] : [wholeTitleKey(words), ...pairKeys];
    return Array.from(new Set(keys), (key) => ({ key, doc }));
  });
  entries.sort((a, b) => a.key - b.key || a.doc - b.doc);
  return [
    { name: 'search.titleKeys', data: Uint32Array.from(entries, ({ key }) => key) },
    { name: 'search.titleDocs', data: Uint32Array.from(entries, ({ doc }) => doc) },
    { name: 'search.titleChecks', data: Uint32Array.from(titles, wholeTitleCheck) },
  ];
}

function prefixesOf(
  words: readonly string[],
  wordStems: readonly number[],
  countOf: (stem: number) => number,
): [start: number, end: number][] {
  const beginnings = new Set(
    words.flatMap((word) => [...word].map((_, last) => [...word].slice(0, last + 1).join(''))),
  );
  const intervals = new Map<string, [number, number]>();
  for (const beginning of beginnings) {
    if (/^[!"#]?-/.test(beginning)) continue;
    const start = words.findIndex((word) => word.startsWith(beginning));
    const end = words.findLastIndex((word) => word.startsWith(beginning)) + 1;
    const stems = new Set(wordStems.slice(start, end));
    const postings = [...stems].reduce((sum, stem) => sum + countOf(stem), 0);
    if (stems.size > 1 && postings > 2048) intervals.set(`${start} ${end}`, [start, end]);
  }
  return [...intervals.values()].sort(([start, end], [other, otherEnd]) => start - other || otherEnd - end);
}

function recordsOf(records: readonly Uint8Array[]): GrowingRecords {
  const all = new GrowingRecords();
  for (const record of records) all.push(record);
  return all;
}

function terms(name: string, heads: string, texts: readonly string[]): SectionInput[] {
  const records = texts.map((text) => Buffer.from(text));
  const firsts = records.filter((_, place) => place % 32 === 0);
  return [
    ...recordsOf(records).sections(name),
    { name: heads, data: Float64Array.from(firsts, (record) => prefixNumber(record, 0)) },
  ];
}
