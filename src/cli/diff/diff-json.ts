/**
 * The changes between two snapshots as JSON, for programs.
 *
 * The document is written piece by piece: a night may change a million items.
 */
import type { ChosenPair, ModelChange, TypeChanges } from '../../ship/diff/index.js';

function* jsonList(elements: Iterable<string>): Generator<string> {
  let separator = '[';
  for (const element of elements) {
    yield `${separator}\n        ${element}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : '\n      ]';
}

function* changedItems(changes: TypeChanges): Generator<string> {
  for (const { id, fields } of changes.changedItems()) yield `{ "id": ${id}, "fields": ${JSON.stringify(fields)} }`;
}

function* typeJson(changes: TypeChanges): Generator<string> {
  const { name, itemsBefore = null, itemsAfter = null, added, changed, removed, reordered, fields } = changes;
  const counts = { added: added.length, changed: changed.length, removed: removed.length };
  const locales = changes.locales
    .filter(({ code }) => code !== undefined)
    .map(({ code, changed: changedDocs, fields: localeFields }) => ({
      code,
      changed: changedDocs.length,
      fields: localeFields,
    }));
  const head = JSON.stringify(
    { name, itemsBefore, itemsAfter, ...counts, reordered, fields, ...(locales.length > 0 && { locales }) },
    undefined,
    2,
  );
  yield `${head.slice(0, -2).replaceAll('\n', '\n    ')},\n      "addedIds": `;
  yield* jsonList(changes.addedIds());
  yield ',\n      "changedItems": ';
  yield* jsonList(changedItems(changes));
  yield ',\n      "removedIds": ';
  yield* jsonList(changes.removedIds());
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
  let separator = '';
  for await (const changes of types) {
    yield `${separator}\n    `;
    yield* typeJson(changes);
    separator = ',';
  }
  yield '\n  ]\n}\n';
}
