/**
 * What would make a snapshot smaller, and what would it cost? The structures of a snapshot as they are stored, and
 * packed: dictionaries, numbers, lists of substrings, rendered items; and what all of it comes to.
 *
 *     npm run bench:structures -- smaller
 */
import { Random } from '../../../data/generate/random.js';
import type { Records, SectionMap } from '../../../src/format/index.js';
import { sectionNames } from '../../../src/segment/index.js';
import { ByteTerms, below } from '../../../src/termdict/index.js';
import { prepare } from '../../harness/input/prepare.js';
import { built, type Contestant, type ContestResult, contest, type Task } from '../contest.js';
import { FrontCoded } from '../front-coded.js';
import type { Measuring } from '../measuring.js';
import { deflate, deflateWith, type Items, lz4, PackedItems, PlainItems, zstd } from './items.js';
import { EliasFanoLists, type Lists, PackedLists, VarintLists } from './lists.js';
import { Packed } from './packed.js';
import { readStored, type Stored, sectionsOf } from './sections.js';
import { wholeContest } from './whole.js';

const pageItems = 20;
const numbersRead = 1000;
const listsRead = 100;
const frontCodedBlock = 16;
const kibibyte = 1024;

export async function measureSmaller(measuring: Measuring): Promise<ContestResult[]> {
  const results: ContestResult[] = [];
  for (const size of measuring.sizes) {
    const paths = await prepare(size, measuring.seed, false);
    const stored = await readStored(paths.snapshots, paths.export);
    results.push(
      termsContest(stored, 'title', measuring),
      termsContest(stored, 'id', measuring),
      numbersContest(stored, 'title', measuring),
      ...listsContest(stored, 'document', 'body', measuring),
      ...listsContest(stored, 'article', 'title', measuring),
      itemsContest(stored, measuring),
      wholeContest(stored),
    );
  }
  return results;
}

const drawn = (count: number, below: number, random: Random): Uint32Array =>
  Uint32Array.from({ length: count }, () => random.below(below));

type TermQuestion = { readonly value: Buffer } | { readonly ordinal: number };

/** Latin-1, as decoding shall cost each alike and little. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function termsContest(stored: Stored, field: string, { seed, questions, effort }: Measuring): ContestResult {
  const records = sectionsOf(stored, 'article').countedRecords(sectionNames(field).terms);
  const terms = new ByteTerms(records);
  const values = Array.from({ length: records.count }, (_, index) => Buffer.from(records.view(index)));
  const random = new Random(seed, `structures/smaller/terms/${field}`);
  const { structure: coded, buildMs } = built(() => new FrontCoded(values, frontCodedBlock));
  const some = drawn(questions, values.length, random);
  const tasks: Task<TermQuestion>[] = [
    { name: 'value → ordinal', questions: Array.from(some, (index) => ({ value: values[index]! })) },
    { name: 'ordinal → value', questions: Array.from(some, (ordinal) => ({ ordinal })) },
  ];
  const contestants: Contestant<TermQuestion>[] = [
    {
      name: 'terms: as stored',
      byteLength: recordsBytes(records),
      buildMs: 0,
      answer: (one) => ('value' in one ? below(terms, one.value) : textOf(terms.at(one.ordinal))),
    },
    {
      name: `terms: front-coded, blocks of ${frontCodedBlock}`,
      byteLength: coded.byteLength,
      buildMs,
      answer: (one) => ('value' in one ? coded.below(one.value) : textOf(coded.at(one.ordinal))),
    },
  ];
  return contest(overOf(values.length, `${field}s`), contestants, tasks, effort, random);
}

/** Bytes and offsets. */
const recordsBytes = ({ blob, count }: Records): number => blob.end + Math.ceil((count + 1) * 4.25);

const overOf = (count: number, what: string): string => `${count.toLocaleString('en-US')} ${what}`;

function numbersContest(stored: Stored, field: string, { seed, questions, effort }: Measuring): ContestResult {
  const plain = sectionsOf(stored, 'article').unsigned(sectionNames(field).ordinals);
  const { structure: packed, buildMs } = built(() => new Packed(plain));
  const random = new Random(seed, 'structures/smaller/numbers');
  const anywhere = Array.from({ length: questions }, () => drawn(numbersRead, plain.length, random).sort());
  const intervals = Array.from({ length: questions }, () => drawn(2, plain.length, random).sort());
  const sum = (docs: Uint32Array, at: (doc: number) => number): number => {
    let total = 0;
    for (const doc of docs) total += at(doc);
    return total;
  };
  /** How many docs have an ordinal between the two: what a scan of a column asks. */
  const within = ([low, high]: Uint32Array, at: (doc: number) => number): number => {
    let count = 0;
    for (let doc = 0; doc < plain.length; doc += 1) {
      const ordinal = at(doc);
      count += Number(ordinal >= low!) & Number(ordinal < high!);
    }
    return count;
  };
  const answerBy =
    (at: (doc: number) => number) =>
    (docs: Uint32Array): number =>
      docs.length === 2 ? within(docs, at) : sum(docs, at);
  return contest(
    overOf(plain.length, `ordinals of ${field}`),
    [
      { name: 'numbers: as stored', byteLength: plain.byteLength, buildMs: 0, answer: answerBy((doc) => plain[doc]!) },
      {
        name: 'numbers: bit-packed',
        byteLength: packed.byteLength,
        buildMs,
        answer: answerBy((doc) => packed.at(doc)),
      },
    ],
    [
      { name: '1,000 anywhere', questions: anywhere },
      { name: 'all, one by one', questions: intervals },
    ],
    effort,
    random,
  );
}

