/**
 * Statistics of any docs, by a tally and from the ends of the stored order, against adding values one by one.
 */

import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { termId } from '../../../src/content/model/index.js';
import { isSummed, statisticsOf, statisticsOfEnds } from '../../../src/engine/facets/statistics.js';
import { tallyValues } from '../../../src/engine/facets/tally-values.js';
import { labelTerm } from '../../../src/engine/facets/values.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { Bitset } from '../../../src/index/docset/index.js';
import type { TypeSegment } from '../../../src/index/segment/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const size = 300;
let segment: TypeSegment;

beforeAll(async () => {
  const fields = [
    { name: 'whole', type: 'integer' },
    { name: 'price', type: 'decimal', precision: 2 },
    { name: 'vast', type: 'decimal', precision: 3 },
    { name: 'day', type: 'dateTime' },
    { name: 'word', type: 'text' },
  ];
  const items = Array.from({ length: size }, (_, doc) => ({
    id: `d${doc}`,
    whole: doc % 7 === 0 ? null : (doc % 2 === 0 ? 1 : -1) * (Number.MAX_SAFE_INTEGER - doc),
    price: doc % 5 === 0 ? null : `${(doc * 7919) % 101}.25`,
    vast: doc % 3 === 0 ? null : `-1234567890123456789${doc}.125`,
    day: doc % 4 === 0 ? null : `2020-01-${String((doc % 28) + 1).padStart(2, '0')}`,
    word: doc % 6 === 0 ? null : `w${doc % 40}`,
  }));
  const files = { 'model.json': modelOf({ item: fields }), 'item.ndjson': items };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  const built = (await openCurrent(diskFiles, out)).types.get('item');
  if (built === undefined) throw new Error('the type is missing');
  segment = built.segment;
});

const unitsOf = (order: number | bigint | Uint8Array): bigint => (order instanceof Uint8Array ? 0n : BigInt(order));

describe('statistics', () => {
  it.each(['whole', 'price', 'vast', 'day', 'word'])(
    'of any docs, %s › are those of their values, one by one',
    (field) => {
      const index = segment.fields.get(field);
      if (index === undefined || index.kind === 'links' || index.kind === 'textLists' || index.kind === 'locales')
        throw new Error(field);
      fc.assert(
        fc.property(fc.subarray(Array.from({ length: size }, (_, doc) => doc)), (chosen) => {
          const docs = Uint32Array.from(chosen);
          const selected = {
            count: docs.length,
            isAll: false,
            ascends: true,
            docs: () => docs,
            listCost: 0,
            bits: () => {
              throw new Error('there are no bits');
            },
            bitsCost: 1e12,
          };
          const mark = segment.arena.mark();
          const terms = chosen.map((doc) => index.column[doc]! - 1).filter((term) => term >= 0);
          terms.sort((a, b) => a - b);
          const named = (term: number | undefined) => (term === undefined ? undefined : labelTerm(index, termId(term)));
          const expected = {
            count: terms.length,
            missing: docs.length - terms.length,
            least: named(terms[0]),
            greatest: named(terms.at(-1)),
            ...(isSummed(index) && {
              sum: terms.reduce((sum, term) => sum + unitsOf(labelTerm(index, termId(term)).sortKey), 0n),
            }),
          };
          const tally = tallyValues(index, undefined, selected, segment.arena);
          expect(statisticsOf(index, tally)).toEqual(expected);
          const bits = () => Bitset.of(size, docs);
          if (!isSummed(index)) expect(statisticsOfEnds(index, { ...selected, bits }, segment.arena)).toEqual(expected);
          segment.arena.release(mark);
        }),
        { seed: 1, numRuns: amount(60, 15) },
      );
    },
  );
});
