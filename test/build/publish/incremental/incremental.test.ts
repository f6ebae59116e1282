/**
 * Builds that go on from earlier snapshots: night after night the same snapshot, and the same words, as a full build.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BuildReport, buildSnapshot } from '../../../../build/publish/index.js';
import { type TakenChoice, withChoicesAsync } from '../../../../src/content/choices/index.js';
import { ExportError } from '../../../../src/content/errors/index.js';
import type { Files } from '../../../../src/format/files/index.js';
import { listDamage, listProblems, verifySnapshots } from '../../../../src/index/verify/index.js';
import { amount } from '../../../../testing/amount.js';
import { diskError, faultyFiles, MemoryDisk, observed } from '../../../../testing/disk/index.js';
import { linksTo, linkTo, modelOf } from '../../../../testing/samples/model.js';

const EXPORT = '/export';
const OUT = '/snapshots';

const model = modelOf({
  book: {
    title: 'text',
    price: 'decimal',
    genre: { type: 'select', options: ['Fiction'] },
    author: linkTo('author'),
    about: linksTo('author', 'book'),
  },
  author: { name: 'textMultiline', books: linksTo('book') },
  note: { text: 'markdown' },
});

const typeNames = ['book', 'author', 'note'] as const;
type TypeName = (typeof typeNames)[number];

interface Night {
  /** The lines of each type's file; undefined for those of the night before. */
  readonly files: Readonly<Record<TypeName, readonly object[] | undefined>>;
  readonly compressed: boolean;
  readonly strict: boolean;
}

const pool = ['a', 'b', 'c', 'd', 'é'];
const id = fc.constantFrom(...pool);
const text = fc.constantFrom('', 'Stone', 'Salt and Light', '# long\n\ntext');
const target = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('author', 'book'), id }) },
  // A bare id that two types have refuses the export: seldom, so that most nights are built.
  { weight: 1, arbitrary: id.map((one) => `${one}-alone`) },
);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const items = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, ids: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.record({ id: ids, ...fields }), { selector: (item) => item.id, minLength: 1, maxLength: 5 });

const someAlone = fc.oneof({ weight: 4, arbitrary: id }, { weight: 1, arbitrary: id.map((one) => `${one}-alone`) });

const night: fc.Arbitrary<Night> = fc.record({
  files: fc.record({
    book: optional(
      items(
        {
          title: optional(text),
          price: optional(fc.constantFrom('1.50', 2)),
          genre: optional(fc.constantFrom('Fiction', 'None of the options')),
          author: optional(id),
          about: optional(fc.array(target, { maxLength: 3 })),
          unknown: optional(fc.constant(1)),
        },
        someAlone,
      ),
    ),
    author: optional(items({ name: optional(text), books: optional(fc.array(id, { maxLength: 3 })) }, someAlone)),
    note: optional(items({ text: optional(text) }, id)),
  }),
  compressed: fc.boolean(),
  strict: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
});

const first: Night['files'] = { book: [{ id: 'a' }], author: [{ id: 'a' }], note: [{ id: 'a' }] };

/** Lays tonight's export over the one of the night before. */
function putExport(disk: MemoryDisk, { files, compressed }: Pick<Night, 'files' | 'compressed'>): void {
  disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(model)));
  for (const name of typeNames) {
    const lines = files[name];
    if (lines === undefined) continue;
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const gzip = compressed && name === 'author';
    disk.put(join(EXPORT, `${name}.ndjson`), gzip ? undefined : bytes);
    disk.put(join(EXPORT, `${name}.ndjson.gz`), gzip ? gzipSync(bytes) : undefined);
  }
}

interface Outcome {
  /** What came of it, in what a full build must agree on. */
  readonly told: Pick<BuildReport, 'snapshot' | 'items' | 'warnings'> | { readonly refused: string };
  readonly report: BuildReport | undefined;
}

async function build(files: Files, strict: boolean, full = false): Promise<Outcome> {
  try {
    const report = await buildSnapshot(EXPORT, OUT, { files, strict, full });
    const { snapshot, items: count, warnings } = report;
    return { told: { snapshot, items: count, warnings }, report };
  } catch (error) {
    if (error instanceof ExportError) return { told: { refused: error.message }, report: undefined };
    throw error;
  }
}

/** A full build of the same export where nothing was built before. */
function fullBuild(disk: MemoryDisk, strict: boolean): Promise<Outcome> {
  const fresh = new MemoryDisk();
  for (const path of disk.paths(EXPORT)) fresh.put(path, disk.get(path));
  return build(fresh, strict, true);
}

async function wrongWith(disk: MemoryDisk): Promise<readonly string[]> {
  return listProblems(await verifySnapshots(disk, OUT));
}

