/**
 * Whole items from the compiled loop: the same bytes as items written one by one.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { docId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { ByteWriter } from '../../../src/jsonapi/document/byte-writer.js';
import { CompiledItems, ITEMS_MINIMUM } from '../../../src/jsonapi/document/compiled/compiled-items.js';
import { type TypeBytes, typeBytes } from '../../../src/jsonapi/document/constants.js';
import { writeResource } from '../../../src/jsonapi/document/resource-object.js';
import type { Resource } from '../../../src/jsonapi/document/resources.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { BARE_SHAPE } from '../../../src/jsonapi/request/parsed-request.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { linksTo, linkTo, modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();
const items = 3000;
let space: Space;

/** Ids of several lengths, of which some are other bytes in a URL, and others in JSON. */
const idOf = (item: number): string => ['a', 'ü b/', '"q"\\', 'z'.repeat(70)][item % 4]! + String(item * 7919);

const slabs = 420;
const slabId = (slab: number): string => `${'long'.repeat(60)}${slab}`;

/** Longer in a URL than it is, three times over. */
const wideId = (slab: number): string => `${'ü'.repeat(90)}${slab}`;

/** Every 41st has no value, every 53rd more links than an item shows, others 0 to 12. */
const linksOf = (item: number): number => (item % 53 === 0 ? 60 : (item * 31) % 13);

beforeAll(async () => {
  const source = writeFiles(join(newFolder(), 'export'), {
    'model.json': modelOf({
      stone: {
        text: { type: 'textMultiline', filter: false },
        weight: 'integer',
        kind: { type: 'select', options: ['Rock'], search: true },
        owner: linkTo('person'),
        near: linksTo('person', 'stone'),
      },
      slab: { text: { type: 'textMultiline', filter: false }, over: linksTo('slab') },
      person: { name: 'text' },
    }),
    // Much enough for a memory that compiled loops work on.
    'stone.ndjson': Array.from({ length: items }, (_, item) => ({
      id: idOf(item),
      kind: 'Rock',
      ...(item % 41 > 0 && { text: `${item} “é\n${'x'.repeat((item * 7919) % 3500)}`, weight: item }),
      ...(item % 3 > 0 && { owner: { type: 'person', id: `p${item % 20}` } }),
      near: Array.from({ length: linksOf(item) }, (__, link) =>
        link % 2 === 0 ? { type: 'person', id: `p${link}` } : { type: 'stone', id: idOf((item + link) % items) },
      ),
    })),
    'slab.ndjson': [
      ...Array.from({ length: slabs }, (_, slab) => ({
        id: slabId(slab),
        text: 'y'.repeat(11_000),
        over: Array.from({ length: 20 }, (__, link) => ({ type: 'slab', id: slabId((slab + link) % slabs) })),
      })),
      ...Array.from({ length: 40 }, (_, slab) => ({ id: wideId(slab), text: 'z'.repeat(11_000) })),
    ],
    'person.ndjson': Array.from({ length: 60 }, (_, person) => ({ id: `p${person}`, name: `Name ${person}` })),
  });
  const folder = newFolder();
  await buildSnapshot(source, folder, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, folder);
});

const stones = () => space.types.get('stone')!;
const resourcesOf = (docs: readonly number[]): Resource[] =>
  docs.map((doc) => ({ type: stones(), doc: docId(doc), shapes: [BARE_SHAPE] }));

