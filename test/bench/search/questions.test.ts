/**
 * Queries of the search benchmark, and the check of their results.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DifferenceError } from '../../../bench/harness/timing/compare.js';
import { checkAnswer, expectedHits, Scan } from '../../../bench/search/checks.js';
import type { MatchingRule, Question } from '../../../bench/search/contestants/contestant.js';
import { fillPage, STOP_WORDS, wordsOf } from '../../../bench/search/contestants/packages.js';
import { ARTICLE_FIELDS, articles } from '../../../bench/search/corpora/articles.js';
import { openCorpus, writeCorpus } from '../../../bench/search/corpora/corpus-file.js';
import { CLASSES, drawQuestions, readVocabulary } from '../../../bench/search/questions.js';
import { Random } from '../../../data/generate/random.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

const FIELDS = [
  { name: 'title', weight: 3, markdown: false },
  { name: 'text', weight: 1, markdown: false },
];

function corpusOf(...texts: readonly (readonly string[])[]) {
  const folder = join(newFolder(), 'corpus');
  const documents = texts.map((all, place) => ({ id: `d${place}`, texts: all }));
  writeCorpus(folder, { name: 'small', fields: FIELDS, language: 'none' }, documents);
  return openCorpus(folder);
}

const small = () =>
  new Scan(corpusOf(['Salt', 'the salty road'], ['Röad', ''], ['Salt and light', 'a road'], ['', 'salting']));

const every: MatchingRule = { begins: 'every', exactWords: 1, enough: 0, beyond: 'others' };
const asked: MatchingRule = { begins: 'asked', exactWords: 9, enough: 0, beyond: 'more' };
const last: MatchingRule = { begins: 'last', exactWords: 1, enough: 2, beyond: 'more' };

const rulesOf = (rule: MatchingRule) => ({ name: 'stele' as const, rule, hitsMaximum: 100 });
const words = (text: string): Question => ({ words: text, asking: 'words' });

describe('words', () => {
  it('case, diacritics and punctuation › are ignored', () => {
    expect(wordsOf("Friedrich’s Straße, Ærø, Turner's")).toEqual(['friedrich', 'strasse', 'aero', 'turner']);
    expect(wordsOf('Crème-brûlée, **2** x [l’Été](…)')).toEqual(['creme', 'brulee', '2', 'x', 'l', 'ete']);
  });
});

describe('a corpus', () => {
  it('written and opened › equal texts; the language may differ', () => {
    const corpus = corpusOf(['a', 'b'], ['', 'c']);
    expect([...corpus.documents()]).toEqual([
      { id: 'd0', texts: ['a', 'b'] },
      { id: 'd1', texts: ['', 'c'] },
    ]);
    expect(corpus).toMatchObject({ name: 'small', fields: FIELDS, language: 'none' });
  });

  it('Markdown › the plain text omits link targets and names of code languages', () => {
    const folder = join(newFolder(), 'corpus');
    const body = 'A [path](/to/nowhere) (through)\n\n```js\nconst snow = 1;\n```\n';
    const fields = FIELDS.map((field) => ({ ...field, markdown: field.name === 'text' }));
    writeCorpus(folder, { name: 'm', fields, language: 'none' }, [{ id: 'd', texts: ['[a](b)', body] }]);
    const [document] = openCorpus(folder).plainDocuments();
    expect(document?.texts.map(wordsOf)).toEqual([
      ['a', 'b'],
      ['a', 'path', 'through', 'const', 'snow', '1'],
    ]);
  });

  it('generated articles › are equal for equal seeds, and are Markdown', () => {
    const [one, two] = [[...articles(20, 7)], [...articles(20, 7)]];
    expect(one).toEqual(two);
    expect(one[19]?.id).toBe('article-20');
    expect(one.some(({ texts }) => texts[1]?.includes('\n## '))).toBe(true);
    expect(ARTICLE_FIELDS.map(({ name }) => name)).toEqual(['title', 'body']);
  });
});

describe('drawQuestions', () => {
  const folder = () => {
    const path = join(newFolder(), 'corpus');
    writeCorpus(path, { name: 'a', fields: ARTICLE_FIELDS, language: 'none' }, articles(400, 1));
    return path;
  };
  const corpus = openCorpus(folder());
  const vocabulary = readVocabulary(corpus, new Random(1, 'v'));
  const drawn = drawQuestions(vocabulary, 15, new Random(1, 'q'));
  const scan = new Scan(corpus);

  it('every class › has the requested number of different questions, equal for equal seeds', () => {
    expect(drawn.map(({ questionClass }) => questionClass.name)).toEqual(CLASSES.map(({ name }) => name));
    for (const { questions } of drawn) expect(new Set(questions.map((one) => one.words)).size).toBe(15);
    expect(drawQuestions(readVocabulary(corpus, new Random(1, 'v')), 15, new Random(1, 'q'))).toEqual(drawn);
  });

  it('words and prefixes › occur in a document; mistyped words in none; stop words are excluded', () => {
    for (const { questionClass, questions } of drawn) {
      for (const question of questions) {
        const all = wordsOf(question.words);
        const whole = questionClass.asking === 'prefix' ? all.slice(0, -1) : all;
        const found = scan.find(whole, all.slice(whole.length)).length;
        if (questionClass.asking === 'any') expect(scan.findAny(all).length).toBeGreaterThan(found);
        if (questionClass.asking === 'typos') expect(found).toBe(0);
        else expect(found).toBeGreaterThan(0);
        for (const word of whole) expect(STOP_WORDS.has(word)).toBe(false);
      }
    }
  });

  it('rare, middling and frequent words › differ by the number of documents', () => {
    const { frequencies, rare, middling, frequent } = vocabulary;
    const most = (list: readonly string[]) => Math.max(...list.map((word) => frequencies.get(word) ?? 0));
    expect(most(rare)).toBeLessThan(5);
    expect(most(rare)).toBeLessThan(most(middling));
    expect(most(middling)).toBeLessThan(most(frequent));
  });
});

describe('expectedHits', () => {
  it('whole words › the documents that contain all words, whatever the field, case and diacritics', () => {
    expect(expectedHits(words('salt ROAD'), rulesOf(asked), small())).toEqual({ ids: ['d0', 'd2'], exactly: true });
  });

  it('a prefix › applies to the last word, to every word, or always, as the engine does', () => {
    const scan = small();
    const prefix = (text: string): Question => ({ words: text, asking: 'prefix' });
    expect(expectedHits(prefix('salt'), rulesOf(asked), scan)?.ids).toEqual(['d0', 'd2', 'd3']);
    expect(expectedHits(words('salt'), rulesOf(asked), scan)?.ids).toEqual(['d0', 'd2']);
    expect(expectedHits(words('salt'), rulesOf(every), scan)?.ids).toEqual(['d0', 'd2', 'd3']);
    expect(expectedHits(words('salti'), rulesOf(last), scan)?.ids).toEqual(['d3']);
  });

  it('any of the words › the documents with one of them; a lower bound if words have alternatives; unknown for prefixes', () => {
    const any: Question = { words: 'light road', asking: 'any' };
    expect(expectedHits(any, rulesOf(asked), small())).toEqual({ ids: ['d0', 'd1', 'd2'], exactly: true });
    expect(expectedHits(any, rulesOf(last), small())).toEqual({ ids: ['d0', 'd1', 'd2'], exactly: false });
    expect(expectedHits(any, rulesOf(every), small())).toBeUndefined();
  });

  it('too many words for the rule, or too few hits › a lower bound, or unknown', () => {
    expect(expectedHits(words('salt road'), rulesOf(last), small())).toEqual({ ids: ['d0', 'd2'], exactly: false });
    expect(expectedHits(words('salti'), rulesOf(last), small())).toEqual({ ids: ['d3'], exactly: false });
    expect(expectedHits(words('salt'), rulesOf(last), small())?.exactly).toBe(true);
    expect(expectedHits(words('salt road'), rulesOf(every), small())).toBeUndefined();
    expect(expectedHits({ words: 'saltt', asking: 'typos' }, rulesOf(asked), small())).toBeUndefined();
  });
});

describe('checkAnswer', () => {
  const answer = (rule: MatchingRule, text: string, ...ids: readonly string[]) =>
    checkAnswer(words(text), rulesOf(rule), small(), async () => ids);

  it('all expected hits in any order › the answer counts as compared', async () => {
    expect(await answer(asked, 'salt', 'd2', 'd0')).toBe(true);
    expect(await answer(every, 'salt road', 'd3')).toBe(false);
    expect(await answer(last, 'salt road', 'd2', 'd0', 'd3')).toBe(true);
  });

  it('missing, additional or repeated hits › end the run with the ids', async () => {
    await expect(answer(asked, 'salt', 'd0')).rejects.toThrow('stele, "salt" (words): missing: d2');
    await expect(answer(asked, 'salt', 'd0', 'd2', 'd3')).rejects.toThrow('too many: d3');
    await expect(answer(asked, 'salt', 'd0', 'd2', 'd2')).rejects.toThrow('found twice');
    await expect(answer(last, 'salt road', 'd0')).rejects.toBeInstanceOf(DifferenceError);
  });
});

describe('fillPage', () => {
  it('strategies › run until the page is full; an id keeps its first position', () => {
    const ways: string[] = [];
    const ask = (way: string): string[] => {
      ways.push(way);
      return way === 'all' ? ['a', 'b'] : ['c', 'a', 'd'];
    };
    expect(fillPage(['all', 'any', 'typos'], 3, ask)).toEqual(['a', 'b', 'c']);
    expect(ways).toEqual(['all', 'any']);
  });
});