const linkedOf = (report: BuildReport | undefined): readonly string[] =>
  (report?.types ?? []).filter(({ linked }) => linked).map(({ name }) => name);

describe('a build based on an earlier snapshot', () => {
  it('random changes › the snapshot, items and words equal a full build', async () => {
    let [linked, built] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(night, { minLength: 2, maxLength: 5 }), async (nights) => {
        const disk = new MemoryDisk();
        putExport(disk, { files: first, compressed: false });
        await build(disk, false);
        for (const tonight of nights) {
          putExport(disk, tonight);
          const { told, report } = await build(disk, tonight.strict);
          expect(told).toEqual((await fullBuild(disk, tonight.strict)).told);
          expect(await wrongWith(disk)).toEqual([]);
          expect(report?.notes ?? []).toEqual([]);
          linked += linkedOf(report).length;
          built += (report?.types.length ?? 0) - linkedOf(report).length;
        }
      }),
      { numRuns: amount(20, 6), seed: 11 },
    );
    // Otherwise nothing was tried.
    expect(linked).toBeGreaterThan(10);
    expect(built).toBeGreaterThan(10);
  });

  it('a call that fails permanently › the next build equals a full build', async () => {
    await fc.assert(
      fc.asyncProperty(night, night, fc.integer({ min: 1, max: 150 }), async (one, another, at) => {
        const disk = new MemoryDisk();
        putExport(disk, { files: first, compressed: false });
        await build(disk, false);
        putExport(disk, one);
        await build(faultyFiles(disk, { at, code: 'EIO', lasting: true }).files, false).catch(() => undefined);
        putExport(disk, another);
        const { told } = await build(disk, false);
        expect(told).toEqual((await fullBuild(disk, false)).told);
        expect(await wrongWith(disk)).toEqual([]);
      }),
      { numRuns: amount(15, 5), seed: 12 },
    );
  });

  it('an earlier snapshot with a flipped bit › the damaged type is built again, and the result equals a full build', async () => {
    let notes = 0;
    await fc.assert(
      fc.asyncProperty(night, fc.nat(), fc.nat(), async (tonight, which, where) => {
        const disk = new MemoryDisk();
        putExport(disk, { files: first, compressed: false });
        await build(disk, false);
        const paths = disk.paths(OUT).filter((path) => !path.endsWith('CURRENT'));
        const path = paths[which % paths.length] ?? '';
        const bytes = Uint8Array.from(disk.get(path) ?? []);
        bytes[where % bytes.byteLength]! ^= 1 << (where % 8);
        disk.put(path, bytes);
        putExport(disk, tonight);
        const { told, report } = await build(disk, false);
        expect(told).toEqual((await fullBuild(disk, false)).told);
        // What lies beside the snapshot is not mended where the snapshot stays.
        if (report !== undefined) expect(listDamage(await verifySnapshots(disk, OUT))).toEqual([]);
        notes += report?.notes.length ?? 0;
      }),
      { numRuns: amount(25, 12), seed: 13 },
    );
    expect(notes).toBeGreaterThan(0);
  });
});

const shelves = {
  book: [
    { id: 'a', title: 'Stone', author: 'a', about: [{ type: 'author', id: 'ole' }, 'c-alone'] },
    { id: 'b', title: 'Salt', author: 'none' },
  ],
  author: [
    { id: 'a', books: ['b', 'a'] },
    { id: 'ole', name: 'Ole' },
    { id: 'c-alone', name: 'Ida' },
  ],
  note: [{ id: 'a', text: 'the same every night' }],
} as const;

/** Even few texts have a tree, and every tree of an earlier snapshot is patched. */
const PATCHED = {
  thresholds: { 'substring.bucket': 1 },
  ways: { 'substring.tree': 'patched', 'sort.order': 'known' },
} as const;

/** Builds the shelves, changes one type, and builds again. */
async function secondNight(changed: Partial<Night['files']>, full = false) {
  const disk = new MemoryDisk();
  putExport(disk, { files: shelves, compressed: false });
  const before = await build(disk, false);
  putExport(disk, { files: { book: undefined, author: undefined, note: undefined, ...changed }, compressed: false });
  const after = await build(disk, false, full);
  expect(after.told).toEqual((await fullBuild(disk, false)).told);
  return { disk, before, linked: linkedOf(after.report), after };
}

