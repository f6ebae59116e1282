/**
 * The report of a snapshot: bytes of each structure, at a cost that does not grow with fields × sections.
 */
import { describe, expect, it } from 'vitest';
import { inspectSpace, type Space } from '../../../src/index/snapshot/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';

/** @returns the space with a counter of how often the sections of each type are listed */
function countListings(space: Space): { readonly space: Space; readonly listings: ReadonlyMap<string, number> } {
  const listings = new Map<string, number>();
  const types = new Map(
    [...space.types].map(([name, type]) => {
      const { sections } = type.segment.file;
      const countedSections = Object.create(sections, {
        entries: {
          value: () => {
            listings.set(name, (listings.get(name) ?? 0) + 1);
            return sections.entries();
          },
        },
      });
      const file = Object.create(type.segment.file, { sections: { value: countedSections } });
      const segment = Object.create(type.segment, { file: { value: file } });
      return [name, Object.create(type, { segment: { value: segment } })] as const;
    }),
  );
  return { space: Object.create(space, { types: { value: types } }), listings };
}

const sumBytes = (sizes: readonly { readonly byteLength: number }[]): number =>
  sizes.reduce((total, { byteLength }) => total + byteLength, 0);

describe('inspectSpace', () => {
  it('a type with many fields › lists its sections once', async () => {
    const { space, listings } = countListings(await openBookshop());
    const report = inspectSpace(space);
    expect(report.types.map(({ name }) => name)).toEqual([...space.types.keys()]);
    expect([...listings.values()]).toEqual(report.types.map(() => 1));
  });

  it('the structures of a field › have the bytes of its sections', async () => {
    const space = await openBookshop();
    for (const { name, fields } of inspectSpace(space).types) {
      const sections = [...(space.types.get(name)?.segment.file.sections.entries() ?? [])];
      for (const field of fields) {
        const ownSections = sections.filter((section) => section.name.startsWith(`${field.name}/`));
        expect([name, field.name, sumBytes(field.structures)]).toEqual([name, field.name, sumBytes(ownSections)]);
      }
    }
  });
});
