/**
 * What changed between two snapshots, for programs: JSON, written piece by piece, as a night may change a million
 * items.
 */
import type { ChosenPair, ModelChange, TypeChanges } from '../../ship/diff/index.js';

function* listOf(elements: Iterable<string>): Generator<string> {
  let mark = '[';
  for (const element of elements) {
    yield `${mark}\n        ${element}`;
    mark = ',';
  }
  yield mark === '[' ? '[]' : '\n      ]';
}

function* changedItems(changes: TypeChanges): Generator<string> {
  for (const { id, fields } of changes.changedItems()) yield `{ "id": ${id}, "fields": ${JSON.stringify(fields)} }`;
}

function* typeJson(changes: TypeChanges): Generator<string> {
  const { name, itemsBefore = null, itemsAfter = null, added, changed, removed, reordered, fields } = changes;
  const counts = { added: added.length, changed: changed.length, removed: removed.length };
  const locales = changes.locales
    .filter(({ code }) => code !== undefined)
    .map(({ code, changed: inLocale, fields: ofLocale }) => ({ code, changed: inLocale.length, fields: ofLocale }));
  const head = JSON.stringify(
    { name, itemsBefore, itemsAfter, ...counts, reordered, fields, ...(locales.length > 0 && { locales }) },
    undefined,
    2,
  );
  yield `${head.slice(0, -2).replaceAll('\n', '\n    ')},\n      "addedIds": `;
  yield* listOf(changes.addedIds());
  yield ',\n      "changedItems": ';
  yield* listOf(changedItems(changes));
  yield ',\n      "removedIds": ';
  yield* listOf(changes.removedIds());
  yield '\n    }';
}

/** @returns pieces of one JSON document, a line feed at its end */
export async function* diffJson(
  { before, after }: ChosenPair,
  model: readonly ModelChange[],
  types: AsyncIterable<TypeChanges>,
): AsyncGenerator<string> {
  const head = JSON.stringify({ before: before.id, after: after.id, model }, undefined, 2);
  yield `${head.slice(0, -2)},\n  "types": [`;
  let mark = '';
  for await (const changes of types) {
    yield `${mark}\n    `;
    yield* typeJson(changes);
    mark = ',';
  }
  yield '\n  ]\n}\n';
}
