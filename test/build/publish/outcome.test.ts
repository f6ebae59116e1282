/**
 * What a build and a check tell: step by step while they go on, and what came of it once they have ended.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  type BuildProgress,
  buildSnapshot,
  type CheckOptions,
  checkExport,
} from '../../../build/publish/index.js';
import { ExportError, OperationError } from '../../../src/content/errors/index.js';
import { readCurrent, readManifest } from '../../../src/index/snapshot/index.js';
import { diskError, MemoryDisk, observed } from '../../../testing/disk/index.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';

const model = modelOf({ page: { title: 'text', parent: linkTo('page') }, note: { text: 'text' } });
const page = '{"id":"a","title":"Salt"}\n{"id":"b","parent":"a"}\n{"id":"c","parent":"d"}\n';
const note = '{"id":"n","text":"Stone"}\n';

let disk: MemoryDisk;
const put = (name: string, text: string): void => disk.put(`/export/${name}`, Buffer.from(text));
beforeEach(() => {
  disk = new MemoryDisk();
  put('model.json', JSON.stringify(model));
  put('page.ndjson', page);
  put('note.ndjson', note);
});

const build = (options: Partial<BuildOptions> = {}) =>
  buildSnapshot('/export', '/out', { files: disk, strict: false, ...options });
const check = (options: Partial<CheckOptions> = {}) =>
  checkExport('/export', { files: disk, strict: false, ...options });

/** One line for each time that something was told. */
const lineOf = ({ step, done, total, unit }: BuildProgress): string => `${step}: ${done}/${total} ${unit}`;
async function linesOf(act: (onProgress: BuildOptions['onProgress']) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  await act((progress) => lines.push(lineOf(progress)));
  return lines;
}

const dangling = {
  warningCounts: [{ kind: 'danglingLink', count: 1 }],
  problems: [
    {
      severity: 'warning',
      file: 'page.ndjson',
      line: 3,
      field: 'parent',
      reason: 'there is no page "d"; the link is dropped',
      count: 1,
    },
  ],
};
const flawless = { warnings: '', warningCounts: [], problems: [] };

