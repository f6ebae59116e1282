import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  COPIED_BYTES,
  ITEM_ATTRIBUTES,
  ITEM_BYTES,
  ITEM_ID,
  ITEM_URL,
  RELATIONSHIP_BYTES,
  STEP_BYTES,
  STEP_CONSTANT,
  STEP_LINKS,
  STEP_PART,
  STEP_TOTAL,
} from '../../src/kernels/index.js';
import { expectAgreement, layouts } from './support/agrees.js';

type Step =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'part'; readonly part: 'id' | 'url' | 'attributes' }
  | { readonly kind: 'links' | 'total'; readonly relationship: number; readonly without: string };

const text = fc.string({ maxLength: 40, unit: 'grapheme-ascii' });
const parts = ['id', 'url', 'attributes'] as const;
const offsets = { id: ITEM_ID, url: ITEM_URL, attributes: ITEM_ATTRIBUTES };
const relationshipCount = 2;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('constant' as const), text }),
    fc.record({ kind: fc.constant('part' as const), part: fc.constantFrom(...parts) }),
    fc.record({
      kind: fc.constantFrom('links' as const, 'total' as const),
      relationship: fc.nat(relationshipCount - 1),
      without: fc.constantFrom('', 'null'),
    }),
  ),
  { minLength: 1, maxLength: 8 },
);

/** Linkage of some targets, more than share a base, and each doc's links to them. */
const relationship = fc.record({
  linkage: fc.array(text, { minLength: 35, maxLength: 70 }),
  links: fc.array(fc.oneof(fc.array(fc.nat(34), { maxLength: 4 }), fc.array(fc.nat(34), { maxLength: 120 })), {
    minLength: 3,
    maxLength: 3,
  }),
});

const item = fc.record({ doc: fc.nat(2), id: text, url: text, attributes: text });

const given = fc.record({
  steps,
  relationships: fc.array(relationship, { minLength: relationshipCount, maxLength: relationshipCount }),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  /** Bytes that are missing at the end of the room. */
  missing: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
});

/** Numbers of 32 bits, filled one after the other. */
const wordsOf = (...numbers: readonly number[]): Uint32Array => Uint32Array.from(numbers);

const bytesOf = (texts: readonly string[]): Uint8Array => Uint8Array.from(Buffer.from(texts.join('')));

const ends = (texts: readonly string[]): number[] => {
  const all = [0];
  for (const { length } of texts) all.push(all.at(-1)! + length);
  return all;
};

describe('items', () => {
  it('writeItems › any program and items › writes the bytes of the steps, or returns 0 without room', () => {
    fc.assert(
      fc.property(given, layouts, ({ steps: program, relationships, items, missing }, layout) => {
        const constants = program.map((step) => ('text' in step ? step.text : 'without' in step ? step.without : ''));
        const constantEnds = ends(constants);
        const stepsBytes = program.length * STEP_BYTES;
        const constantsAt = stepsBytes + relationshipCount * RELATIONSHIP_BYTES;
        const image = new Uint8Array(constantsAt + constantEnds.at(-1)!);
        const itemTexts = items.flatMap(({ id, url, attributes }) => [id, url, attributes]);
        const linkages = relationships.map(({ linkage }) => linkage.map((target) => `${target},`));
        const piecesOf = ({ doc, ...itemParts }: (typeof items)[number], step: Step): readonly string[] => {
          if (step.kind === 'constant') return [step.text];
          if (step.kind === 'part') return [itemParts[step.part]];
          const links = relationships[step.relationship]!.links[doc]!;
          if (step.kind === 'total') return [String(links.length)];
          return links.length === 0 ? [step.without] : links.map((target) => linkages[step.relationship]![target]!);
        };
        /** @returns what fits: undefined if not all does, with a copy's bytes free behind each piece */
        const written = (room: number): string | undefined => {
          let all = '';
          for (const values of items) {
            for (const step of program) {
              const pieces = piecesOf(values, step);
              for (const piece of pieces) {
                const needed = step.kind === 'total' ? 0 : piece.length;
                if (all.length + needed + COPIED_BYTES > room) return undefined;
                all += piece;
              }
              // Behind the last link stands no comma.
              if (step.kind === 'links' && relationships[step.relationship]!.links[values.doc]!.length > 0)
                all = all.slice(0, -1);
            }
          }
          return all;
        };
        const columns = relationships.map(({ links }, place) => ({
          starts: Uint32Array.from(ends(links.map((list) => 'x'.repeat(list.length)))),
          targets: Uint32Array.from(links.flat()),
          relative: Uint32Array.from(ends(linkages[place]!), (end, target) => end - (target >>> 5) * 3),
          bases: Float64Array.from({ length: Math.ceil((linkages[place]!.length + 1) / 32) }, (_, base) => base * 3),
          linkage: bytesOf(linkages[place]!),
        }));
        const [first, second] = columns;
        const enough = written(Number.POSITIVE_INFINITY)?.length ?? 0;
        const room = Math.max(0, enough + COPIED_BYTES + 1 - missing);
        const arrays = {
          numbers: new Uint32Array((items.length * ITEM_BYTES) / 4),
          image,
          texts: bytesOf(itemTexts),
          ...{ starts0: first!.starts, targets0: first!.targets, relative0: first!.relative },
          ...{ bases0: first!.bases, linkage0: first!.linkage },
          ...{ starts1: second!.starts, targets1: second!.targets, relative1: second!.relative },
          ...{ bases1: second!.bases, linkage1: second!.linkage },
          out: new Uint8Array(room),
        };
        expectAgreement(layout, {
          arrays,
          slackBytes: COPIED_BYTES - 1,
          prepare: ({ start }) => {
            const view = new DataView(image.buffer);
            const put = (at: number, words: Uint32Array): void => {
              for (const [place, word] of words.entries()) view.setUint32(at + 4 * place, word, true);
            };
            for (const [place, step] of program.entries()) {
              const constant = constantsAt + constantEnds[place]!;
              const length = constants[place]!.length;
              const at = place * STEP_BYTES;
              if (step.kind === 'constant') put(at, wordsOf(STEP_CONSTANT, constant, length));
              else if (step.kind === 'part') put(at, wordsOf(STEP_PART, offsets[step.part]));
              else {
                const kind = step.kind === 'links' ? STEP_LINKS : STEP_TOTAL;
                put(at, wordsOf(kind, stepsBytes + step.relationship * RELATIONSHIP_BYTES, constant, length));
              }
            }
            image.set(bytesOf(constants), constantsAt);
            const names = ['starts', 'targets', 'relative', 'bases', 'linkage'] as const;
            for (const place of [0, 1] as const) {
              const addresses = names.map((name) => start(`${name}${place}`));
              put(stepsBytes + place * RELATIONSHIP_BYTES, wordsOf(...addresses));
            }
            const textEnds = ends(itemTexts);
            for (const [place, { doc }] of items.entries()) {
              const places = parts.flatMap((_, part) => {
                const from = textEnds[place * parts.length + part]!;
                return [start('texts') + from, textEnds[place * parts.length + part + 1]! - from];
              });
              arrays.numbers.set([doc, ...places], (place * ITEM_BYTES) / 4);
            }
          },
          kernel: (kernels, { start, end }) => {
            const image0 = start('image');
            return kernels.writeItems(
              ...([start('numbers'), end('numbers'), image0, image0 + stepsBytes] as const),
              ...([start('out'), end('out')] as const),
            );
          },
          partial: 'out',
          twin: ({ out }) => {
            const all = bytesOf([written(room) ?? '']);
            out.set(all);
            return all.byteLength;
          },
        });
      }),
    );
  });
});
