import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { ExportError, IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { findItem } from '../../../src/index/segment/index.js';
import {
  BUILD_REPORT_FILE,
  BUILT_FILE,
  encodeBuiltTime,
  inspectSpace,
  openCurrent,
  openSnapshot,
  readBuiltFile,
  readCurrent,
} from '../../../src/index/snapshot/index.js';
import { listDamage, listProblems, verifySnapshots } from '../../../src/index/verify/index.js';
import { rollBack } from '../../../src/ship/publish/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const build = (exportFolder: string, out: string, strict = false) =>
  buildSnapshot(exportFolder, out, { files: diskFiles, strict });

/** A folder with the shelf's export, built. */
async function built(): Promise<{ folder: string; out: string; id: SnapshotId }> {
  const folder = newFolder();
  const out = join(folder, 'snapshots');
  const { snapshot } = await build(writeFiles(join(folder, 'export'), shelf), out);
  return { folder, out, id: snapshot };
}

const segmentFiles = (out: string, id: string): string[] =>
  readdirSync(join(out, id)).filter((name) => name.endsWith('.segment'));

describe('build', () => {
  it('an export › becomes the snapshot that CURRENT names, and leaves no other files', async () => {
    const { out, id } = await built();
    expect(readdirSync(out).sort()).toEqual([id, 'CURRENT'].sort());
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(`${id}\n`);
    const space = await openCurrent(diskFiles, out);
    expect([...space.types.keys()]).toEqual(['book', 'author']);
    expect(findItem(space.types.get('book')!.segment, Buffer.from('b2'))).toBe(1);
    expect(findItem(space.types.get('book')!.segment, Buffer.from('b4'))).toBeUndefined();
  });

  it('the same export again, plain or moved › gives the same bytes and is not published twice', async () => {
    const { folder, out, id } = await built();
    const again = await build(join(folder, 'export'), out);
    expect(again).toMatchObject({ snapshot: id, published: false });
    const elsewhere = join(newFolder(), 'other');
    expect((await build(join(folder, 'export'), elsewhere)).snapshot).toBe(id);
    // Time and duration of the build are no part of the snapshot.
    const timed = [BUILD_REPORT_FILE, BUILT_FILE];
    for (const name of readdirSync(join(out, id)).filter((file) => !timed.includes(file))) {
      expect(readFileSync(join(elsewhere, id, name)).equals(readFileSync(join(out, id, name)))).toBe(true);
    }
  });

  it('the time of the build › stays if nothing has changed, and is renewed if older content is published again', async () => {
    const { folder, out, id } = await built();
    const yesterdayMs = Date.now() - 86_400_000;
    writeFileSync(join(out, id, BUILT_FILE), encodeBuiltTime(id, yesterdayMs));
    await build(join(folder, 'export'), out);
    expect(await readBuiltFile(diskFiles, out, id)).toBe(yesterdayMs);
    const changed = { ...shelf, 'author.ndjson': [{ id: 'a1', name: 'Masonry', books: ['b2', 'b1'] }] };
    await build(writeFiles(newFolder(), changed), out);
    await build(join(folder, 'export'), out);
    expect(await readCurrent(diskFiles, out)).toBe(id);
    expect(await readBuiltFile(diskFiles, out, id)).toBeGreaterThan(yesterdayMs);
    rmSync(join(out, id, BUILT_FILE));
    await build(join(folder, 'export'), out);
    expect(await readBuiltFile(diskFiles, out, id)).toBeGreaterThan(yesterdayMs);
  });

  it('a changed export › is published next to the old snapshot, and unchanged types keep their segment', async () => {
    const { folder, out, id } = await built();
    const changed = { ...shelf, 'author.ndjson': [{ id: 'a1', name: 'Masonry', books: ['b2', 'b1'] }] };
    const next = await build(writeFiles(join(folder, 'export'), changed), out);
    expect(next.published).toBe(true);
    expect(next.snapshot).not.toBe(id);
    const kept = segmentFiles(out, id).filter((name) => segmentFiles(out, next.snapshot).includes(name));
    expect(kept.map((name) => name.replace(/-.*/, '')).sort()).toEqual(['book', 'joins']);
    expect(await readCurrent(diskFiles, out)).toBe(next.snapshot);
  });

  it('an invalid export › is refused, writes nothing, and keeps CURRENT', async () => {
    const { folder, out, id } = await built();
    const bad = { ...shelf, 'book.ndjson': [{ id: 'b1', price: 'cheap' }] };
    const failure = build(writeFiles(join(folder, 'export'), bad), out);
    await expect(failure).rejects.toBeInstanceOf(ExportError);
    await expect(failure).rejects.toThrow(/book\.ndjson:1, field price/);
    expect(readdirSync(out).sort()).toEqual([id, 'CURRENT'].sort());
  });

  it('a dangling link › is dropped and reported, or refused with --strict', async () => {
    const folder = newFolder();
    const dangling = { ...shelf, 'author.ndjson': [{ id: 'a1', books: ['b9', 'b1'] }] };
    const source = writeFiles(join(folder, 'export'), dangling);
    const report = await build(source, join(folder, 'out'));
    expect(report.warnings).toContain('author.ndjson:1, field books');
    expect(report.warnings).toContain('there is no book "b9"; the link is dropped');
    const strict = build(source, join(folder, 'strict'), true);
    await expect(strict).rejects.toThrow('there is no book "b9"');
    expect(existsSync(join(folder, 'strict', 'CURRENT'))).toBe(false);
  });

  it('an invalid export with dangling links › reports all problems at once, without the advice on --strict', async () => {
    const folder = newFolder();
    const bad = {
      ...shelf,
      'book.ndjson': [
        { id: 'b1', price: 'cheap', colour: 'red' },
        { id: 'b2', author: 'a9' },
      ],
      'author.ndjson': [{ id: 'a1', books: ['b9', 'b1', 'b1'] }],
    };
    const source = writeFiles(join(folder, 'export'), bad);
    const told = async (strict: boolean): Promise<string> => {
      const failure: unknown = await build(source, join(folder, 'out'), strict).catch((error: unknown) => error);
      return failure instanceof ExportError ? failure.message : '';
    };
    const places = ['book.ndjson:1, field price', 'book.ndjson:1, field colour', 'book.ndjson:2, field author'];
    for (const strict of [false, true]) {
      const text = await told(strict);
      // Without --strict, one example of each kind of warning is shown.
      const missingBook = strict ? 'there is no book "b9"' : '2 links to missing items';
      for (const place of [...places, missingBook, 'the item "b1" is linked to twice']) {
        expect(text).toContain(place);
      }
      expect(/left out|dropped|kept/.test(text)).toBe(!strict);
    }
    expect(await told(true)).toContain('5 errors, of them 2 links to missing items, 1 repeated link, 1 unknown key');
    expect(readdirSync(folder)).toEqual(['export']);
  });

  it('a bare id that several types have › is reported together with the errors of reading', async () => {
    const model = structuredClone(shelf['model.json']);
    const books = { name: 'books', type: 'relationship', to: ['book', 'author'], many: true };
    const [book, author] = model.contentTypes;
    const contentTypes = [book, { ...author, fields: [books] }];
    const files = {
      'model.json': { ...model, contentTypes },
      'book.ndjson': [{ id: 'x', price: 1.005 }],
      'author.ndjson': [{ id: 'x', books: ['x', { type: 'book', id: 'x' }] }],
    };
    const failure = build(writeFiles(newFolder(), files), join(newFolder(), 'out'));
    await expect(failure).rejects.toThrow('book.ndjson:1, field price');
    await expect(failure).rejects.toThrow('more than one of book, author has an item "x"');
  });

  it('a damaged snapshot with the same content › is replaced', async () => {
    const { folder, out, id } = await built();
    rmSync(join(out, id, segmentFiles(out, id)[0]!));
    const { stdout } = await stele(['build', join(folder, 'export'), '--out', out]);
    expect(stdout).toContain(`Built snapshot ${id} again, which was damaged; CURRENT names it\n`);
    expect((await verifySnapshots(diskFiles, out)).problems).toEqual([]);
    expect(readdirSync(out).sort()).toEqual([id, 'CURRENT'].sort());
    const again = await stele(['build', join(folder, 'export'), '--out', out]);
    expect(again.stdout).toContain('Nothing has changed');
  });

  it('an output folder that is a file › is refused with a sentence', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'out'), 'a file');
    // The export is not there either: the folder comes first, as reading may take long.
    const failure = build(join(folder, 'export'), join(folder, 'out'));
    await expect(failure).rejects.toBeInstanceOf(OperationError);
    await expect(failure).rejects.toThrow(/^cannot write snapshots into .*\/out is not a folder/);
  });
});

