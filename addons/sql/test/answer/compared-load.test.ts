/**
 * A load as a side of `stele diff`, without a server: a stand-in returns the rows.
 */
import { describe, expect, it } from 'vitest';
import { readContentModel, snapshotId, termId } from '../../../../src/content/model/index.js';
import { ComparedLoad } from '../../answer/compared-load.js';
import type { Client } from '../../connection/connect.js';

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => `t${1000 + place}`);

const modelOf = (count: number) =>
  readContentModel({
    space: 's',
    contentTypes: [
      { name: 'page', fields: [{ name: 'to', type: 'relationship', to: names(count), many: true }] },
      ...names(count).map((name) => ({ name, fields: [] })),
    ],
  });

/** One page that links to three items of each type, last type first; the ids have characters of 1, 2 and 4 bytes in UTF-8. */
async function targetsOf(count: number) {
  const read = modelOf(count);
  const id = snapshotId('a'.repeat(64));
  if (!('model' in read) || id === undefined) throw new Error('there is no model');
  const links = names(count)
    .toReversed()
    .flatMap((type) => ['x', '\u0080', '😀'].map((target) => ({ doc: 0, type, target })));
  const record = Buffer.concat([Buffer.from([2, 0]), Buffer.from('p1')]);
  const query = async (text: string) => ({
    rows: /l\.target/.test(text) ? links : [{ id: 'p1', record, own: null }],
  });
  const counts = new Map([['page', { items: 1, populated: new Map() }]]);
  const client = { query } as unknown as Client;
  const load = new ComparedLoad(client, { schema: 's', model: read.model, counts }, id, new Map());
  const side = await load.side(read.model.contentTypes.get('page')!);
  const { targets, links: column } = side.links.get('to')!;
  const told = (term: number) => {
    const key = targets.at(termId(term));
    return [names(count)[key[0]!], Buffer.from(key.subarray(1)).toString()];
  };
  return {
    keys: Array.from({ length: targets.size }, (_, term) => Buffer.from(targets.at(termId(term)))),
    links: Array.from(column.targets, told),
    expected: links.map(({ type, target }) => [type, target]),
  };
}

describe('links of a load', () => {
  it.each([127, 129, 255])('to %i types › have the type and id of the rows', async (count) => {
    const { keys, links, expected } = await targetsOf(count);
    expect(links).toEqual(expected);
    expect(keys).toHaveLength(3 * count);
    expect(keys).toEqual(keys.toSorted(Buffer.compare));
    expect(keys.map((key) => key[0])).toEqual(names(count).flatMap((_, place) => [place, place, place]));
  });

  it('to 256 types › are refused by the model', () => {
    const read = modelOf(256);
    expect('model' in read ? [] : read.problems.map(({ path, reason }) => [path, reason])).toEqual([
      ['contentTypes[0].fields[0].to', 'the relationship leads to 256 types; it may lead to 255 at most'],
    ]);
  });
});
