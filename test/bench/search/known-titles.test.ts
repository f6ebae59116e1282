/**
 * Questions for known titles, and what counts as found.
 */
import { describe, expect, it } from 'vitest';
import {
  isFound,
  PART,
  type TitleQuestion,
  titleKey,
  titleQuestions,
} from '../../../bench/search/relevance/known-titles.js';
import { Random } from '../../../data/generate/random.js';

const titles = [
  'Café-Régal',
  'War and Peace',
  'The War and the Peace',
  'Salt road to the sea',
  'SALT ROAD TO THE SEA',
  '',
];
const documents = titles.map((title, number) => ({ id: `t${number}`, texts: [title, 'text'] }));
const corpus = {
  name: 'titles',
  fields: [
    { name: 'title', weight: 3, markdown: false },
    { name: 'text', weight: 1, markdown: false },
  ],
  language: 'english' as const,
  documents: () => documents,
  plainDocuments: () => documents,
};
const questions = titleQuestions(corpus, new Random(1, 'known'));
const textsOf = (name: string): readonly string[] =>
  questions.filter(({ spelling }) => spelling === name).map(({ text }) => text);

describe('title questions', () => {
  it('a spelling › has the titles that it changes, each once', () => {
    expect(textsOf('as it is').toSorted()).toEqual(titles.slice(0, 4).toSorted());
    expect(textsOf('without accents')).toEqual(['Cafe-Regal']);
    expect(textsOf('a space for each hyphen')).toEqual(['Café Régal']);
    expect(textsOf('without hyphens')).toEqual(['CaféRégal']);
    expect(textsOf('in lower case')).toHaveLength(4);
  });

  it('a part › has two or three consecutive words of a longer title', () => {
    const parts = textsOf(PART.name);
    expect(parts).toHaveLength(3);
    for (const part of parts) {
      expect(part.split(' ').length).toBeLessThan(4);
      expect(titles.some((title) => titleKey(title).includes(part))).toBe(true);
    }
  });

  it('an item with the same title › counts as found, first or for a part among the first three', () => {
    const keys = new Map(documents.map(({ id, texts }) => [id, titleKey(texts[0] ?? '')]));
    const question = (spelling: string): TitleQuestion => ({
      id: '',
      text: 'x',
      spelling,
      title: 'salt road to the sea',
    });
    expect(isFound(question('as it is'), ['t4', 't0'], keys)).toBe(true);
    expect(isFound(question('as it is'), ['t0', 't4'], keys)).toBe(false);
    expect(isFound(question(PART.name), ['t0', 't1', 't4'], keys)).toBe(true);
    expect(isFound(question(PART.name), ['t0', 't1', 't2', 't4'], keys)).toBe(false);
  });
});
