/**
 * Keys of values: each while they are few, and the one that stands for all of a field where they are too many. Without it a
 * cache would go on with lists that have changed.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openSnapshot } from '../../../src/index/snapshot/index.js';
import { answer, anyValueKey, dependencies, joinKeys, parseTarget } from '../../../src/jsonapi/index.js';
import { findPurge, openPair } from '../../../src/ship/diff/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

/** Each of so many items gets another number: every change is of two values. @returns the keys, and an answer's own ones */
async function keysOf(items: number) {
  const folder = newFolder();
  const snapshots = join(folder, 'snapshots');
  const build = async (name: string, first: number) => {
    const files = {
      'model.json': modelOf({ item: { number: 'integer' } }),
      'item.ndjson': Array.from({ length: items }, (_, place) => ({ id: `i${place}`, number: first + place })),
    };
    const source = writeFiles(join(folder, name), files);
    return (await buildSnapshot(source, snapshots, { files: diskFiles, strict: true })).snapshot;
  };
  const [before, after] = [await build('before', 0), await build('after', 100_000)];
  const purge = await findPurge(
    await openPair(diskFiles, { folder: snapshots, id: before }, { folder: snapshots, id: after }),
  );
  const keys = new Set<string>();
  for await (const key of purge.keys()) keys.add(key);
  const space = await openSnapshot(diskFiles, snapshots, before);
  const request = parseTarget(space.model, `/item?filter[number][_eq]=${items - 1}`);
  const shown: Parameters<typeof dependencies>[2][number][] = [];
  answer(space, request, '', { writtenResources: shown });
  return { keys, purge, listed: joinKeys(dependencies(space.model, request, shown), ' ').split(' ') };
}

const any = anyValueKey('item', 'number');

it('as many changed values as the maximum › each has a key, and the field has none', async () => {
  const { keys, purge, listed } = await keysOf(500);
  expect(keys.has(any)).toBe(false);
  expect([...keys].filter((key) => key.startsWith(any))).toHaveLength(1000);
  expect(purge.keyCount).toBe(keys.size);
  expect(listed.some((key) => key.startsWith(any) && key !== any && keys.has(key))).toBe(true);
});

it('one more changed value › one key for lists by any value of the field', async () => {
  const { keys, purge, listed } = await keysOf(501);
  expect([...keys].filter((key) => key.startsWith(any))).toEqual([any]);
  expect(purge.keyCount).toBe(keys.size);
  expect(listed).toContain(any);
});
