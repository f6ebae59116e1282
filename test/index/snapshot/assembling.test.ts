/**
 * Parts of a snapshot that belong together: types and joins, threads and leases, companions and their snapshot.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { type SnapshotId, termId } from '../../../src/content/model/index.js';
import { takeLease, writeSegment } from '../../../src/format/index.js';
import { JOIN_SEGMENT } from '../../../src/index/segment/index.js';
import {
  assembleSnapshot,
  encodeManifest,
  freeThreadMemory,
  inspectSpace,
  type Manifest,
  manifestId,
  openCompanion,
  openCurrent,
  readManifest,
  readSnapshot,
  refusedThreadMemory,
  sealCompanion,
  sealContent,
  segmentFileName,
  snapshotPath,
  targetType,
} from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { linksTo, linkTo, modelOf } from '../../../testing/samples/model.js';

const model = modelOf({
  book: { cover: 'image', next: linkTo('book'), about: linksTo('book', 'person') },
  person: { name: 'text' },
});
const books = [
  '{"id":"a","next":"b","about":[{"type":"book","id":"b"},{"type":"person","id":"p"}]}',
  '{"id":"b","cover":{"url":"/b.png","width":4,"height":3}}',
];

let disk: MemoryDisk;
let id: SnapshotId;
let manifest: Manifest;
beforeEach(async () => {
  disk = new MemoryDisk();
  disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
  disk.put('/export/book.ndjson', Buffer.from(books.join('\n')));
  disk.put('/export/person.ndjson', Buffer.from('{"id":"p","name":"Ada"}\n'));
  ({ snapshot: id } = await buildSnapshot('/export', '/out', { files: disk, strict: true }));
  manifest = await readManifest(disk, '/out', id);
});

describe('an open snapshot', () => {
  it('a relationship to several types › has targets of each type', async () => {
    const about = (await openCurrent(disk, '/out')).types.get('book')?.joins.get('about');
    if (about === undefined) throw new Error('the relationship has no join');
    const targets = Array.from(
      { length: about.index.targets.size },
      (_, target) => targetType(about, termId(target)).name,
    );
    expect(targets.sort()).toEqual(['book', 'person']);
  });

  it('an image field › is counted, and has no distinct values', async () => {
    const [book] = inspectSpace(await openCurrent(disk, '/out')).types;
    const told = book?.fields.map(({ name, populated, distinct }) => [name, populated, distinct]);
    expect(told).toContainEqual(['cover', 1, undefined]);
    expect(told).toContainEqual(['about', 1, 2]);
  });

  it('a missing segment of the model › is damage of the manifest', async () => {
    const segments = manifest.segments.filter(({ name }) => name !== 'person');
    const bytes = encodeManifest({ ...manifest, segments });
    const read = await readSnapshot(disk, '/out', id, { hashes: false });
    const assemble = () => assembleSnapshot({ ...read, id: manifestId(bytes), manifest: bytes });
    expect(assemble).toThrow(IntegrityError);
    expect(assemble).toThrow('expected a type segment person, found none');
  });
});

describe('the leases of threads', () => {
  const page = 2 ** 16;

  it('an ended thread › its leases are reused; refusals are counted over all files', async () => {
    const read = await readSnapshot(disk, '/out', id, { hashes: false });
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true });
    const withMemory = read.segments.map((segment, index) => (index === 0 ? { ...segment, memory } : segment));
    const bytes = { ...read, segments: withMemory };
    const lease = takeLease(memory, 7, page, 2 * page);
    expect(lease).toEqual({ start: page, end: 3 * page });
    expect(takeLease(memory, 8, page, 2 * page)).toBeUndefined();
    expect(refusedThreadMemory(assembleSnapshot(bytes))).toBe(1);
    freeThreadMemory(bytes, 7);
    expect(takeLease(memory, 8, page, 2 * page)).toEqual(lease);
    expect(refusedThreadMemory(assembleSnapshot(read))).toBe(0);
  });
});

describe('verifySnapshot', () => {
  it.each([0, 99])('a join that leads to doc %i instead of the target › damage of the relationship', async (doc) => {
    const lying = `/out/building-lying`;
    const kept = manifest.segments.filter(({ kind }) => kind !== JOIN_SEGMENT);
    await disk.makeFolder(lying);
    for (const { file } of kept) await disk.link(`${snapshotPath('/out', id)}/${file}`, `${lying}/${file}`);
    const sections = [
      { name: 'book/next', data: Uint32Array.of(doc) },
      { name: 'book/about', data: Uint32Array.of(1, 0) },
    ];
    const input = { kind: JOIN_SEGMENT, name: JOIN_SEGMENT, meta: new Map(), sections };
    const written = await writeSegment(disk, `${lying}/joins`, input);
    const file = segmentFileName(JOIN_SEGMENT, written.sha256);
    await disk.rename(`${lying}/joins`, `${lying}/${file}`);
    const joins = { kind: JOIN_SEGMENT, name: JOIN_SEGMENT, file, ...written };
    const bytes = encodeManifest({ ...manifest, segments: [...kept, joins] });
    disk.put(`${lying}/manifest.json`, bytes);
    await disk.rename(lying, snapshotPath('/out', manifestId(bytes)));
    const { problems } = await verifySnapshot(disk, '/out', manifestId(bytes));
    expect(problems).toEqual(['type book, relationship next: target 0 leads to another item']);
  });

  it('a missing file › is named, with 0 bytes', async () => {
    const file = manifest.segments[0]?.file ?? '';
    disk.put(`${snapshotPath('/out', id)}/${file}`, undefined);
    const { files } = await verifySnapshot(disk, '/out', id);
    expect(files[0]).toEqual({ name: file, byteLength: 0, problems: [`${id}/${file}: expected a file, found none`] });
  });
});

describe('openCompanion', () => {
  const content = { snapshot: 'a', items: 3 };

  it('a sealed companion › is returned for its own snapshot only', () => {
    expect(openCompanion(sealCompanion(content), 'a')).toEqual(content);
    expect(openCompanion(sealCompanion(content), 'b')).toBeUndefined();
  });

  it.each(['', 'null', '7', '{}', '{"sha256":"0","snapshot":"a"}'])('%j › nothing', (text) => {
    expect(openCompanion(Buffer.from(text), 'a')).toBeUndefined();
  });

  it.each([{}, { snapshot: 7 }])('%j, sealed › nothing, as it names no snapshot', (other) => {
    expect(openCompanion(sealContent(other), 'a')).toBeUndefined();
  });
});
