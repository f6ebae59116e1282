/**
 * Forged snapshots with correct checksums: each is reported with file and section, and verifying and reading it end.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../../src/index/verify/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { forgedParts } from '../../../testing/forged/parts.js';
import { filesOf, type Parts, type Section, type Segment, sumBlocks } from '../../../testing/forged/segments.js';

let parts: Parts;
beforeAll(async () => {
  parts = await forgedParts();
});

const u32 = ({ bytes }: Section): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const f64 = ({ bytes }: Section): Float64Array =>
  new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);

/** @returns a disk with a snapshot of which one section of the things says something else */
function forged(name: string, lie: (section: Section, segment: Segment) => void): MemoryDisk {
  const segments = parts.segments.map((segment) => (segment.name === 'thing' ? structuredClone(segment) : segment));
  const segment = segments.find((one) => one.name === 'thing');
  const section = segment?.sections.find((one) => one.name === name);
  if (segment === undefined || section === undefined) throw new Error(`no section ${name}`);
  lie(section, segment);
  sumBlocks(segment);
  const disk = new MemoryDisk();
  for (const [path, bytes] of filesOf({ manifest: parts.manifest, segments }, '/s')) disk.put(path, bytes);
  return disk;
}

const fillEmpty = (section: Section): void => {
  const slots = u32(section);
  for (let slot = 0; slot < slots.length; slot += 1) slots[slot] ||= 1;
};
const swapBases = (section: Section): void => {
  f64(section).reverse();
};
const shorten = (section: Section): void => {
  section.bytes = section.bytes.slice(0, section.bytes.byteLength - 100);
};

describe('verifying a forged snapshot with correct checksums', () => {
  it.each<[string, string, (section: Section, segment: Segment) => void, RegExp]>([
    ['no slot is empty', 'id/hash', fillEmpty, /section id\/hash: expected \d+ empty slots, found none/],
    [
      'bases are swapped',
      'documents.offsets.bases',
      swapBases,
      /section documents\.offsets: expected a first record at 0/,
    ],
    ['items are cut off', 'documents', shorten, /section documents\.offsets(\.bases)?: expected/],
    ['a slot beyond the ids', 'id/hash', (section) => u32(section).fill(100_000, 0, 3), /section id\/hash: expected/],
    [
      'offsets beyond the bytes',
      'name/terms.offsets',
      (section) => u32(section).fill(2 ** 31, 9, 12),
      /name\/terms\.offsets: expected/,
    ],
    [
      'a linkage beyond the bytes',
      'makers/linkage.offsets',
      (section) => u32(section).fill(2 ** 30, 3),
      /makers\/linkage\.offsets/,
    ],
    [
      'runs beyond the items',
      'kind/starts',
      (section) => u32(section).fill(2 ** 31, 1),
      /section kind\/starts: expected runs/,
    ],
    [
      'an item beyond the last',
      'kind/docs',
      (section) => u32(section).fill(2 ** 31, 0, 1),
      /section kind\/docs: expected items below/,
    ],
    [
      'a target beyond the last',
      'makers/links.targets',
      (section) => u32(section).fill(999, 0, 1),
      /makers\/links\.targets: expected targets below/,
    ],
    [
      'half a number',
      'pages/values',
      (section) => f64(section).fill(0.5, 0, 1),
      /pages\/\*.*found value 0 is not a value of its field type/,
    ],
    [
      'a date of no year',
      'stocked/values',
      (section) => f64(section).fill(2 ** 53 - 1, f64(section).length - 1),
      /stocked\/\*.*is not a value of its field type/,
    ],
    [
      'a list that does not end',
      'name/substrings.lists',
      (section) => section.bytes.fill(0xff, 1, 6),
      /section name\/substrings\.lists: expected lists/,
    ],
    [
      'words that are not there',
      'search.prefixWords',
      (section) => u32(section).fill(2 ** 31, 0, 1),
      /section search\.\*/,
    ],
    [
      'a locale that shares another field',
      'pages/values',
      (_, { meta }) => meta.set('shared', new Map([['title@de', 'pages']])),
      /section header: expected an earlier locale's name that title@de shares, found pages/,
    ],
  ])('%s › is reported with file and section', async (_, name, lie, expected) => {
    const { problems } = await verifySnapshots(forged(name, lie), '/s');
    expect(problems[0]).toMatch(/^[0-9a-f]{64}\/thing-[0-9a-f]{16}\.segment, section /);
    expect(problems[0]).toMatch(expected);
  });

  it('an unchanged snapshot › has no problem', async () => {
    expect(
      (
        await verifySnapshots(
          forged('id/hash', () => undefined),
          '/s',
        )
      ).problems,
    ).toEqual([]);
  });
});

describe('reading an unverified snapshot', () => {
  it.each<[string, (section: Section) => void, string]>([
    ['id/hash', fillEmpty, '/thing/absent'],
    ['documents.offsets.bases', swapBases, '/thing?page[limit]=40'],
    ['documents', shorten, '/thing?page[limit]=40&page[skip]=300'],
  ])('wrong bytes in %s › the request ends', async (name, lie, target) => {
    const space = await openCurrent(forged(name, lie), '/s');
    const ended = ((): boolean => {
      try {
        return answer(space, parseTarget(space.model, target), '').byteLength > 0;
      } catch (error) {
        return error instanceof Error;
      }
    })();
    expect(ended).toBe(true);
  });
});
