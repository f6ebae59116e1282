/**
 * The classes of the linked content on a small space: every answer is compared with SQLite's, if it is installed.
 */
import { describe, expect, it } from 'vitest';
import { classesNamed } from '../../bench/cases/index.js';
import { foldText, makeBooks } from '../../bench/engine/linked/content.js';
import { runLinked } from '../../bench/engine/linked/contest.js';
import { LINKED_CLASSES, linkedClassesNamed } from '../../bench/engine/linked/questions.js';
import { isInstalled } from '../../bench/harness/sqlite/driver.js';

const effort = { budgetMs: 1, slices: 1, samplesMinimum: 2 };

describe('the linked content', () => {
  it('of one seed › has the same books, with accents and in several locales', () => {
    const books = [...makeBooks(300, 1)];
    expect(books).toEqual([...makeBooks(300, 1)]);
    expect(books.some(({ name }) => foldText(name) !== name.toLowerCase())).toBe(true);
    expect(books.filter(({ titles }) => titles['fr'] !== undefined).length).toBeGreaterThan(60);
    expect(foldText('Éçñü')).toBe('ecnu');
  });

  it('each class › is answered like SQLite answers it', { timeout: 120_000 }, async () => {
    const withSqlite = isInstalled();
    if (!withSqlite) console.warn('SQLITE IS NOT INSTALLED: the answers of the linked content are not compared.');
    const options = { items: 2000, seed: 1, effort, withSqlite, say: () => undefined };
    const results = await runLinked(LINKED_CLASSES, options);
    expect(results.map(({ name }) => name)).toEqual(LINKED_CLASSES.map(({ name }) => name));
    expect(results.every(({ compared }) => compared.sqlite === (withSqlite ? 200 : 0))).toBe(true);
  });

  it('--only with the name of the group › selects these classes and no other', () => {
    expect(linkedClassesNamed('linked content')).toEqual(LINKED_CLASSES);
    expect(classesNamed('linked content', ['linked content'])).toEqual([]);
    expect(linkedClassesNamed('an unknown class')).toEqual([]);
  });
});
