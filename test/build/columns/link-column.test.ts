/**
 * The links of a relationship beside lists that do the same slowly: which are kept, in which order, where they lead, and
 * who hears of the others.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkColumnBuilder, type LinkReporter, type ResolvedTarget } from '../../../build/columns/link-column.js';
import type { LinkTarget } from '../../../build/read/index.js';
import { createBuildContext } from '../../../build/segment/create-context.js';
import { ScratchFolder } from '../../../build/work/scratch/scratch-files.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { type DocId, docId, readContentModel } from '../../../src/content/model/index.js';
import type { SectionInput } from '../../../src/format/index.js';
import { sectionNames } from '../../../src/index/segment/index.js';
import { amount } from '../../../testing/amount.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { modelOf } from '../../../testing/samples/model.js';
import { loadSections } from '../../../testing/structures/sections.js';

const to = ['page', 'film'];
const pool = ['a', 'b', 'ab', 'é', '😀', 'z'.repeat(255), 'é'.repeat(127)];
/** Of each type, in doc order. The id `b` both have: written alone, it leads nowhere. */
const items: Readonly<Record<string, readonly string[]>> = {
  page: ['b', 'é', 'z'.repeat(255)],
  film: ['é'.repeat(127), 'ab', 'b'],
};

const read = readContentModel(
  modelOf({ page: { about: { type: 'relationship', to, many: true } }, film: { title: 'text' } }),
);
if ('problems' in read) throw new Error(JSON.stringify(read.problems));
const type = read.model.contentTypes.get('page')!;
const field = type.relationships[0]!;
const names = sectionNames(field.name);

const link: fc.Arbitrary<LinkTarget> = fc.record({
  type: fc.constantFrom(undefined, ...to),
  id: fc.constantFrom(...pool),
});
const docs = fc.array(fc.array(link, { maxLength: 6 }), { maxLength: 30 });

type Told = readonly [what: string, doc: number | undefined, target: LinkTarget];

function newColumn(led = leadsTo) {
  const scratch = new ScratchFolder(new MemoryDisk(), '/scratch');
  const told: Told[] = [];
  const reporter: LinkReporter = {
    resolve: (_field, target) => {
      told.push(['asked', undefined, target]);
      return led(target);
    },
    reportDropped: (_type, _field, doc, target) => told.push(['dropped', doc, target]),
    reportRepeated: (_type, _field, doc, target) => told.push(['repeated', doc, target]),
  };
  const builder = new LinkColumnBuilder(type, field, scratch);
  const context = createBuildContext(scratch, 1, 2 ** 20);
  const clock = new WorkClock();
  const sections = async () => {
    const made = new Map<string, SectionInput['data']>();
    for (const { name, data } of await loadSections(await builder.sections(context, clock))) made.set(name, data);
    return {
      targets: recordsOf(made, names.terms),
      linkage: recordsOf(made, names.linkage).map(String),
      starts: numbersOf(made, names.linkStarts),
      links: numbersOf(made, names.linkTargets),
      docs: numbersOf(made, names.docs),
      docStarts: numbersOf(made, names.starts),
    };
  };
  return { builder, told, sections, resolve: () => builder.resolve(reporter, context, clock) };
}

function numbersOf(sections: ReadonlyMap<string, SectionInput['data']>, name: string): Uint32Array {
  const data = sections.get(name);
  if (!(data instanceof Uint32Array)) throw new Error(`no numbers are in ${name}`);
  return data;
}

/** @returns records that fit one chunk and one block's base after the other */
function recordsOf(sections: ReadonlyMap<string, SectionInput['data']>, name: string): Buffer[] {
  const bytes = sections.get(name);
  const bases = sections.get(`${name}.offsets.bases`);
  if (!(bytes instanceof Uint8Array) || !(bases instanceof Float64Array)) throw new Error(`no bytes are in ${name}`);
  const offsets = Array.from(numbersOf(sections, `${name}.offsets`), (offset, at) => offset + bases[at >> 5]!);
  return offsets.slice(1).map((end, at) => Buffer.from(bytes.subarray(offsets[at]!, end)));
}

function leadsTo({ type: name, id }: LinkTarget): ResolvedTarget | undefined {
  const found = to.flatMap((one, typeIndex) => {
    const doc = name === undefined || name === one ? items[one]!.indexOf(id) : -1;
    return doc < 0 ? [] : [{ typeIndex, doc: docId(doc) }];
  });
  return found.length === 1 ? found[0] : undefined;
}

const textOf = ({ type: name, id }: LinkTarget): string => `${name} ${id}`;