describe('a build', () => {
  it('the first build › reports every step from start to end, and a complete report', async () => {
    let ended: Awaited<ReturnType<typeof build>> | undefined;
    const lines = await linesOf(async (onProgress) => {
      ended = await build({ ...(onProgress && { onProgress }) });
    });
    const total = page.length;
    expect([...new Set(lines)]).toEqual([
      `reading page: ${total}/${total} bytes`,
      `reading note: ${note.length}/${note.length} bytes`,
      'resolving links: 0/2 steps',
      'resolving links: 1/2 steps',
      'resolving links: 2/2 steps',
      'indexing page: 0/3 fields',
      'indexing page: 1/3 fields',
      'indexing page: 2/3 fields',
      'indexing page: 3/3 fields',
      'indexing note: 0/2 fields',
      'indexing note: 1/2 fields',
      'indexing note: 2/2 fields',
      'publishing: 0/1 steps',
      'publishing: 1/1 steps',
    ]);
    const current = await readCurrent(disk, '/out');
    if (current === undefined || ended === undefined) throw new Error('nothing was published');
    const { segments } = await readManifest(disk, '/out', current);
    const byteLengthOf = (type: string) => segments.find(({ name }) => name === type)?.byteLength;
    const { columns, structures, steps, notes, seconds, threads } = ended;
    expect(ended).toMatchObject({
      snapshot: current,
      published: true,
      repaired: false,
      removed: [],
      refused: [],
      shrunk: [],
      items: 4,
      types: [
        { name: 'page', items: 3, linked: false, byteLength: byteLengthOf('page') },
        { name: 'note', items: 1, linked: false, byteLength: byteLengthOf('note') },
      ],
      byteLength: segments.reduce((sum, segment) => sum + segment.byteLength, 0),
      ...dangling,
    });
    expect(ended.warnings).toContain('there is no page "d"; the link is dropped');
    expect(ended.types.every(({ readingSeconds }) => readingSeconds > 0)).toBe(true);
    expect(columns.map(({ type, field }) => `${type}.${field}`).sort()).toEqual(
      ['note.id', 'note.text', 'page.id', 'page.parent', 'page.title'].sort(),
    );
    expect(new Set(structures.map(({ type }) => type))).toEqual(new Set(['page', 'note']));
    for (const type of ['page', 'note']) {
      const own = structures.filter((structure) => structure.type === type);
      const sum = own.reduce((bytes, { byteLength }) => bytes + byteLength, 0);
      expect(sum).toBeLessThan(byteLengthOf(type) ?? 0);
      expect(sum).toBeGreaterThan(0);
      expect(own.some((structure) => structure.seconds > 0)).toBe(true);
    }
    expect(steps.reduce((sum, step) => sum + step.seconds, 0)).toBeLessThanOrEqual(seconds);
    expect(seconds).toBeLessThan(60);
    expect([notes, threads]).toEqual([[], 1]);
    expect(ended.peakBytes).toBeGreaterThan(10_000_000);
  });

  it('of an export with one changed type › compares, links and reads; linked types take no time', async () => {
    const first = await build();
    put('note.ndjson', '{"id":"n","text":"Light"}\n');
    let ended: Awaited<ReturnType<typeof build>> | undefined;
    const lines = await linesOf(async (onProgress) => {
      ended = await build({ ...(onProgress && { onProgress }) });
    });
    const toCompare = page.length + (first.types[0]?.byteLength ?? 0);
    const steps = new Set(lines.map((line) => line.replace(/:.*/, '')));
    expect([...steps]).toEqual([
      'comparing page',
      'comparing note',
      'reading note',
      'resolving links',
      'linking page',
      'indexing note',
      'publishing',
    ]);
    expect(lines[0]).toBe(`comparing page: 0/${toCompare} bytes`);
    expect(lines.filter((line) => line.startsWith('comparing page')).at(-1)).toBe(
      `comparing page: ${toCompare}/${toCompare} bytes`,
    );
    expect(lines.filter((line) => line.startsWith('linking'))).toEqual([
      'linking page: 0/1 steps',
      'linking page: 1/1 steps',
    ]);
    expect(lines).toContain(`reading note: ${note.length}/${note.length} bytes`);
    expect(ended).toMatchObject({ items: 4, published: true, ...dangling });
    expect(ended?.types.map(({ name, items, linked }) => [name, items, linked])).toEqual([
      ['page', 3, true],
      ['note', 1, false],
    ]);
    expect(ended?.types[0]).toEqual({ ...first.types[0], linked: true, readingSeconds: 0 });
    expect(ended?.columns.map(({ type }) => type)).toEqual(['note', 'note']);
    const linked = ended?.structures.filter(({ type }) => type === 'page');
    expect(linked?.map(({ seconds }) => seconds)).toEqual(linked?.map(() => 0));
    expect(linked?.map(({ byteLength }) => byteLength)).toEqual(
      first.structures.filter(({ type }) => type === 'page').map(({ byteLength }) => byteLength),
    );
  });

  it('of published content › no new snapshot, reported as by a publishing build', async () => {
    const first = await build();
    const again = await build();
    expect(again).toMatchObject({
      snapshot: first.snapshot,
      published: false,
      repaired: false,
      refused: [],
      shrunk: [],
      removed: [],
      byteLength: first.byteLength,
      items: 4,
      ...dangling,
    });
    expect(again.types).toEqual(first.types.map((type) => ({ ...type, linked: true, readingSeconds: 0 })));
    expect(again.structures).toEqual(first.structures.map((structure) => ({ ...structure, seconds: 0 })));
    expect(again.steps.map(({ step }) => step)).toEqual(['comparing page', 'comparing note', 'resolving links']);
  });

  it('of a snapshot that CURRENT does not name › publishes it again', async () => {
    const first = await build();
    put('note.ndjson', '{"id":"n","text":"Light"}\n');
    await build();
    put('note.ndjson', note);
    expect(await build()).toMatchObject({ snapshot: first.snapshot, published: true });
    expect(await readCurrent(disk, '/out')).toBe(first.snapshot);
  });

  it('of a damaged snapshot › repairs it and reports that', async () => {
    const { snapshot } = await build();
    for (const damaged of ['joins', 'note']) {
      const [path = ''] = disk.paths(`/out/${snapshot}`).filter((file) => file.includes(`/${damaged}-`));
      const bytes = Buffer.from(disk.get(path) ?? '');
      bytes[bytes.byteLength - 1]! ^= 1;
      disk.put(path, bytes);
      expect(await build(), damaged).toMatchObject({ snapshot, published: false, repaired: true });
    }
  });

  it('of a refused export › indexes nothing, writes nothing, and reports the mistakes', async () => {
    put('page.ndjson', `${page}{"id":"a"}\n`);
    const lines = await linesOf(async (onProgress) => {
      const built = build({ ...(onProgress && { onProgress }) });
      await expect(built).rejects.toThrow(ExportError);
      await expect(built).rejects.toThrow(/page\.ndjson:4.*"a"/);
    });
    expect(lines.at(-1)).toBe('resolving links: 2/2 steps');
    expect(disk.paths('/out')).toEqual([]);
  });

  it('stopped before it begins › reads nothing, and leaves no files', async () => {
    await expect(build({ signal: AbortSignal.abort() })).rejects.toThrow(
      'the build was stopped; nothing was published, and its temporary files were removed.',
    );
    expect(disk.paths('/out')).toEqual([]);
  });

  it('on a failing disk › names the operation that failed', async () => {
    const files = observed(disk, ({ operation, path }) => {
      if (operation === 'open' && path === '/export/note.ndjson') throw diskError('EIO', 'open', path);
    });
    const built = build({ files });
    await expect(built).rejects.toThrow(OperationError);
    await expect(built).rejects.toThrow(/read the export in \/export/);
    const full = observed(disk, ({ operation, path }) => {
      if (operation === 'write' && path.endsWith('manifest.json')) throw diskError('ENOSPC', 'write', path);
    });
    await expect(build({ files: full })).rejects.toThrow(/\/out.*ENOSPC/);
    expect(disk.paths('/out')).toEqual([]);
  });

  it.each(['CURRENT', '.segment'])(
    'that may not read %s of an earlier snapshot › names the folder of snapshots',
    async (name) => {
      await build();
      put('page.ndjson', '{"id":"a","title":"Salt"}\n');
      const files = observed(disk, ({ operation, path }) => {
        if (operation !== 'link' && path.startsWith('/out/') && path.endsWith(name))
          throw diskError('EACCES', operation, path);
      });
      await expect(build({ files })).rejects.toThrow(
        /^cannot read the snapshots in \/out: this user has no right to do that/,
      );
    },
  );

  it('that cannot remove old snapshots › is published with a note', async () => {
    for (const text of ['One', 'Two', 'Three']) {
      put('note.ndjson', `{"id":"n","text":"${text}"}\n`);
      await build();
    }
    put('note.ndjson', note);
    const files = observed(disk, ({ operation, path }) => {
      if (operation === 'list' && path === '/out') throw diskError('EACCES', 'scandir', path);
    });
    const { published, notes, removed } = await build({ files, keep: 2, full: true });
    expect([published, removed]).toEqual([true, []]);
    expect(notes).toEqual([expect.stringMatching(/^old snapshots could not be removed: .*EACCES/)]);
    const { removed: later } = await build({ keep: 2 });
    expect(later).toHaveLength(2);
  });
});

