/**
 * The table of loops against the code. The code is parsed, so that a loop is found wherever it stands: statements, and the
 * methods of arrays that call something for each element.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loopsOf } from './find-loops.js';
import { LOOPS, type LoopReason, OPENING, REASONS } from './loops.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['src/index', 'src/engine', 'src/jsonapi'];

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !OPENING.some((opening) => name.startsWith(opening))),
);
const inCode = new Map(files.map((file) => [file, loopsOf(file, readFileSync(join(root, file), 'utf8'))]));
const inTable = Object.entries(LOOPS).flatMap(([file, reasons]) =>
  Object.entries(reasons).flatMap(([reason, names = '']) => names.split(' ').map((name) => ({ file, reason, name }))),
);
const charges = /budget\??\.(?:spend|require)\(|\b(?:spend|require)\(|counterIn\(|budget\b/;

describe('the table of loops', () => {
  it('every function with a loop › is in the table, and nothing else is', () => {
    const written = inTable.map(({ file, name }) => `${file}: ${name}`);
    expect(written.filter((one, at) => written.indexOf(one) !== at)).toEqual([]);
    const found = [...inCode].flatMap(([file, loops]) => Array.from(loops.keys(), (name) => `${file}: ${name}`));
    const advice = 'say in test/architecture/loops.ts what bounds the loop, or what charges it';
    expect(
      found.filter((one) => !written.includes(one)),
      advice,
    ).toEqual([]);
    expect(
      written.filter((one) => !found.includes(one)),
      'these have no loop any more',
    ).toEqual([]);
  });

  it('a function that is said to charge › names the budget', () => {
    const here = inTable.filter(({ reason }) => reason === 'here');
    expect(here.length).toBeGreaterThan(10);
    const silent = here.filter(({ file, name }) => !charges.test(inCode.get(file)?.get(name) ?? ''));
    expect(silent).toEqual([]);
  });

  it('a file that is said to charge for others › spends', () => {
    const others = new Set(inTable.flatMap(({ reason }) => (reason.startsWith('by ') ? [reason.slice(3)] : [])));
    expect(others.size).toBeGreaterThan(10);
    const silent = [...others].filter((file) => {
      const text = readFileSync(join(root, 'src', `${file}.ts`), 'utf8');
      return !/budget\??\.(?:spend|require)\(/.test(text.replaceAll(/\s+/g, ''));
    });
    expect(silent).toEqual([]);
  });

  it('every reason › is one that is explained, and is used', () => {
    const used = new Set<string>(inTable.map(({ reason }) => reason).filter((reason) => !reason.startsWith('by ')));
    const known: readonly LoopReason[] = Object.keys(REASONS).filter(
      (name): name is keyof typeof REASONS => name in REASONS,
    );
    expect([...used].sort()).toEqual([...known].sort());
  });

  it.each([
    ['for (const a of b) c(a);', '(module)'],
    ['function f() { return () => { while (a) b(); }; }', 'f'],
    ['const g = (a) => a.map(h);', 'g'],
    ['class C { #m() { do a(); while (b); } }', 'C.#m'],
    ['const { a } = b.filter(c);', '(pattern)'],
    ['export const f = { g() { for (;;) a(); } };', 'f'],
  ])('%s › is found', (text, name) => {
    expect([...loopsOf('a.ts', text).keys()]).toEqual([name]);
  });

  it('no loop › nothing is found', () => {
    expect(loopsOf('a.ts', 'function f(a) { return a.at(0) + a.length; }').size).toBe(0);
  });
});