describe('open', () => {
  it.each([
    ['a folder that is not there', undefined, 'does not exist'],
    ['a folder without CURRENT', '', 'has no CURRENT'],
    ['a CURRENT that holds something else', 'latest\n', 'does not contain a snapshot id'],
  ])('%s › is reported with the next step', async (_, current, words) => {
    const folder = join(newFolder(), 'snapshots');
    if (current !== undefined) writeFiles(folder, current === '' ? {} : { CURRENT: current });
    await expect(openCurrent(diskFiles, folder)).rejects.toThrow(words);
    await expect(openCurrent(diskFiles, folder)).rejects.toBeInstanceOf(OperationError);
  });

  it('a CURRENT that names a missing snapshot › is damage of CURRENT', async () => {
    const { out } = await built();
    writeFileSync(join(out, 'CURRENT'), `${'0'.repeat(64)}\n`);
    await expect(openCurrent(diskFiles, out)).rejects.toBeInstanceOf(IntegrityError);
    await expect(openCurrent(diskFiles, out)).rejects.toThrow('CURRENT: expected the name of a folder beside it');
  });

  it('a file of another snapshot › is refused', async () => {
    const { folder, out, id } = await built();
    const changed = { ...shelf, 'book.ndjson': [{ id: 'b1' }, { id: 'b2' }] };
    const next = await build(writeFiles(join(folder, 'export'), changed), out);
    const bookOf = (snapshot: string): string =>
      join(out, snapshot, segmentFiles(out, snapshot).find((name) => name.startsWith('book-'))!);
    cpSync(bookOf(next.snapshot), bookOf(id));
    await expect(openSnapshot(diskFiles, out, snapshotId(id)!)).rejects.toBeInstanceOf(IntegrityError);
  });
});