describe('checks between a snapshot and CURRENT', () => {
  it('a gate that refuses the snapshot › it is kept, CURRENT stays, and only new snapshots are checked', async () => {
    const { snapshot: served } = await build();
    put('note.ndjson', '{"id":"n","text":"Light"}\n');
    const asked: string[] = [];
    const judge = async (snapshot: string) => {
      asked.push(snapshot);
      expect(disk.paths(`/out/${snapshot}`).length).toBeGreaterThan(0);
      return ['twice as many requests fail'];
    };
    const held = await build({ judge });
    expect(held).toMatchObject({ published: false, refused: ['twice as many requests fail'], shrunk: [] });
    expect(asked).toEqual([held.snapshot]);
    expect(await readCurrent(disk, '/out')).toBe(served);
    put('note.ndjson', note);
    // What is served is not judged again.
    expect(await build({ judge, full: true })).toMatchObject({ snapshot: served, published: false, refused: [] });
    expect(asked).toHaveLength(1);
    put('note.ndjson', '');
    const shrunk = await build({ judge, maxShrinkPercent: 0 });
    expect(shrunk).toMatchObject({ published: false, refused: [], shrunk: [{ name: 'note', before: 1, after: 0 }] });
    expect(asked).toHaveLength(1);
    put('note.ndjson', '{"id":"n","text":"Light"}\n');
    expect(await build({ judge: async () => [] })).toMatchObject({ snapshot: held.snapshot, published: true });
  });

  it('a step before publication › runs once the snapshot is in place, also without changes; if it fails, CURRENT stays', async () => {
    const seen: unknown[] = [];
    const beforeNamed = async (snapshot: string) => {
      const isThere = disk.paths(`/out/${snapshot}`).some((path) => path.endsWith('manifest.json'));
      seen.push([snapshot, isThere, await readCurrent(disk, '/out')]);
    };
    const { snapshot } = await build({ beforeNamed });
    await build({ beforeNamed });
    expect(seen).toEqual([
      [snapshot, true, undefined],
      [snapshot, true, snapshot],
    ]);
    put('note.ndjson', '{"id":"n","text":"Light"}\n');
    const failing = build({ beforeNamed: () => Promise.reject(new OperationError('no key to sign with')) });
    await expect(failing).rejects.toThrow('no key to sign with');
    expect(await readCurrent(disk, '/out')).toBe(snapshot);
  });
});