describe('CompiledItems', () => {
  it('any items in any order › the longest run is written as one by one; otherwise the number to write one by one', () => {
    const bytes = typeBytes(stones(), 'https://cms.example/delivery');
    const compiled = CompiledItems.of(bytes);
    if (compiled === undefined) throw new Error('the segment is in no memory of compiled loops');
    const isWhole = (doc: number): boolean => doc % 53 > 0;
    let [together, single] = [0, 0];
    const [fast, slow] = [new ByteWriter(), new ByteWriter()];
    fc.assert(
      fc.property(fc.array(fc.nat(items - 1), { minLength: 1, maxLength: 90 }), fc.nat(5), (docs, from) => {
        const resources = resourcesOf(docs);
        if (from >= docs.length) return;
        fast.begin();
        slow.begin();
        const written = compiled.write(fast, resources, from);
        const run = docs.slice(from, from + 64).findIndex((doc) => !isWhole(doc));
        const right = run < 0 ? Math.min(64, docs.length - from) : run;
        expect(written).toBe(right < ITEMS_MINIMUM ? Math.min(-right, -1) : right);
        for (let i = 0; i < written; i += 1) {
          if (from + i > 0) slow.byte(0x2c);
          writeResource(slow, bytes, resources[from + i]!, new Map());
        }
        expect(fast.take().toString()).toBe(slow.take().toString());
        if (written > 0) together += 1;
        else single += 1;
      }),
      { numRuns: Math.min(300, Number(process.env['STELE_RUNS'] ?? amount(300, 75))) },
    );
    expect(together).toBeGreaterThan(0);
    expect(single).toBeGreaterThan(0);
  });

  it('a page of items › has the values of the export', () => {
    const search = '?page[limit]=100&page[skip]=100';
    const page = JSON.parse(answer(space, parseRequest(space.model, '/stone', search), '').toString());
    expect(page.data.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 100 }, (_, place) => idOf(100 + place)),
    );
    for (const [place, { attributes, relationships }] of page.data.entries()) {
      const item = 100 + place;
      expect(attributes?.weight).toBe(item % 41 > 0 ? item : null);
      expect(relationships.owner.data?.id).toBe(item % 3 > 0 ? `p${item % 20}` : undefined);
      expect(relationships.near.meta.total).toBe(linksOf(item));
    }
    const singleDocument = JSON.parse(
      answer(space, parseRequest(space.model, `/stone/${encodeURIComponent(idOf(150))}`, ''), '').toString(),
    );
    expect(page.data[50]).toEqual(singleDocument.data);
    const all = parseRequest(space.model, '/stone', `${search}&fields[stone]=text,weight,kind,owner,near`);
    const oneByOne = JSON.parse(answer(space, all, '').toString());
    expect({ ...page, links: undefined }).toEqual({ ...oneByOne, links: undefined });
  });

  it('a page with items that are not whole › later runs are tried again, each run once', () => {
    const write = vi.spyOn(CompiledItems.prototype, 'write');
    /** For each attempt to write a run: its first item, and the result. */
    const triedOn = (search: string): unknown[] => {
      write.mockClear();
      answer(space, parseRequest(space.model, '/stone', search), '');
      return write.mock.calls.map(([, , from], call) => [from, write.mock.results[call]?.value]);
    };
    try {
      // The first and the 54th have more links than are shown.
      expect(triedOn('?page[limit]=100')).toEqual([
        [0, -1],
        [1, 52],
        [53, -1],
        [54, 46],
      ]);
      expect(triedOn('?page[limit]=8&page[skip]=50')).toEqual([
        [0, -3],
        [3, -1],
        [4, 4],
      ]);
      expect(triedOn('?page[limit]=7&page[skip]=50')).toEqual([
        [0, -3],
        [3, -1],
      ]);
      expect(triedOn('?page[limit]=20&page[skip]=1&fields[stone]=text')).toEqual([]);
      expect(triedOn('?page[limit]=20&filter[_search]=rock&_highlight=kind')).toEqual([]);
    } finally {
      write.mockRestore();
    }
  });

  it('a fieldset › shows its fields only', () => {
    const search = '?page[limit]=20&page[skip]=1&fields[stone]=weight';
    const { data } = JSON.parse(answer(space, parseRequest(space.model, '/stone', search), '').toString());
    expect(data).toHaveLength(20);
    for (const resource of data)
      expect(resource).toEqual({
        type: 'stone',
        id: expect.any(String),
        attributes: { weight: expect.any(Number) },
        links: expect.any(Object),
      });
  });

  it('with highlights › each item shows them', () => {
    const search = '?page[limit]=20&filter[_search]=rock&_highlight=kind&sort=weight';
    const { data } = JSON.parse(answer(space, parseRequest(space.model, '/stone', search), '').toString());
    expect(data).toHaveLength(20);
    const kind = { text: 'Rock', words: [{ start: 0, end: 4 }] };
    for (const { meta } of data) expect(meta).toEqual({ highlights: { kind } });
  });

  it('items of another type › end the run', () => {
    const compiled = CompiledItems.of(typeBytes(stones(), ''));
    const person = { type: space.types.get('person')!, doc: docId(1), shapes: [BARE_SHAPE] };
    const six = resourcesOf([1, 2, 3, 4, 5, 6]);
    const out = new ByteWriter();
    out.begin();
    expect(compiled?.write(out, [...six, person, ...six], 0)).toBe(6);
    expect(compiled?.write(out, [person, ...six], 0)).toBe(-1);
    const { data, included } = JSON.parse(
      answer(space, parseRequest(space.model, '/stone', '?page[limit]=9&page[skip]=1&include=near'), '').toString(),
    );
    const linked = data.flatMap(
      ({ relationships }: { relationships: { near: { data: object[] } } }) => relationships.near.data,
    );
    const identifiers = [...data, ...included].map(({ type, id }: { type: string; id: string }) => ({ type, id }));
    for (const target of linked) expect(identifiers).toContainEqual(target);
  });

  it('more items than fit › as many as fit, then the remaining ones', () => {
    const slab = space.types.get('slab')!;
    const compiled = CompiledItems.of(typeBytes(slab, ''));
    const resources = Array.from({ length: 40 }, (_, place) => ({
      type: slab,
      doc: docId(slabs + place),
      shapes: [BARE_SHAPE],
    }));
    const out = new ByteWriter();
    out.begin();
    const written = compiled?.write(out, resources, 0) ?? 0;
    // Items of 11 KB each, with room for their ids.
    expect(written).toBeGreaterThan(15);
    expect(written).toBeLessThan(2 ** 18 / 11_000);
    const search = `?page[limit]=40&page[skip]=${slabs}`;
    const { data } = JSON.parse(answer(space, parseRequest(space.model, '/slab', search), '').toString());
    expect(data.map(({ id }: { id: string }) => id)).toEqual(Array.from({ length: 40 }, (_, place) => wideId(place)));
  });

  it('links that do not fit › nothing is written, and the items are left to be written one by one', () => {
    const slab = space.types.get('slab')!;
    const compiled = CompiledItems.of(typeBytes(slab, ''));
    const resources = Array.from({ length: 8 }, (_, doc) => ({ type: slab, doc: docId(doc), shapes: [BARE_SHAPE] }));
    const out = new ByteWriter();
    expect(compiled?.write(out, resources, 0)).toBe(-8);
    expect(out.length).toBe(0);
    const page = JSON.parse(answer(space, parseRequest(space.model, '/slab', '?page[limit]=8'), '').toString());
    expect(page.data.map(({ id }: { id: string }) => id)).toEqual(Array.from({ length: 8 }, (_, doc) => slabId(doc)));
    expect(page.data[7].relationships.over.data[19]).toEqual({ type: 'slab', id: slabId(26) });
  });

  it('with bytes outside of the memory › no compiled items', () => {
    const bytes = typeBytes(stones(), '');
    const { type, complete } = bytes;
    const { segment } = type;
    const [owner] = complete.relationships;
    if (owner === undefined) throw new Error('a stone has an owner');
    const { rendered } = owner.index.linkage;
    const [linkage = new Uint8Array(0)] = rendered.blob.chunks;
    const inSegment = (changed: object): TypeBytes => ({
      ...bytes,
      type: { ...type, segment: { ...segment, ...changed } },
    });
    const inIndex = (changed: object): TypeBytes => ({
      ...bytes,
      complete: { ...complete, relationships: [{ ...owner, index: { ...owner.index, ...changed } }] },
    });
    const withChunks = (...chunks: Uint8Array[]) =>
      inIndex({ linkage: { rendered: Object.create(rendered, { blob: { value: { chunks } } }) } });
    const { starts } = owner.index.links;
    expect(CompiledItems.of(withChunks(linkage))).toBeDefined();
    const elsewhere = {
      'values of its own by locale': inSegment({ own: { sets: {}, docs: [] } }),
      'items in files': inSegment({ documents: { isPaged: true } }),
      'no memory': inSegment({ file: undefined }),
      'nobody who works in it': inSegment({ arena: undefined }),
      'items in another memory': inSegment({ documents: { records: { blob: { chunks: [new Uint8Array(1)] } } } }),
      'links in another memory': inIndex({
        links: Object.create(owner.index.links, { starts: { value: starts?.slice() } }),
      }),
      'no linkage': withChunks(),
      'linkage in two pieces': withChunks(linkage, linkage),
      'linkage in another memory': withChunks(linkage.slice()),
    };
    for (const [what, of] of Object.entries(elsewhere)) expect(CompiledItems.of(of), what).toBeUndefined();
  });

  it('without memory for compiled loops › no compiled items', () => {
    const people = space.types.get('person')!;
    expect(people.segment.file.memory).toBeUndefined();
    expect(CompiledItems.of(typeBytes(people, ''))).toBeUndefined();
  });
});