describe('verify', () => {
  it('an intact snapshot › lists every file without problems', async () => {
    const { out, id } = await built();
    const report = await verifySnapshots(diskFiles, out);
    expect(report.snapshot).toBe(id);
    expect(report.problems).toEqual([]);
    expect(report.files.map(({ name }) => name).sort()).toEqual(segmentFiles(out, id).sort());
    expect(report.files.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('any changed byte of any file › is reported with the name of the file', async () => {
    const { out, id } = await built();
    for (const name of readdirSync(join(out, id))) {
      const path = join(out, id, name);
      const bytes = readFileSync(path);
      for (let at = 0; at < bytes.byteLength; at += 101) {
        const damaged = Buffer.from(bytes);
        damaged[at] = damaged[at]! ^ 1;
        writeFileSync(path, damaged);
        const all = listProblems(await verifySnapshots(diskFiles, out));
        expect(
          all.some((problem) => problem.includes(name)),
          `${name}, byte ${at}`,
        ).toBe(true);
      }
      writeFileSync(path, bytes);
    }
    expect((await verifySnapshots(diskFiles, out)).problems).toEqual([]);
  });

  it('damage of a companion file › is reported, and prevents neither serving nor rolling back', async () => {
    const { out, id } = await built();
    for (const bytes of ['', '{}', '{"sha256":"","content":{}}']) {
      writeFileSync(join(out, id, 'inputs.json'), bytes);
      const report = await verifySnapshots(diskFiles, out);
      expect(listDamage(report)).toEqual([]);
      expect(listProblems(report)).toEqual([`${id}/inputs.json: it is damaged. No server needs it; remove it`]);
      expect((await openCurrent(diskFiles, out)).id).toBe(id);
      expect((await rollBack(diskFiles, out, id)).snapshot).toBe(id);
    }
    const { code, stdout, stderr } = await stele(['verify', out]);
    expect(code).toBe(1);
    expect(stdout).toContain('DAMAGED  inputs.json');
    expect(stderr).toContain('the snapshot is intact, but a file beside it is not:');
    rmSync(join(out, id, 'inputs.json'));
    expect(listProblems(await verifySnapshots(diskFiles, out))).toEqual([]);
  });

  it('a companion of another snapshot › is reported', async () => {
    const { out, id } = await built();
    const other = await build(writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1' }] }), out);
    cpSync(join(out, id, 'inputs.json'), join(out, other.snapshot, 'inputs.json'));
    expect(listProblems(await verifySnapshots(diskFiles, out))).toEqual([
      expect.stringContaining('inputs.json: it is damaged'),
    ]);
  });

  it('an additional file › is reported', async () => {
    const { out, id } = await built();
    writeFileSync(join(out, id, 'notes.txt'), 'hello');
    expect((await verifySnapshots(diskFiles, out)).problems).toEqual([
      `${id}/notes.txt does not belong to the snapshot`,
    ]);
  });
});

describe('inspect', () => {
  it('a space › is reported field by field', async () => {
    const { out } = await built();
    const report = inspectSpace(await openCurrent(diskFiles, out));
    expect(report.space).toBe('shelf');
    const [book, author] = report.types;
    expect(book?.items).toBe(3);
    const fields = book?.fields.map(({ name, type, populated, distinct }) => ({ name, type, populated, distinct }));
    expect(fields).toEqual([
      { name: 'id', type: 'id', populated: 3, distinct: 3 },
      { name: 'title', type: 'text', populated: 3, distinct: 3 },
      { name: 'price', type: 'decimal', populated: 2, distinct: 2 },
      { name: 'author', type: 'relationship', populated: 2, distinct: 1 },
    ]);
    expect(author?.fields.at(-1)).toMatchObject({ name: 'books', populated: 1, distinct: 2 });
    const structures = book?.fields.flatMap((field) => field.structures) ?? [];
    expect(structures.find(({ name }) => name === 'reversed')?.byteLength).toBeGreaterThan(0);
    const held = (await openCurrent(diskFiles, out)).types.get('book')!.segment.file.sections.entries();
    const payload = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
    const told = [...structures, ...(book?.structures ?? [])].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(told).toBe(payload);
  });
});