describe('a check', () => {
  it('an export › every step, and the verdict of a build', async () => {
    const lines = await linesOf(async (onProgress) => {
      expect(await check({ ...(onProgress && { onProgress }) })).toEqual({
        accepted: true,
        items: 4,
        types: [
          { name: 'page', items: 3 },
          { name: 'note', items: 1 },
        ],
        warnings: expect.stringContaining('there is no page "d"'),
        warningsByField: expect.stringContaining('1 link to a missing item'),
        warningsByKind: expect.stringContaining('1 link to a missing item'),
        ...dangling,
      });
    });
    expect(lines).toEqual([
      `reading page: 0/${page.length} bytes`,
      `reading page: ${page.length}/${page.length} bytes`,
      `reading note: 0/${note.length} bytes`,
      `reading note: ${note.length}/${note.length} bytes`,
      'resolving links: 0/1 steps',
      'resolving links: 1/1 steps',
    ]);
    put('page.ndjson', '{"id":"a"}\n');
    expect(await check({ strict: true })).toMatchObject({ items: 2, ...flawless });
  });

  it.each([
    ['nothing is in it', '', ''],
    ['an id is there twice and a link leads nowhere', `${page}{"id":"a","parent":"x"}\n`, note],
    ['a link is there twice', '{"id":"a"}\n{"id":"b","parent":"a"}\n{"id":"c","parent":[]}\n', note],
  ])('%s › is refused with the problems of a build, and other advice', async (_, pages, notes) => {
    put('page.ndjson', pages);
    put('note.ndjson', notes);
    const [built, checked] = await Promise.all(
      [build({ strict: true }), check({ strict: true })].map((ended) => ended.catch((error: unknown) => error)),
    );
    if (!(checked instanceof ExportError && built instanceof ExportError)) throw new Error('not refused');
    expect(checked.report).toEqual(built.report);
    const problemsIn = ({ message }: ExportError): readonly string[] => message.split('\n').slice(0, -1);
    expect(problemsIn(checked)).toEqual(problemsIn(built));
    expect(built.message).toContain('Correct it and build again');
    expect(checked.message).toContain('A build would refuse the export. Correct it');
  });

  it('stopped, or on a failing disk › reports the reason', async () => {
    const stopping = new AbortController();
    const onProgress = () => stopping.abort();
    await expect(check({ signal: stopping.signal, onProgress })).rejects.toThrow(
      'the check was stopped before it ended.',
    );
    const files = observed(disk, ({ operation, path }) => {
      if (operation === 'read' && path === '/export/page.ndjson') throw diskError('EIO', 'read', path);
    });
    await expect(check({ files })).rejects.toThrow(/read the export in \/export.*check it again/);
  });
});