describe('types linked from the earlier snapshot', () => {
  it('no changes › all types are linked, nothing is written, and the warnings are repeated', async () => {
    const { before, after, linked } = await secondNight({});
    expect(linked).toEqual(['book', 'author', 'note']);
    expect(after.report?.published).toBe(false);
    expect(after.report?.warnings).toContain('book.ndjson:2, field author: warning: there is no author "none"');
    expect(after.told).toEqual(before.told);
    const weights = (report: BuildReport | undefined) => report?.structures.map(({ seconds: _, ...weight }) => weight);
    expect(weights(after.report)).toEqual(weights(before.report));
  });

  it('one changed field of a type › the texts of its other fields are not sorted or searched again', async () => {
    const { before, after, linked } = await secondNight({
      book: shelves.book.map((book) => ({ ...book, price: '9.50' })),
    });
    expect(linked).toEqual(['author', 'note']);
    const worked = (report: BuildReport | undefined, of: string): number =>
      (report?.structures ?? [])
        .filter(({ type, field }) => type === 'book' && field === of)
        .reduce((sum, { seconds }) => sum + seconds, 0);
    for (const field of ['id', 'title']) {
      expect(worked(before.report, field)).toBeGreaterThan(0);
      expect(worked(after.report, field)).toBe(0);
    }
    expect(worked(after.report, 'price')).toBeGreaterThan(0);
  });

  it('random values in two locales with shared dictionaries › the snapshot of a full build', async () => {
    const localized = modelOf(
      {
        book: {
          title: { type: 'text', localized: true, fold: true, search: true },
          subtitle: { type: 'markdown', localized: true },
        },
      },
      { locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] },
    );
    // What falls back mostly is the same, so that more often than not there is one dictionary.
    const own = fc.constantFrom(null, null, null, 'Stein', 'Salz', 'Licht');
    const values = fc.record({ en: fc.constantFrom('Stone', 'Stone', 'Stone', 'Salt'), de: own });
    const book = fc.record({ title: values, subtitle: values });
    const nights = fc.array(fc.array(book, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 4 });
    let [reused, sections] = [0, 0];
    await fc.assert(
      fc.asyncProperty(nights, async (all) => {
        const disk = new MemoryDisk();
        disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(localized)));
        for (const books of all) {
          const lines = books.map((item, i) => `${JSON.stringify({ id: `b${i}`, ...item })}\n`);
          disk.put(join(EXPORT, 'book.ndjson'), Buffer.from(lines.join('')));
          const { report } = await withChoicesAsync(PATCHED, async () => {
            const outcome = await build(disk, false);
            expect(outcome.told).toEqual((await fullBuild(disk, false)).told);
            return outcome;
          });
          for (const { field, seconds } of report?.structures ?? []) {
            if (field === undefined || field === 'id') continue;
            sections += 1;
            if (seconds === 0) reused += 1;
          }
        }
      }),
      { numRuns: amount(30, 8), seed: 14 },
    );
    expect(reused).toBeGreaterThan(0);
    expect(reused).toBeLessThan(sections);
  });

  it('random changes of some texts, their trees patched › the snapshot of a full build', async () => {
    const notes = modelOf({
      note: {
        title: { type: 'text', fold: true, search: true },
        text: 'markdown',
        tags: { type: 'text', many: true, search: true },
        rank: 'integer',
      },
    });
    const word = fc.constantFrom('Stone', 'stones', 'Salt', 'salty', 'é', '日本', '');
    const words = fc.array(word, { maxLength: 6 }).map((some) => some.join(' '));
    const tags = fc.array(fc.constantFrom('new', 'old', 'sea'), { maxLength: 2 });
    const note = fc.record({ title: optional(words), text: optional(words), tags: optional(tags), rank: fc.nat(9) });
    /** The members that change. */
    const changedNote = fc.oneof(
      note,
      fc.record({ rank: fc.nat(9) }),
      fc.record({ text: words }),
      fc.record({ tags }),
      fc.record({ title: words }),
    );
    const change = fc.record({ place: fc.nat(29), note: optional(changedNote), isNew: fc.boolean() });
    const firstNight = fc.array(note, { minLength: 20, maxLength: 30 });
    const changes = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    let patched = 0;
    /** Structure → number of builds that copied it, and that built it. */
    const copied = new Map<string, number>();
    const built = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(firstNight, changes, async (drawn, nights) => {
        const disk = new MemoryDisk();
        disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(notes)));
        let nextId = drawn.length;
        const items: object[] = drawn.map((item, index) => ({ id: `n${index}`, ...item }));
        const put = (): void => {
          const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
          disk.put(join(EXPORT, 'note.ndjson'), Buffer.from(lines));
        };
        const onChoice = ({ name, taken }: TakenChoice): void => {
          if (name === 'substring.tree' && taken === 'patched') patched += 1;
        };
        const thresholds = { 'substring.bucket': 3 };
        await withChoicesAsync({ thresholds, ways: PATCHED.ways, onChoice }, async () => {
          put();
          await build(disk, false);
          for (const night of nights) {
            for (const { place, note: changed, isNew } of night) {
              if (changed === undefined) items.splice(place, 1);
              else if (isNew) items.splice(place, 0, { id: `n${nextId++}`, ...changed });
              else if (place < items.length) items[place] = { ...items[place], ...changed };
            }
            put();
            const { told, report } = await build(disk, false);
            expect(told).toEqual((await fullBuild(disk, false)).told);
            for (const { field, structure, seconds } of report?.structures ?? []) {
              const counts = seconds === 0 ? copied : built;
              const name = field ?? structure;
              counts.set(name, (counts.get(name) ?? 0) + 1);
            }
          }
        });
      }),
      { numRuns: amount(25, 8), seed: 15 },
    );
    expect(patched).toBeGreaterThan(20);
    for (const name of ['title', 'text', 'tags', 'search']) {
      expect(copied.get(name), `${name} copied`).toBeGreaterThan(0);
      expect(built.get(name), `${name} built`).toBeGreaterThan(0);
    }
  });

  it.each([
    ['a text whose place among the others stays', { text: 'cd stone river' }],
    ['a number', { rank: 7 }],
  ])('%s is changed, with similar items, trees patched › the snapshot of a full build', async (_, change) => {
    const fields = [
      { name: 'text', type: 'textMultiline', search: true },
      { name: 'rank', type: 'integer' },
    ];
    const similar = { space: 's', contentTypes: [{ name: 'note', similar: true, fields }] };
    const disk = new MemoryDisk();
    disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(similar)));
    const items: object[] = ['aa', 'bb', 'cc', 'dd', 'ee'].map((word, index) => ({
      id: `n${index}`,
      text: `${word} ${index % 2 === 0 ? 'stone river' : 'salt bridge'}`,
      rank: index,
    }));
    const put = (): void =>
      disk.put(join(EXPORT, 'note.ndjson'), Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join('')));
    await withChoicesAsync(PATCHED, async () => {
      put();
      await build(disk, false);
      items[2] = { ...items[2], ...change };
      put();
      expect((await build(disk, false)).told).toEqual((await fullBuild(disk, false)).told);
    });
  });

  it('texts of a locale become those of its fallback › its search index is built', async () => {
    const field = { type: 'text', localized: true, search: true };
    const localized = modelOf(
      { book: { title: field, subtitle: field } },
      { locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] },
    );
    const disk = new MemoryDisk();
    disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(localized)));
    const putBook = (title: object): void => {
      const book = { id: 'a', title, subtitle: { en: 'A novel', de: 'Ein Roman' } };
      disk.put(join(EXPORT, 'book.ndjson'), Buffer.from(JSON.stringify(book)));
    };
    putBook({ en: 'Stone', de: 'Stein' });
    await build(disk, false);
    putBook({ en: 'Stone' });
    const after = await build(disk, false);
    expect(after.told).toEqual((await fullBuild(disk, false)).told);
  });

  it('a text moved to another item › its field is built', async () => {
    const titles = shelves.book.map(({ title }) => title).reverse();
    const { linked } = await secondNight({ book: shelves.book.map((book, i) => ({ ...book, title: titles[i] })) });
    expect(linked).toEqual(['author', 'note']);
  });

  it('--full › no type is linked', async () => {
    expect((await secondNight({}, true)).linked).toEqual([]);
  });

  it('the same export, now compressed › all types are linked, because the content counts', async () => {
    const disk = new MemoryDisk();
    const files = { ...shelves, author: shelves.author };
    putExport(disk, { files, compressed: true });
    await build(disk, false);
    const [path, zipped] = [join(EXPORT, 'author.ndjson.gz'), disk.get(join(EXPORT, 'author.ndjson.gz'))];
    const later = Uint8Array.from(zipped ?? []);
    // The time in a gzip file's header.
    later.set([1, 2, 3, 4], 4);
    disk.put(path, later);
    expect(linkedOf((await build(disk, false)).report)).toEqual(['book', 'author', 'note']);
  });

  it('changed items with the same ids › types that link to them stay linked', async () => {
    const author = [...shelves.author.slice(0, 2), { id: 'c-alone', name: 'Ida B.' }];
    expect((await secondNight({ author })).linked).toEqual(['book', 'note']);
  });

  it('items moved in their file › linking types stay linked with new joins', async () => {
    expect((await secondNight({ author: [...shelves.author].reverse() })).linked).toEqual(['book', 'note']);
  });

  it('a removed target › the linking types are built', async () => {
    expect((await secondNight({ author: shelves.author.slice(1) })).linked).toEqual(['note']);
  });

  it('a new target of dangling links › the linking types are built', async () => {
    const { linked, after } = await secondNight({ author: [...shelves.author, { id: 'none' }] });
    expect(linked).toEqual(['note']);
    expect(after.report?.warnings).toBe('');
  });

  it('a bare id becomes ambiguous › is refused as by a full build', async () => {
    const disk = new MemoryDisk();
    const author = [{ id: 'c-alone' }, { id: 'x' }];
    putExport(disk, { files: { ...shelves, author }, compressed: false });
    await build(disk, false);
    // Books link to authors and to books; they themselves stay as they are only where another type has changed.
    const book = [...shelves.book, { id: 'c-alone' }];
    putExport(disk, { files: { book, author: undefined, note: undefined }, compressed: false });
    const { told } = await build(disk, false);
    expect(told).toEqual((await fullBuild(disk, false)).told);
    expect('refused' in told && told.refused).toContain('more than one of author, book has an item');
  });

  it('a bare id becomes ambiguous by an item of another type › is refused, though its own type is unchanged', async () => {
    const disk = new MemoryDisk();
    const book = [...shelves.book, { id: 'c-alone' }];
    putExport(disk, { files: { ...shelves, book, author: [{ id: 'x' }] }, compressed: false });
    await build(disk, false);
    const author = [{ id: 'x' }, { id: 'c-alone' }];
    putExport(disk, { files: { book: undefined, author, note: undefined }, compressed: false });
    const { told } = await build(disk, false);
    expect(told).toEqual((await fullBuild(disk, false)).told);
    expect('refused' in told && told.refused).toContain('more than one of author, book has an item');
  });

  it('the content before last › is linked to the snapshot of that content', async () => {
    const { disk } = await secondNight({ note: [{ id: 'a', text: 'another' }] });
    putExport(disk, { files: { book: undefined, author: undefined, note: shelves.note }, compressed: false });
    const { told, report } = await build(disk, false);
    expect(linkedOf(report)).toEqual(['book', 'author', 'note']);
    expect(report?.published).toBe(true);
    expect(told).toEqual((await fullBuild(disk, false)).told);
  });

  it('an equal snapshot from other white space › the next build uses the latest record', async () => {
    const { disk, before } = await secondNight({});
    const path = join(EXPORT, 'note.ndjson');
    disk.put(path, Buffer.from(`\n${Buffer.from(disk.get(path) ?? []).toString()}`));
    const spaced = await build(disk, false);
    expect(linkedOf(spaced.report)).toEqual(['book', 'author']);
    expect(spaced.told).toEqual(before.told);
    expect(linkedOf((await build(disk, false)).report)).toEqual(['book', 'author', 'note']);
  });

  it('a changed option of the model › its type is built', async () => {
    const { disk } = await secondNight({});
    const contentTypes = model.contentTypes.map((type) =>
      type.name === 'note' ? { ...type, fields: [{ name: 'text', type: 'text' }] } : type,
    );
    disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify({ ...model, contentTypes })));
    const { told, report } = await build(disk, false);
    expect(linkedOf(report)).toEqual(['book', 'author']);
    expect(told).toEqual((await fullBuild(disk, false)).told);
  });

  it('a changed label › all types are linked, and the snapshot is the one of a full build', async () => {
    const { disk, before } = await secondNight({});
    const contentTypes = model.contentTypes.map((type) => ({
      ...type,
      label: `The ${type.name}`,
      fields: type.fields.map((field) => ({ ...field, label: field.name.toUpperCase(), description: 'of\nthe type' })),
    }));
    disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify({ ...model, contentTypes })));
    const { told, report } = await build(disk, false);
    expect(linkedOf(report)).toEqual(['book', 'author', 'note']);
    expect(told).toEqual((await fullBuild(disk, false)).told);
    expect(told).not.toEqual(before.told);
  });

  it('a disk without hard links › segments are copied', async () => {
    const disk = new MemoryDisk();
    putExport(disk, { files: shelves, compressed: false });
    await build(disk, false);
    putExport(disk, { files: { book: undefined, author: undefined, note: [{ id: 'z' }] }, compressed: false });
    const single = observed(disk, ({ operation, path }) => {
      if (operation === 'link') throw diskError('EPERM', 'link', path);
    });
    const { told, report } = await build(single, false);
    expect(linkedOf(report)).toEqual(['book', 'author']);
    expect(told).toEqual((await fullBuild(disk, false)).told);
    expect(await wrongWith(disk)).toEqual([]);
  });
});
