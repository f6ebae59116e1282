/**
 * A real export, read whole: the Tate collection. Skipped, and said so, where the data set is not beside the checkout.
 */
import { describe, expect, it } from 'vitest';
import { openExport } from '../../../build/read/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { sharedPath } from '../../../testing/shared.js';
import { itemsOf } from './support.js';

const folder = sharedPath('datasets/tate', 'reading the Tate collection') ?? '';

describe.runIf(folder !== '')('openExport › the Tate collection', () => {
  it('strict › is read to its last item without a problem', async () => {
    const source = await openExport(folder, { files: diskFiles, strict: true });
    const counts = new Map<string, number>();
    const populated = new Map<string, number>();
    let widest = 0n;
    for (const { type } of source.sources) {
      let count = 0;
      for await (const batch of itemsOf(source, type)) {
        count += batch.length;
        if (type.name !== 'artwork') continue;
        for (const [index, field] of type.fields.entries()) {
          const present = batch.filter((item) => item.values[index] !== undefined).length;
          populated.set(field.name, (populated.get(field.name) ?? 0) + present);
          if (field.name !== 'width') continue;
          for (const { values } of batch) {
            const width = values[index];
            if (typeof width === 'bigint' && width > widest) widest = width;
          }
        }
      }
      counts.set(type.name, count);
    }
    expect(source.problems.render()).toBe('0 errors');
    expect(Object.fromEntries(counts)).toEqual({
      artwork: 69_202,
      artist: 3_534,
      subject: 16_633,
      movement: 141,
      era: 6,
      place: 1_630,
      catalogueGroup: 1_122,
      additionalView: 21_951,
    });
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(114_219);
    expect(populated.get('title')).toBe(69_202);
    expect(populated.get('artistRooms')).toBeGreaterThan(0);
    expect(widest).toBeGreaterThan(10_000n);
  });
});
