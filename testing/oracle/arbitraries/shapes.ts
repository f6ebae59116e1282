/**
 * Random shapes of documents: include trees, limits of linkage and sparse fieldsets, reduced until their complexity is
 * allowed.
 */
import fc from 'fast-check';
import { type ContentModel, LIMITS, type RelationshipField } from '../../../src/content/model/index.js';
import type { Window } from '../../../src/engine/query/query-tree.js';
import type { Fieldsets, Shape } from '../../../src/jsonapi/request/parsed-request.js';
import { relationshipsOf } from '../documents/complexity.js';

const arbitraryWindow: fc.Arbitrary<Window> = fc.record({
  skip: fc.oneof(fc.constant(0), fc.nat({ max: 25 })),
  limit: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 50 }), fc.constant(LIMITS.relationshipLimitMaximum)),
});

/** Entries of a map whose values are drawn by key: between `least` and `most` of the keys, in any order. */
const someEntries = <T>(
  keys: readonly string[],
  draw: (key: string) => fc.Arbitrary<T>,
  [least, most]: readonly [number, number],
): fc.Arbitrary<ReadonlyMap<string, T>> =>
  fc
    .shuffledSubarray([...keys], { minLength: Math.min(least, keys.length), maxLength: Math.min(most, keys.length) })
    .chain((chosen) => fc.tuple(...chosen.map((key) => draw(key).map((value) => [key, value] as const))))
    .map((entries) => new Map<string, T>(entries));

const targetsOf = (fields: readonly RelationshipField[]): readonly string[] => [
  ...new Set(fields.flatMap(({ to }) => to)),
];

/** @param depth how many more steps `include` may take from here */
function arbitraryTree(model: ContentModel, types: readonly string[], depth: number): fc.Arbitrary<Shape> {
  const relationships = relationshipsOf(model, types);
  // A name that is to-one in one of the types takes no window.
  const windowed = [...relationships].filter(([, fields]) => fields.every(({ many }) => many)).map(([name]) => name);
  const followed = depth === 0 ? [] : [...relationships.keys()];
  return fc.record({
    windows: someEntries(windowed, () => arbitraryWindow, [0, 2]),
    includes: someEntries(
      followed,
      (name) => arbitraryTree(model, targetsOf(relationships.get(name) ?? []), depth - 1),
      [1, 2],
    ),
  });
}

export const NO_SHAPE: Shape = { windows: new Map(), includes: new Map() };

/** A shape of resources of these types, as deep as `include` may go, or rarely as complex as it cannot be. */
export const arbitraryShape = (model: ContentModel, types: readonly string[]): fc.Arbitrary<Shape> =>
  fc
    .oneof(
      fc.constant(0),
      fc.constant(1),
      fc.constant(1),
      fc.constant(2),
      fc.constant(3),
      fc.constant(LIMITS.includeDepth),
    )
    .chain((depth) => arbitraryTree(model, types, depth));

/** @returns the shape with at most `depth` steps of include */
export const cutTo = (shape: Shape, depth: number): Shape => ({
  windows: shape.windows,
  includes: new Map(depth === 0 ? [] : [...shape.includes].map(([name, next]) => [name, cutTo(next, depth - 1)])),
});

/** Field names to keep, for some of the model's types; sometimes none of a type. */
export const arbitraryFieldsets = (model: ContentModel): fc.Arbitrary<Fieldsets> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<Fieldsets>(new Map()) },
    {
      weight: 1,
      arbitrary: someEntries(
        [...model.contentTypes.keys()],
        (type) => {
          const names = model.contentTypes.get(type)?.fields.map(({ name }) => name) ?? [];
          return fc.shuffledSubarray(names).map((kept): ReadonlySet<string> => new Set(kept));
        },
        [1, 4],
      ),
    },
  );
