/**
 * Snapshots whose model turns structures off: these are absent, and other requests are answered as before.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { RequestError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../../src/index/verify/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

type Choices = Readonly<Record<string, object>>;

const exportWith = (choices: Choices) => ({
  'model.json': modelOf(
    {
      stone: [
        { name: 'name', type: 'text', fold: true, search: true, ...choices['name'] },
        { name: 'notes', type: 'markdown', search: true, ...choices['notes'] },
        { name: 'size', type: 'integer', ...choices['size'] },
        { name: 'tags', type: 'text', many: true, search: true, ...choices['tags'] },
        { name: 'maker', type: 'relationship', to: 'maker', many: false, ...choices['maker'] },
      ],
      maker: [{ name: 'name', type: 'text', ...choices['maker.name'] }],
    },
    { language: 'en' },
  ),
  'stone.ndjson': Array.from({ length: 400 }, (_, item) => ({
    id: `s${item}`,
    name: `Stone ${(item * 7919) % 331} é`,
    notes: `A note of ${item} words`,
    size: (item * 31) % 97,
    tags: [`t${item % 7}`, `u${item % 3}`],
    maker: `m${item % 2}`,
  })),
  'maker.ndjson': [
    { id: 'm0', name: 'Mason' },
    { id: 'm1', name: 'Carver' },
  ],
});

interface Built {
  readonly folder: string;
  readonly space: Space;
}

async function built(choices: Choices, folder = newFolder()): Promise<Built & { linked: readonly string[] }> {
  const source = writeFiles(join(newFolder(), 'export'), exportWith(choices));
  const report = await buildSnapshot(source, folder, { files: diskFiles, strict: true });
  const linked = report.types.filter((type) => type.linked).map(({ name }) => name);
  return { folder, space: await openCurrent(diskFiles, folder), linked };
}

const sectionsOf = ({ space }: Built, field: string): string[] =>
  [...space.types.get('stone')!.segment.file.sections.entries()]
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${field}/`))
    .map((name) => name.slice(field.length + 1));

/** @returns the document, or the code of the error */
function asked({ space }: Built, target: string): string {
  const [path = '', search = ''] = target.split('?');
  try {
    return answer(space, parseRequest(space.model, path, search), '').toString();
  } catch (error) {
    if (error instanceof RequestError) return error.problems.map(({ code }) => code).join();
    throw error;
  }
}

const QUESTIONS = {
  contains: ['/stone?filter[name][_contains]=1', '/stone?filter[name][_icontains]=STONE 2'],
  endsWith: ['/stone?filter[name][_endsWith]=7 é', '/stone?filter[name][_iendsWith]=7 É'],
  filter: ['/stone?filter[name][_startsWith]=Stone 1', '/stone?filter[name][_ieq]=stone 7 é'],
  sort: ['/stone?sort=-name&page[skip]=17'],
  values: ['/stone?_facet[name]=3', '/stone?_stats=name'],
  search: ['/stone?filter[_search]=stone', '/stone?filter[_search]="words"', '/stone?filter[_search]=t3'],
  notes: ['/stone?filter[notes][_contains]=12', '/stone?sort=notes', '/stone?filter[notes][_exists]=false'],
  size: ['/stone?filter[size][_lt]=20', '/stone?sort=size', '/stone?_stats=size'],
  tags: ['/stone?filter[tags][_eq]=t3', '/stone?_facet[tags]=3'],
  maker: ['/stone?filter[maker][id][_eq]=m1', '/stone?_facet[maker]=3'],
  shown: ['/stone/s7?include=maker', '/stone/s7/maker', '/stone/s7/relationships/maker'],
} as const;
type Question = keyof typeof QUESTIONS;

let whole: Built;
beforeAll(async () => {
  whole = await built({});
});

/** Those questions are refused, and all others are answered as by the whole snapshot. */
async function expectWithout(choices: Choices, refused: readonly Question[]): Promise<Built> {
  const lean = await built(choices);
  expect((await verifySnapshots(diskFiles, lean.folder)).problems).toEqual([]);
  expect(lean.space.byteLength).toBeLessThan(whole.space.byteLength);
  for (const [question, targets] of Object.entries(QUESTIONS)) {
    for (const target of targets) {
      const isRefused = refused.some((one) => one === question);
      expect(asked(lean, target), target).toBe(isRefused ? 'NotIndexed' : asked(whole, target));
    }
  }
  return lean;
}

describe('a snapshot without', () => {
  it('substrings › has no tree of values or folded values', async () => {
    const lean = await expectWithout({ name: { contains: false } }, ['contains']);
    expect(sectionsOf(whole, 'name').filter((name) => name.includes('substrings')).length).toBeGreaterThan(10);
    expect(sectionsOf(lean, 'name').filter((name) => name.includes('substrings'))).toEqual([]);
  });

  it('endings › has no reversed order', async () => {
    const lean = await expectWithout({ name: { endsWith: false } }, ['endsWith']);
    expect(sectionsOf(whole, 'name').filter((name) => name.includes('reversed'))).toHaveLength(8);
    expect(sectionsOf(lean, 'name').filter((name) => name.includes('reversed'))).toEqual([]);
  });

  it('filters › keeps the structures of sorts, facets and statistics, and nothing folded', async () => {
    const lean = await expectWithout({ name: { filter: false } }, ['contains', 'endsWith', 'filter']);
    const terms = ['terms', 'terms.offsets', 'terms.offsets.bases'];
    expect(sectionsOf(lean, 'name')).toEqual([...terms, 'heads', 'ordinals', 'docs', 'starts']);
  });

  it('filters and sorts › has no index of the fields, and still searches their words', async () => {
    const off = { filter: false, sort: false };
    const choices = { name: off, notes: off, size: off, tags: { filter: false } };
    const all = ['contains', 'endsWith', 'filter', 'sort', 'values', 'notes', 'size', 'tags'] as const;
    const lean = await expectWithout(choices, all);
    for (const name of ['name', 'notes', 'size', 'tags']) expect(sectionsOf(lean, name), name).toEqual([]);
  });

  it('filters of a relationship › has the links of each item, but not the items of each target', async () => {
    const lean = await expectWithout({ maker: { filter: false } }, ['maker']);
    expect(sectionsOf(lean, 'maker')).not.toContain('docs');
    expect(sectionsOf(whole, 'maker')).toContain('docs');
  });
});

describe('a second build', () => {
  it('a default choice written out › gives the same snapshot', async () => {
    const said = await built({ name: { filter: true, sort: true, contains: true, endsWith: true } });
    expect(said.space.id).toBe(whole.space.id);
  });

  it('a changed choice › builds that type only, with the bytes of a full build', async () => {
    const choices = { size: { sort: false } };
    const { folder } = await built({});
    const next = await built(choices, folder);
    expect(next.linked).toEqual(['maker']);
    expect(next.space.id).toBe((await built(choices)).space.id);
  });
});
