import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ADD_ONS, ROOMS, WINGS } from './rooms.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|\.cache/.test(name))
    .map((name) => join(folder, name));

/** The longest room that a path stands in: `src/format/files` is a room of its own inside `src/format`. */
const roomOf = (path: string): string =>
  Object.keys(ROOMS)
    .filter((room) => path.startsWith(`${room}/`))
    .reduce((longest, room) => (room.length > longest.length ? room : longest), path.split('/').slice(0, 2).join('/'));

/** What a newcomer sees at the door of `src`. */
const wingOf = (room: string): string => room.split('/').slice(0, 2).join('/');

/** Every relative import of a file, of types too, as paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return specifiers.map((specifier) => relative(root, resolve(root, dirname(file), specifier)));
}

/** What an import names, as it is before it is compiled. */
const sourceOf = (name: string): string => {
  const stem = name.replace(/\.js$/, '');
  return existsSync(join(root, `${stem}.tsx`)) ? `${stem}.tsx` : `${stem}.ts`;
};

const isAddOnTest = (name: string): boolean => /^addons\/[^/]+\/test\//.test(name);
/** The explorer's page is no part of the server: it has a compiler's settings of its own. */
const isPage = (name: string): boolean => name.startsWith('addons/explorer/app/');
const addOns = existsSync(join(root, 'addons')) ? sourceFiles('addons') : [];
const files = [
  ...sourceFiles('src'),
  ...sourceFiles('build'),
  ...addOns.filter((name) => !isAddOnTest(name) && !isPage(name)),
];
const everyFile = [
  ...new Set([...files, ...addOns, ...['bench', 'data', 'soak', 'test', 'testing'].flatMap(sourceFiles)]),
];

/** Imports that lead from one room into another. */
const crossing = files.flatMap((file) =>
  importsOf(file)
    .filter((target) => roomOf(target) !== roomOf(file))
    .map((target) => ({ file, target })),
);
const isOfAddOn = (path: string): boolean => path.startsWith('addons/');
const inCore = crossing.filter(({ file, target }) => !isOfAddOn(file) && !isOfAddOn(target));

