/**
 * docs/format.md › how much a content type may have, the build and the readers say one thing, at the true bounds.
 */
import { describe, expect, it } from 'vitest';
import { maximumItems } from '../../../build/work/index.js';
import {
  bitsetsWithin,
  ELEMENT_BYTES,
  ITEMS_MAXIMUM,
  isElement,
  SECTION_BYTES_MAXIMUM,
} from '../../../src/format/index.js';
import { slotCount } from '../../../src/index/termdict/index.js';
import { readPage, tableAt, tablesOf } from '../../../testing/pages/markdown.js';
import { describedSections } from './format-page.js';

const page = tablesOf(readPage('docs/format.md'));
const bounds = new Map(tableAt(page, 'How much it holds', 'what').rows.map(([what, most]) => [what, most]));

/** @returns the number of entries of a section, by the text of the page, for a type with `items` items, which has at most as many values */
const ENTRIES: ReadonlyMap<string, (items: number) => number> = new Map([
  ['N', (items) => items],
  ['N + 1', (items) => items + 1],
  ['terms', (items) => items],
  ['terms + 1', (items) => items + 1],
  ['⌈N / 32⌉', (items) => Math.ceil(items / 32)],
  ['⌈terms / 32⌉', (items) => Math.ceil(items / 32)],
  ['⌈(N + 1) / 32⌉', (items) => Math.ceil((items + 1) / 32)],
  ['⌈(terms + 1) / 32⌉', (items) => Math.ceil((items + 1) / 32)],
  ['places', bitsetsWithin],
  ['places · ⌈N / 32⌉', (items) => bitsetsWithin(items) * Math.ceil(items / 32)],
  ['a power of two', slotCount],
]);

describe('maximum size of a content type', () => {
  it('the maximum number of items › fits into every section; one more does not', () => {
    const sections = describedSections();
    const fits = (items: number): readonly string[] =>
      sections.flatMap(({ name, elements, entries }) => {
        const count = ENTRIES.get(entries);
        const width = elements.filter(isElement).map((one) => ELEMENT_BYTES[one]);
        if (count === undefined || width.length === 0) return [];
        return count(items) * Math.max(...width) > SECTION_BYTES_MAXIMUM ? [name] : [];
      });
    expect(sections.filter(({ entries }) => ENTRIES.has(entries)).length).toBeGreaterThanOrEqual(18);
    expect(fits(ITEMS_MAXIMUM)).toEqual([]);
    expect(fits(ITEMS_MAXIMUM + 1)).toEqual(['<field>/values', 'id/hash']);
    expect(maximumItems(SECTION_BYTES_MAXIMUM)).toBe(ITEMS_MAXIMUM);
  });

  it('the page › names the effective bounds', () => {
    const power = (value: number): string => `2^${Math.log2(value)}`;
    expect(bounds.get('items')?.startsWith(power(ITEMS_MAXIMUM))).toBe(true);
    expect(bounds.get('links of a relationship')).toBe(power(SECTION_BYTES_MAXIMUM / ELEMENT_BYTES.u32));
    expect(bounds.get('bitsets of quantiles and of substrings')).toBe(
      `as many as a section holds: ${bitsetsWithin(ITEMS_MAXIMUM)} with ${power(ITEMS_MAXIMUM)} items, ${bitsetsWithin(ITEMS_MAXIMUM / 2)} with half of them`,
    );
    expect(readPage('docs/scale.md')).toContain(new Intl.NumberFormat('en-US').format(ITEMS_MAXIMUM));
  });

  // Where it was found that they did not fit.
  it.each([132_000_000, 134_217_728, 67_200_000])(
    'bitsets over %i items › the stored number fits into one section',
    (items) => {
      const bytes = Math.ceil(items / 32) * 4;
      expect(bitsetsWithin(items) * bytes).toBeLessThanOrEqual(SECTION_BYTES_MAXIMUM);
      expect((bitsetsWithin(items) + 1) * bytes).toBeGreaterThan(SECTION_BYTES_MAXIMUM);
    },
  );
});