/** The same with lists and objects, looked through one by one. */
function expected(all: readonly (readonly LinkTarget[])[]) {
  const distinct = all.flat().filter((one, at, links) => links.findIndex((it) => textOf(it) === textOf(one)) === at);
  const keyOf = (target: LinkTarget): Buffer | undefined => {
    const led = leadsTo(target);
    return led && Buffer.concat([Buffer.of(led.typeIndex), Buffer.from(target.id)]);
  };
  const told: Told[] = distinct.map((target) => ['asked', undefined, target]);
  const keys = distinct.flatMap((target) => keyOf(target) ?? []).sort(Buffer.compare);
  const targets = keys.filter((key, at) => at === 0 || !key.equals(keys[at - 1]!));
  const links = all.map((list, doc) => {
    const seen: (number | undefined)[] = [];
    for (const target of list) {
      const key = keyOf(target);
      const place = key && targets.findIndex((one) => one.equals(key));
      if (place === undefined) told.push(['dropped', doc, target]);
      else if (seen.includes(place)) told.push(['repeated', doc, target]);
      else seen.push(place);
    }
    return seen;
  });
  const joins = targets.map((key) => items[to[key[0]!]!]!.indexOf(key.toString('utf8', 1)));
  const linkage = targets.map((key) => `{"type":"${to[key[0]!]}","id":${JSON.stringify(key.toString('utf8', 1))}},`);
  const linking = targets.map((_, place) => links.flatMap((list, doc) => (list.includes(place) ? [doc] : [])));
  return { told, targets, links, joins, linkage, linking };
}

/** The same links as a thread gives them. */
function blockOf(all: readonly (readonly LinkTarget[])[]) {
  const ids = all.flat().map(({ id }) => Buffer.from(id));
  return {
    counts: Uint32Array.from(all, (list) => list.length),
    targets: {
      ids: { bytes: new Uint8Array(Buffer.concat(ids)), lengths: Uint32Array.from(ids, (id) => id.length) },
      types: Uint8Array.from(all.flat(), ({ type: name }) => (name === undefined ? 0 : to.indexOf(name) + 1)),
    },
  };
}

describe('LinkColumnBuilder', () => {
  it('any links, in one block or two › are stored, reported and resolved like plain lists', async () => {
    await fc.assert(
      fc.asyncProperty(docs, fc.nat(30), async (all, alone) => {
        const { builder, told, resolve, sections } = newColumn();
        builder.append(blockOf(all.slice(0, alone)));
        builder.append(blockOf(all.slice(alone)));
        await builder.settle();
        const held = builder.heldBytes;
        const joins = await resolve();
        const { byteLength } = builder;
        const { targets, linkage, starts, links, docs: docsOf, docStarts } = await sections();
        const want = expected(all);
        const keyBytes = want.targets.reduce((sum, key) => sum + key.length, 0);
        expect(byteLength).toBe(4 * (all.length + links.length + want.targets.length));
        expect(held).toBeGreaterThan(keyBytes);
        expect(builder.heldBytes).toBe(0);
        expect(told).toEqual(want.told);
        expect([...joins]).toEqual(want.joins);
        expect(targets).toEqual(want.targets);
        expect(linkage).toEqual(want.linkage);
        const linking = targets.map((_, place) => [...docsOf.subarray(docStarts[place], docStarts[place + 1])]);
        expect(linking).toEqual(want.linking);
        expect(all.map((_, doc) => [...links.subarray(starts[doc], starts[doc + 1])])).toEqual(want.links);
        expect(starts.length).toBe(all.length + 1);
      }),
      { seed: 14, numRuns: amount(200, 50) },
    );
  });

  it('more docs and targets than one batch › are merged', async () => {
    const count = 70_000;
    const docOf = ({ id }: LinkTarget): DocId => docId(Number.parseInt(id, 36));
    const { builder, resolve, sections } = newColumn((target) => ({ typeIndex: 1, doc: docOf(target) }));
    // The n-th doc has n modulo 3 links, to targets of its own, of which no neighbours are near each other.
    const all = Array.from({ length: count }, (_, doc) =>
      Array.from({ length: doc % 3 }, (_none, link) => ({
        type: 'film',
        id: ((doc * 3 + link) * 7919).toString(36).padStart(8, '0'),
      })),
    );
    builder.append(blockOf(all));
    await builder.settle();
    const joins = await resolve();
    const ids = all
      .flat()
      .map(({ id }) => id)
      .sort();
    expect(joins).toEqual(Uint32Array.from(ids, (id) => Number.parseInt(id, 36)));
    const { starts, links, targets, linkage, docStarts } = await sections();
    expect(targets.map((key) => key.toString('utf8', 1))).toEqual(ids);
    expect(linkage).toEqual(ids.map((id) => `{"type":"film","id":"${id}"},`));
    expect(docStarts).toEqual(Uint32Array.from({ length: ids.length + 1 }, (_, at) => at));
    expect(starts).toEqual(
      Uint32Array.from({ length: count + 1 }, (_, doc) => Math.floor(doc / 3) * 3 + [0, 0, 1][doc % 3]!),
    );
    expect(Array.from(links, (place) => ids[place])).toEqual(all.flat().map(({ id }) => id));
  });

  it('read before links are resolved, or twice › throws', async () => {
    const { builder, resolve, sections } = newColumn();
    builder.append(blockOf([[{ type: 'page', id: 'b' }]]));
    await expect(sections()).rejects.toThrow(InvariantError);
    await resolve();
    await sections();
    await expect(sections()).rejects.toThrow(InvariantError);
    // What was collected is let go.
    expect(() => builder.append(blockOf([[{ type: 'page', id: 'b' }]]))).toThrow(InvariantError);
  });
});
