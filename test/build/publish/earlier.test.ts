/**
 * What a build may go on from, and what is told of an export or a failure without building.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { EarlierSnapshot } from '../../../build/publish/incremental/earlier.js';
import { LinkedType } from '../../../build/publish/incremental/linked-type.js';
import { buildSnapshot, checkExport } from '../../../build/publish/index.js';
import { failureReport } from '../../../build/publish/report.js';
import { diskError, MemoryDisk, observed } from '../../../soak/disk/index.js';
import { InvariantError, OperationError } from '../../../src/errors/index.js';
import type { Files } from '../../../src/files/index.js';
import type { SnapshotId } from '../../../src/model/index.js';
import { TYPE_SEGMENT } from '../../../src/segment/index.js';

const model = {
  space: 's',
  contentTypes: [{ name: 'book', fields: [{ name: 'next', type: 'relationship', to: 'book' }] }],
};

let disk: MemoryDisk;
beforeEach(() => {
  disk = new MemoryDisk();
  disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
  disk.put('/export/book.ndjson', Buffer.from('{"id":"a","next":"b"}\n{"id":"b"}\n'));
});

describe('EarlierSnapshot', () => {
  let id: SnapshotId;
  let builder: string;
  beforeEach(async () => {
    ({ snapshot: id } = await buildSnapshot('/export', '/out', { files: disk, strict: true }));
    ({ builder } = JSON.parse(Buffer.from(disk.get(`/out/${id}/inputs.json`) ?? []).toString()));
  });

  async function opened(files: Files = disk) {
    const earlier = await EarlierSnapshot.open(files, '/out', id, builder);
    const segment = earlier?.segmentOf(TYPE_SEGMENT, 'book');
    const inputs = earlier?.types.get('book');
    if (earlier === undefined || segment === undefined || inputs === undefined) throw new Error('not opened');
    return { earlier, segment, inputs };
  }

  it('of another program, without a record, or without a manifest › none', async () => {
    expect((await opened()).earlier.id).toBe(id);
    expect(await EarlierSnapshot.open(disk, '/out', id, 'another')).toBeUndefined();
    const record = disk.get(`/out/${id}/inputs.json`);
    disk.put(`/out/${id}/inputs.json`, undefined);
    expect(await EarlierSnapshot.open(disk, '/out', id, builder)).toBeUndefined();
    disk.put(`/out/${id}/inputs.json`, record);
    disk.put(`/out/${id}/manifest.json`, undefined);
    expect(await EarlierSnapshot.open(disk, '/out', id, builder)).toBeUndefined();
  });

  it('a file that cannot be read, is damaged, or missing › told by its name', async () => {
    const failing = observed(disk, ({ operation, path }) => {
      if (operation === 'open' && path.endsWith('.segment')) throw diskError('EIO', 'open', path);
    });
    const { earlier, segment } = await opened();
    const file = `${id}/${segment.file}`;
    expect(await earlier.damageOf(segment)).toBeUndefined();
    expect(await (await opened(failing)).earlier.damageOf(segment)).toContain(`${file} cannot be read (Error: EIO`);
    disk.put(`/out/${file}`, Buffer.from('x'));
    expect(await earlier.damageOf(segment)).toBe(`${file} is damaged`);
    disk.put(`/out/${file}`, undefined);
    expect(await earlier.damageOf(segment)).toBe(`${file} is missing`);
  });

  it('joins › those of the relationship, unless there are more or fewer targets', async () => {
    const { earlier } = await opened();
    expect(await earlier.joinOf('book', 'next', 1)).toEqual(Uint32Array.of(1));
    expect(await earlier.joinOf('book', 'next', 2)).toBeUndefined();
    expect(await earlier.joinOf('book', 'former', 1)).toBeUndefined();
  });

  it('ids that were not read yet › are a mistake of ours to ask for', async () => {
    const { earlier, segment, inputs } = await opened();
    const type = earlier.manifest.model.contentTypes.get('book');
    if (type === undefined) throw new Error('the model has no book');
    const linked = new LinkedType(type, earlier, segment, inputs);
    expect(() => linked.docOf('a')).toThrow(InvariantError);
    await linked.prepare();
    expect([linked.docOf('b'), linked.docOf('c')]).toEqual([1, undefined]);
  });
});

describe('checkExport', () => {
  it('by itself › on one thread, each step told', async () => {
    const steps: string[] = [];
    const onProgress = ({ step }: { readonly step: string }) => void steps.push(step);
    const report = await checkExport('/export', { files: disk, strict: true, onProgress });
    expect(report).toMatchObject({ accepted: true, items: 2, types: [{ name: 'book', items: 2 }] });
    expect([...new Set(steps)]).toEqual(['reading book', 'resolving links']);
  });

  it('stopped › says so', async () => {
    const checked = checkExport('/export', { files: disk, strict: true, signal: AbortSignal.abort() });
    await expect(checked).rejects.toThrow(OperationError);
    await expect(checked).rejects.toThrow('the check was stopped');
  });
});

describe('failureReport', () => {
  it('what is not an error › in words, without problems of the export', () => {
    expect(failureReport('lost')).toEqual({ failure: 'lost', errors: 0, warnings: 0, problems: [] });
  });
});