describe('imports', () => {
  it('every file of src and build › stands in a room of the table', () => {
    expect(files.length).toBeGreaterThan(50);
    expect([...new Set(files.filter((file) => !isOfAddOn(file)).map(roomOf))].sort()).toEqual(
      Object.keys(ROOMS).sort(),
    );
  });

  it('every import › leads into its own room or one that the table allows', () => {
    const wrong = inCore
      .filter(({ file, target }) => !ROOMS[roomOf(file)]?.includes(roomOf(target)))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('every import of another room › is of its index', () => {
    const wrong = inCore
      .filter(({ target }) => target !== `${roomOf(target)}/index.js`)
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('every room that the table allows › is imported', () => {
    const used = new Set(inCore.map(({ file, target }) => `${roomOf(file)} imports ${roomOf(target)}`));
    const allowed = Object.entries(ROOMS).flatMap(([room, others]) =>
      others.map((other) => `${room} imports ${other}`),
    );
    expect(allowed.filter((edge) => !used.has(edge))).toEqual([]);
  });

  it('the table › has no way round: rooms can be put in an order in which each imports only earlier ones', () => {
    const placed = new Set<string>();
    for (let before = -1; before < placed.size; ) {
      before = placed.size;
      for (const [room, allowed] of Object.entries(ROOMS))
        if (allowed.every((name) => placed.has(name))) placed.add(room);
    }
    expect([...placed].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  it('the core › imports no add-on', () => {
    expect(crossing.filter(({ file, target }) => !isOfAddOn(file) && isOfAddOn(target))).toEqual([]);
  });

  it('an add-on › enters the core through doors, and another add-on only where the table allows it', () => {
    const addOnOf = (path: string): string => path.split('/')[1] ?? '';
    const wrong = crossing
      .filter(({ file }) => isOfAddOn(file))
      .filter(({ file, target }) =>
        isOfAddOn(target) ? !ADD_ONS[addOnOf(file)]?.includes(addOnOf(target)) : !target.endsWith('/index.js'),
      );
    expect(wrong).toEqual([]);
    expect(addOns.filter((file) => !isPage(file)).length === 0 || crossing.some(({ file }) => isOfAddOn(file))).toBe(
      true,
    );
  });

  it('wings › import one way, from below to above', () => {
    const wrong = Object.entries(ROOMS)
      .filter(([room]) => room.startsWith('src/'))
      .flatMap(([room, others]) =>
        others.filter((other) => other.startsWith('src/')).map((other) => [room, other] as const),
      )
      .filter(([room, other]) => wingOf(room) !== wingOf(other) && !WINGS[wingOf(room)]?.includes(wingOf(other)))
      .map(([room, other]) => `${room} imports ${other}`);
    expect(wrong).toEqual([]);
    const order = Object.keys(WINGS);
    expect(
      Object.entries(WINGS).filter(([wing, below]) =>
        below.some((other) => order.indexOf(other) >= order.indexOf(wing)),
      ),
    ).toEqual([]);
    expect(order.length).toBeLessThanOrEqual(11);
    expect(readdirSync(join(root, 'src')).sort()).toEqual(order.map((wing) => wing.slice('src/'.length)).sort());
  });

  it('files › import each other in no circle, not for types either', () => {
    const imports = new Map(everyFile.map((file) => [file, importsOf(file).map(sourceOf)]));
    expect(circlesIn(imports)).toEqual([]);
  });

  it('the test itself › sees an import that is there, and a circle where one is', () => {
    expect(importsOf('src/engine/query/conditions/conditions.ts')).toContain('src/index/segment/index.js');
    const imports = new Map([
      ['a', ['b', 'e']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', ['gone']],
      ['e', ['d']],
    ]);
    expect(circlesIn(imports)).toEqual([['a', 'b', 'c']]);
  });
});

/** @param imports of each file. @returns the files of each circle. Source: Kosaraju's strong components. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  const visit = (
    file: string,
    next: ReadonlyMap<string, readonly string[]>,
    seen: Set<string>,
    left: string[],
  ): void => {
    if (seen.has(file) || !imports.has(file)) return;
    seen.add(file);
    for (const other of next.get(file) ?? []) visit(other, next, seen, left);
    left.push(file);
  };
  const order: string[] = [];
  const seen = new Set<string>();
  for (const file of imports.keys()) visit(file, imports, seen, order);
  const placed = new Set<string>();
  const components = order.toReversed().map((file) => {
    const component: string[] = [];
    visit(file, importers, placed, component);
    return component.sort();
  });
  return components.filter(({ length }) => length > 1);
}

/** A folder with more surely answers several questions; about fifteen is a good measure. */
const filesMaximum = 20;

describe('folders', () => {
  it('each › has few files: one question, one folder', () => {
    const sizes = new Map<string, number>();
    for (const file of everyFile) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    const large = [...sizes].filter(([, size]) => size > filesMaximum);
    expect(large).toEqual([]);
  });
});

describe('casts', () => {
  it('each › stands in the format code and the branding constructors only', () => {
    const casts = [...files, ...addOns.filter(isPage)]
      .filter((file) => !file.startsWith('src/format/') && file !== 'src/content/model/branded.ts')
      // In AssemblyScript, `as` converts a number to another width.
      .filter((file) => !file.startsWith('src/kernels/assembly/'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/.*/g, "''")
          .split('\n')
          .filter((line) => !/^\s*(import|export) /.test(line) && !/^\s+(type )?\w+ as \w+,$/.test(line))
          .filter((line) => /[)\]\w] as (?!const\b)[A-Za-z{[(]/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(casts).toEqual([]);
  });
});
