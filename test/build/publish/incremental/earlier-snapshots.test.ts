/**
 * What a build may go on from, and what is told of an export or a failure without building.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { EarlierSnapshot, findEarlier } from '../../../../build/publish/incremental/earlier-snapshots.js';
import { LinkedType } from '../../../../build/publish/incremental/linked-type.js';
import { buildSnapshot, checkExport } from '../../../../build/publish/index.js';
import { failureReport } from '../../../../build/publish/report/report.js';
import { InvariantError, OperationError } from '../../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../../src/content/model/index.js';
import type { Files } from '../../../../src/format/files/index.js';
import { JOIN_SEGMENT, TYPE_SEGMENT } from '../../../../src/index/segment/index.js';
import { writeCurrent } from '../../../../src/index/snapshot/index.js';
import { diskError, MemoryDisk, observed } from '../../../../testing/disk/index.js';
import { linkTo, modelOf } from '../../../../testing/samples/model.js';

const model = modelOf({ book: { next: linkTo('book') } });

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

  it('from another program, without a record, or without a manifest › undefined', async () => {
    expect((await opened()).earlier.id).toBe(id);
    expect(await EarlierSnapshot.open(disk, '/out', id, 'another')).toBeUndefined();
    const record = disk.get(`/out/${id}/inputs.json`);
    disk.put(`/out/${id}/inputs.json`, undefined);
    expect(await EarlierSnapshot.open(disk, '/out', id, builder)).toBeUndefined();
    disk.put(`/out/${id}/inputs.json`, record);
    disk.put(`/out/${id}/manifest.json`, undefined);
    expect(await EarlierSnapshot.open(disk, '/out', id, builder)).toBeUndefined();
  });

  it('an unreadable, damaged or missing file › is reported by name', async () => {
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

  it('joins › are returned unless the number of targets differs', async () => {
    const { earlier } = await opened();
    expect(await earlier.joinOf('book', 'next', 1)).toEqual(Uint32Array.of(1));
    expect(await earlier.joinOf('book', 'next', 2)).toBeUndefined();
    expect(await earlier.joinOf('book', 'former', 1)).toBeUndefined();
  });

  it('damaged or missing joins › no joins of any relationship', async () => {
    const { earlier } = await opened();
    const segment = earlier.segmentOf(JOIN_SEGMENT, JOIN_SEGMENT);
    if (segment === undefined) throw new Error('there are no joins');
    expect(earlier.segmentOf(TYPE_SEGMENT, JOIN_SEGMENT)).toBeUndefined();
    expect(earlier.segmentOf(JOIN_SEGMENT, 'book')).toBeUndefined();
    const whole = disk.get(earlier.pathOf(segment)) ?? Buffer.of();
    disk.put(
      earlier.pathOf(segment),
      Uint8Array.from(whole, (byte, place) => (place === whole.byteLength - 1 ? byte ^ 1 : byte)),
    );
    expect(await earlier.joinOf('book', 'next', 1)).toBeUndefined();
    disk.put(earlier.pathOf(segment), undefined);
    expect(await (await opened()).earlier.joinOf('book', 'next', 1)).toBeUndefined();
  });

  it('ids requested before they are read › an invariant error', async () => {
    const { earlier, segment, inputs } = await opened();
    const type = earlier.manifest.model.contentTypes.get('book');
    if (type === undefined) throw new Error('the model has no book');
    const linked = new LinkedType(type, earlier, segment, inputs);
    expect(() => linked.docOf('a')).toThrow(InvariantError);
    await linked.loadIds();
    expect([linked.docOf('b'), linked.docOf('c')]).toEqual([1, undefined]);
  });
});

describe('findEarlier', () => {
  /** Three nights, a minute apart, of which the last is current. @returns their ids and a disk that knows the minutes */
  async function nights() {
    const ids: SnapshotId[] = [];
    for (const name of ['a', 'b', 'c']) {
      disk.put('/export/book.ndjson', Buffer.from(`{"id":"${name}"}\n`));
      ids.push((await buildSnapshot('/export', '/out', { files: disk, strict: true })).snapshot);
    }
    const files: Files = {
      ...observed(disk, () => undefined),
      stat: async (path) => {
        const found = await disk.stat(path);
        const night = ids.findIndex((id) => path.includes(id));
        return found === undefined || night < 0 ? found : { ...found, modifiedMs: night * 60_000 };
      },
    };
    const { builder } = JSON.parse(Buffer.from(disk.get(`/out/${ids[0]}/inputs.json`) ?? []).toString());
    const found = async (): Promise<readonly SnapshotId[]> =>
      (await findEarlier(files, '/out', builder)).map(({ id }) => id);
    return { ids, found, builder: String(builder) };
  }

  it('several snapshots › the current one first, then the others, newest first', async () => {
    const { ids, found } = await nights();
    const [first, second, third] = ids;
    expect(await found()).toEqual([third, second, first]);
    await writeCurrent(disk, '/out', first!);
    expect(await found()).toEqual([first, third, second]);
    disk.put('/out/CURRENT', Buffer.from('nonsense'));
    expect(await found()).toEqual([third, second, first]);
    disk.put(`/out/${second}/inputs.json`, Buffer.from('{}'));
    expect(await found()).toEqual([third, first]);
  });

  it('another program, or no folder › an empty list', async () => {
    const { builder } = await nights();
    expect(await findEarlier(disk, '/out', 'another')).toEqual([]);
    expect(await findEarlier(disk, '/nowhere', builder)).toEqual([]);
    expect(await findEarlier(disk, '/out/CURRENT', builder)).toEqual([]);
  });

  it('very many snapshots › at most seventeen are read', async () => {
    const { builder } = await nights();
    for (let number = 0; number < 30; number += 1) {
      const id = snapshotId(number.toString(16).padStart(64, '0'));
      for (const file of ['manifest.json', 'inputs.json']) disk.put(`/out/${id}/${file}`, Buffer.from('{}'));
    }
    const read = new Set<string>();
    const files = observed(disk, ({ operation, path }) => {
      if (operation === 'open' && path.endsWith('inputs.json')) read.add(path);
    });
    await findEarlier(files, '/out', builder);
    expect(read.size).toBe(17);
  });
});

describe('checkExport', () => {
  it('without a build › runs on one thread and reports each step', async () => {
    const steps: string[] = [];
    const onProgress = ({ step }: { readonly step: string }) => void steps.push(step);
    const report = await checkExport('/export', { files: disk, strict: true, onProgress });
    expect(report).toMatchObject({ accepted: true, items: 2, types: [{ name: 'book', items: 2 }] });
    expect([...new Set(steps)]).toEqual(['reading book', 'resolving links']);
  });

  it('stopped › reports the stop', async () => {
    const checked = checkExport('/export', { files: disk, strict: true, signal: AbortSignal.abort() });
    await expect(checked).rejects.toThrow(OperationError);
    await expect(checked).rejects.toThrow('the check was stopped');
  });
});

describe('failureReport', () => {
  it('a thrown value that is not an Error › its text, without problems of the export', () => {
    expect(failureReport('lost')).toEqual({ failure: 'lost', errors: 0, warnings: 0, problems: [] });
  });
});
