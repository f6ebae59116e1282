/**
 * docs/glossary.md against the code: a dictionary of at most 40 terms, each of which the code uses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readPage } from '../../testing/pages/markdown.js';

const TERMS_MAXIMUM = 40;

const terms = [...readPage('docs/glossary.md').matchAll(/^- \*\*([^*]+)\*\*: /gm)].map(([, term = '']) => term);

/** The sources as words: identifiers are split where a capital, a digit or a hyphen begins a word. */
const words = ['src', 'build', 'addons']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  )
  .join('\n')
  .replace(/([a-z])(?=[A-Z])/g, '$1 ')
  .replace(/[^A-Za-z]+/g, ' ')
  .toLowerCase();

/** Whether the code uses the term, in the singular or the plural. */
const isUsed = (term: string): boolean => new RegExp(`\\b${term}(s|es)?\\b`).test(words);

describe('docs/glossary.md', () => {
  it(`has at most ${TERMS_MAXIMUM} terms, each once`, () => {
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(TERMS_MAXIMUM);
    expect(new Set(terms).size).toBe(terms.length);
  });

  it('every term › is used by the code', () => {
    expect(terms.filter((term) => !isUsed(term))).toEqual([]);
  });

  it('a term that no code uses › is found', () => {
    expect(isUsed('flux capacitor')).toBe(false);
  });
});