function listsContest(
  stored: Stored,
  type: string,
  field: string,
  { seed, questions, effort }: Measuring,
): readonly ContestResult[] {
  const records = listRecords(sectionsOf(stored, type), field);
  // Of so few texts there is no tree.
  if (records.count === 0) return [];
  const plain = new VarintLists(records);
  const all = Array.from({ length: records.count }, (_, list) => plain.read(list));
  const random = new Random(seed, `structures/smaller/lists/${field}`);
  const longest = all.reduce((most, list) => Math.max(most, (list.at(-1) ?? 0) + 1), 1);
  const united = (lists: Lists, first: number): number => {
    const words = new Uint32Array(Math.ceil(longest / 32));
    for (let list = first; list < first + listsRead && list < all.length; list += 1) {
      for (const value of lists.read(list)) words[value >>> 5]! |= 1 << (value & 31);
    }
    return words.reduce((sum, word) => (sum + word) >>> 0, 0);
  };
  const of = (name: string, { structure, buildMs }: { structure: Lists; buildMs: number }): Contestant<number> => ({
    name: `lists: ${name}`,
    byteLength: structure.byteLength,
    buildMs,
    // Below zero for a union of neighbours.
    answer: (list) => (list < 0 ? united(structure, -list - 1) : structure.read(list)),
  });
  const some = Array.from(drawn(questions, all.length, random));
  const contestants = [
    of('as stored', { structure: plain, buildMs: 0 }),
    of(
      'bit-packed',
      built(() => new PackedLists(all)),
    ),
    of(
      'Elias-Fano',
      built(() => new EliasFanoLists(all)),
    ),
  ];
  const tasks: Task<number>[] = [
    { name: 'one list', questions: some },
    { name: `union of ${listsRead}`, questions: some.map((list) => -list - 1) },
  ];
  return [contest(overOf(all.length, `lists of ${type}/${field}`), contestants, tasks, effort, random)];
}

const listRecords = (sections: SectionMap, field: string): Records =>
  sections.countedRecords(sectionNames(field).substringBuckets);

function itemsContest(stored: Stored, { seed, questions, effort }: Measuring): ContestResult {
  const records = sectionsOf(stored, 'article').countedRecords('documents');
  const random = new Random(seed, 'structures/smaller/items');
  const of = (name: string, { structure, buildMs }: { structure: Items; buildMs: number }): Contestant<Uint32Array> => {
    const out = new Uint8Array(pageItems * 64 * kibibyte);
    return {
      name: `items: ${name}`,
      byteLength: structure.byteLength,
      buildMs,
      answer: (docs) => Buffer.from(out.buffer, 0, structure.copy(docs, out)),
    };
  };
  if (lz4 === undefined) console.error('without lz4: run "npm run bench:install"');
  if (zstd === undefined) console.error('without zstd: this Node has none, Node 22.15 and newer have');
  const codecs = [deflate, lz4, zstd].filter((codec) => codec !== undefined);
  const blocks = codecs.flatMap((codec) =>
    [4, 16].map((size) =>
      of(
        `${codec.name}, blocks of ${size} KiB`,
        built(() => new PackedItems(records, codec, size * kibibyte)),
      ),
    ),
  );
  const single = deflateWith(records);
  const contestants = [
    of('as stored', { structure: new PlainItems(records), buildMs: 0 }),
    of(
      `${single.name}, each`,
      built(() => new PackedItems(records, single, 0)),
    ),
    ...blocks,
  ];
  const neighbours = (): Uint32Array => {
    const first = random.below(Math.max(1, records.count - pageItems));
    return Uint32Array.from({ length: pageItems }, (_, i) => first + i);
  };
  return contest(
    overOf(records.count, 'rendered articles'),
    contestants,
    [
      {
        name: '20 anywhere',
        questions: Array.from({ length: questions }, () => drawn(pageItems, records.count, random)),
      },
      { name: '20 neighbours', questions: Array.from({ length: questions }, neighbours) },
    ],
    effort,
    random,
  );
}
