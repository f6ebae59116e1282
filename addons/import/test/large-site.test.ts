/**
 * What a large site needs in memory: sets of ids, and attachments that wait in a file, against plain ones.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Attachments } from '../sources/wordpress/attachments.js';
import { IdSet } from '../spool/id-set.js';
import { newFolder, removeFolders } from './importing.js';

afterEach(removeFolders);

const id = fc.oneof(
  fc.constantFrom('1', '2', '12', 'é', '', 'x'.repeat(255), 'x'.repeat(256), 'é'.repeat(128)),
  fc.string({ unit: 'grapheme' }),
);

describe('a set of ids', () => {
  it('added ids › are found with consecutive numbers; invalid ids are not found', () => {
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (added, asked) => {
        const [set, plain] = [new IdSet('a type'), new Map<string, number>()];
        const canBe = (each: string): boolean => each !== '' && Buffer.byteLength(each) <= 255;
        for (const each of added) {
          if (canBe(each) && !plain.has(each)) plain.set(each, plain.size);
          expect(set.add(each)).toBe(plain.get(each));
        }
        expect(set.size).toBe(plain.size);
        for (const each of [...added, ...asked]) expect(set.number(each)).toBe(plain.get(each));
      }),
    );
  });
});

describe('attachments', () => {
  const picture = fc.record({ id, parent: id, alt: fc.string({ unit: 'grapheme' }), url: fc.string() });

  it('repeated attachments › the last one counts; the order is by parent item', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(picture, id)), (steps) => {
        const attachments = new Attachments(newFolder(), () => true);
        const plain = new Map<string, { readonly parent: string; readonly alt: string; readonly url: string }>();
        const canBe = (each: string): boolean => each !== '' && Buffer.byteLength(each) <= 255;
        try {
          for (const step of steps) {
            if (typeof step !== 'string') {
              const { parent, alt, url } = step;
              attachments.add(step.id, parent, { alt, value: { kind: 'asset', isImage: true, asset: { url } } });
              if (canBe(step.id)) plain.set(step.id, { parent: plain.get(step.id)?.parent ?? parent, alt, url });
              continue;
            }
            expect(attachments.get(step)?.alt).toBe(plain.get(step)?.alt);
            const uploaded = [...plain.values()].filter(({ parent }) => canBe(step) && parent === step);
            expect(attachments.findUploads(step).map(({ alt }) => alt)).toEqual(uploaded.map(({ alt }) => alt));
          }
        } finally {
          attachments.close();
        }
      }),
      { numRuns: 50 },
    );
  });
});
