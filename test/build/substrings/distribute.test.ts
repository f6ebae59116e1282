/**
 * Where suffixes are distributed to, against looking at each by itself: all of them, and those that were distributed
 * before.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../build/sorting/posting-lists.js';
import { CARRIED_CODES, distribute } from '../../../build/substrings/distribute.js';
import { type DestinationSuffixes, DistributedSuffixes } from '../../../build/substrings/distributed-suffixes.js';
import { Routes } from '../../../build/substrings/plan/routes.js';
import { withChoices } from '../../../src/content/choices/index.js';
import { GrowingRecords } from '../../../src/format/index.js';
import { smallWorkshop } from '../../../testing/structures/sections.js';
import { suffixText } from '../../../testing/structures/suffix-text.js';

const { scratch } = smallWorkshop;
const values = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日'), minLength: 1, maxLength: 300 }), {
  minLength: 1,
  maxLength: 60,
});

interface Suffix {
  readonly term: number;
  readonly position: number;
}

/** The records of all parts: what gaps lead to, and what suffixes take along. */
function recordsOf(
  { bytes, parts }: DestinationSuffixes,
  carried: number,
  firstOf: (term: number) => number,
): readonly { readonly position: number; readonly codes: readonly number[] }[] {
  const gapBytes = carried === 0 ? 1 : 2;
  return parts.flatMap(({ from, start, end }) => {
    const records = [];
    let position = firstOf(from);
    for (let at = start; at < end; at += gapBytes + carried) {
      const gap = bytes[at]! + (carried === 0 ? 0 : 256 * bytes[at + 1]!);
      position += gap;
      if (gap === 256 ** gapBytes - 1) continue;
      records.push({ position, codes: [...bytes.subarray(at + gapBytes, at + gapBytes + carried)] });
    }
    return records;
  });
}

describe('distribute', () => {
  it('any texts in any parts, all suffixes or those of one destination, with and without kernels › each is at the position of its codes', async () => {
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.integer({ min: 1, max: 20 }),
        fc.infiniteStream(fc.nat(3)),
        fc.constantFrom(CARRIED_CODES.next, CARRIED_CODES.all),
        fc.constantFrom(0, 2 ** 9, 2 ** 20),
        async (texts, partTerms, to, carried, gathered) => {
          const records = new GrowingRecords();
          const terms = texts.map((text) => Buffer.from(text)).sort(Buffer.compare);
          for (const term of terms) records.push(term);
          const runs = buildRuns(
            Uint32Array.from(terms.keys(), (doc) => doc + 1),
            terms.length,
          );
          const { text, codes } = await suffixText(records, runs, scratch);
          const all = codes.shared!;
          const width = text.alphabet.length;
          // Two codes lead to a destination, or two more do, or nowhere.
          const routes = new Routes(width);
          const leads = new Map<string, number>();
          for (let pair = 0; pair < width * width; pair += 1) {
            const kind = to.next().value!;
            const prefix = Uint8Array.of(Math.floor(pair / width), pair % width);
            if (kind === 0) continue;
            if (kind < 3) {
              routes.send(new Uint8Array(0), pair, pair + 1, kind);
              leads.set(String(prefix), kind);
              continue;
            }
            routes.send(prefix, 0, width, 0);
            for (let code = 0; code < width; code += 1) leads.set(`${prefix},0,${code}`, 0);
          }
          const tables = routes.shared();
          const depths = Uint8Array.of(2, 2, 2);
          const suffixes = [...terms.keys()].flatMap((term) =>
            Array.from(
              { length: text.starts[term + 1]! - text.starts[term]! },
              (_, i): Suffix => ({
                term,
                position: text.starts[term]! + i,
              }),
            ).filter(({ position }) => text.begins[all[position]!] === 1),
          );
          const leadsTo = ({ position }: Suffix): number | undefined =>
            leads.get(String(all.slice(position, position + 2))) ??
            leads.get(String(all.slice(position, position + 4)));
          const ranges: [number, number][] = [];
          for (let from = 0; from < terms.length; from += partTerms) {
            ranges.push([from, Math.min(terms.length, from + partTerms)]);
          }
          const run = async (
            before: DistributedSuffixes | undefined,
            carried: number,
          ): Promise<DistributedSuffixes> => {
            const positions = new DistributedSuffixes(scratch, gathered);
            for (const [index, range] of ranges.entries()) {
              const selection = await before?.readPart(2, index);
              const part = { from: range[0], to: range[1], codes: all, start: 0 };
              const input = { text, part, selection, tables, depths, carried };
              const distributed = distribute(input);
              const plain = withChoices({ ways: { 'substring.loops': 'plain' } }, () => distribute(input));
              expect(plain).toEqual(distributed);
              await positions.add(distributed);
            }
            await positions.finish();
            return positions;
          };
          const first = await run(undefined, CARRIED_CODES.nothing);
          const again = await run(first, carried);
          for (const destination of [0, 1, 2]) {
            const expected = suffixes.filter((suffix) => leadsTo(suffix) === destination);
            const startOf = (term: number): number => text.starts[term]!;
            const positionOnly = expected.map(({ position }) => ({ position, codes: [] }));
            expect(recordsOf(await first.read(destination), CARRIED_CODES.nothing, startOf)).toEqual(positionOnly);
            const selected = destination === 2 ? expected : [];
            expect(recordsOf(await again.read(destination), carried, startOf)).toEqual(
              selected.map(({ position }) => ({
                position,
                codes: [...all.subarray(position + 2, position + 2 + carried)],
              })),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
