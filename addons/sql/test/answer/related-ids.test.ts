/**
 * Filters behind relationships to distributed types, with a database that returns ids from a list.
 */
import { describe, expect, it } from 'vitest';
import { readContentModel } from '../../../../src/content/model/index.js';
import type { Condition, Filter, Through } from '../../../../src/engine/query/index.js';
import { RelatedIdsReader } from '../../answer/related-ids.js';
import type { Ask, Statement } from '../../statements/parameters.js';
import { type Placement, TypeSource } from '../../statements/type-source.js';

const relationship = (name: string, to: readonly string[]) => ({ name, type: 'relationship', to, many: true });
const read = readContentModel({
  space: 'spread',
  contentTypes: [
    { name: 'article', fields: [relationship('tags', ['tag']), relationship('mixed', ['tag', 'author'])] },
    { name: 'tag', fields: [{ name: 'name', type: 'text' }, relationship('authors', ['author'])] },
    { name: 'author', fields: [{ name: 'name', type: 'text' }] },
  ],
});
if (!('model' in read)) throw new Error('the model cannot be read');
const { model } = read;

function createSource(name: string, distributed: readonly string[]): TypeSource {
  const placement: Placement =
    distributed.length === 0 ? 'plain' : distributed.includes(name) ? 'distributed' : 'copied';
  const type = model.contentTypes.get(name)!;
  const counts = { items: 9, populated: new Map() };
  return new TypeSource('s', type, 0, counts, (other) => createSource(other, distributed), placement);
}

/** A database whose every statement has these ids. */
function createDatabase(ids: readonly string[]) {
  const statements: Statement[] = [];
  const ask: Ask = async <Row extends object>(statement: Statement) => {
    statements.push(statement);
    return ids.map((id) => ({ id })) as unknown as readonly Row[];
  };
  return { statements, ask };
}

const named: Condition = {
  kind: 'condition',
  field: 'name',
  operator: '_eq',
  operand: { kind: 'text', bytes: Buffer.from('a') },
};
const through = (name: string, child: Filter, type?: string): Through => ({
  kind: 'through',
  relationship: name,
  type,
  child,
});
const linkedIds = (filter: Filter | undefined): unknown =>
  filter?.kind === 'condition' && filter.operand.kind === 'list'
    ? [
        filter.field,
        ...filter.operand.values.map((value) => (value.kind === 'itemId' ? Buffer.from(value.bytes).toString() : '')),
      ]
    : filter;

describe('RelatedIdsReader', () => {
  it.each([
    ['distributed', ['article', 'tag']],
    ['copied', ['article']],
  ])('a filter behind a %s type › a condition on the links, read once for all parts of an answer', async (_, types) => {
    const { ask, statements } = createDatabase(['t1', 't2']);
    const [reader, source] = [new RelatedIdsReader(ask), createSource('article', types)];
    const filter = through('tags', named);
    expect(linkedIds(await reader.resolve([source], filter))).toEqual(['tags', 't1', 't2']);
    await reader.resolve([source], filter);
    expect(statements).toHaveLength(1);
  });

  it('as many ids as allowed › a condition; one more › the filter stays', async () => {
    const filter = through('tags', named);
    const source = createSource('article', ['article', 'tag']);
    const resolve = (maximum: number) => {
      const { ask } = createDatabase(['t1', 't2']);
      return new RelatedIdsReader(ask, maximum).resolve([source], filter);
    };
    expect(await resolve(2)).toMatchObject({ kind: 'condition', operator: '_in' });
    expect(await resolve(1)).toEqual(filter);
  });

  it('two relationships › the ids of the farther type first', async () => {
    const { ask, statements } = createDatabase(['x']);
    const source = createSource('article', ['article', 'tag', 'author']);
    await new RelatedIdsReader(ask).resolve([source], through('tags', through('authors', named)));
    expect(statements.map(({ text }) => /FROM (\S+)/.exec(text)?.[1])).toEqual(['"s"."author"', '"s"."tag"']);
  });

  it.each([
    ['plain tables', [], through('tags', named), 'article'],
    ['a copied type behind a copied type', ['article'], through('authors', named), 'tag'],
    ['related items of several types', ['article', 'tag', 'author'], through('mixed', named, 'tag'), 'article'],
    ['any related item', ['article', 'tag'], { ...through('tags', named), child: undefined }, 'article'],
  ] as const)('%s › the filter stays, and nothing is asked', async (_, distributed, filter, type) => {
    const { ask, statements } = createDatabase(['t1']);
    const source = createSource(type, distributed);
    expect(await new RelatedIdsReader(ask).resolve([source], filter)).toEqual(filter);
    expect(statements).toEqual([]);
  });

  it('inside a group and a complement › become conditions there', async () => {
    const { ask } = createDatabase(['t1']);
    const source = createSource('article', ['article', 'tag']);
    const filter: Filter = { kind: 'or', children: [{ kind: 'not', child: through('tags', named) }] };
    expect(await new RelatedIdsReader(ask).resolve([source], filter)).toMatchObject({
      kind: 'or',
      children: [{ kind: 'not', child: { kind: 'condition', field: 'tags' } }],
    });
  });
});
