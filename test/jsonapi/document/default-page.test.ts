/**
 * `"page": {"limit": 2}` on a relationship of the model: the links and items that documents show without a limit.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';

const names = ['a', 'b', 'c', 'd', 'e'];
let space: Space;
beforeAll(async () => {
  const disk = new MemoryDisk();
  const fields = [
    { name: 'menu', type: 'relationship', to: 'page', many: true, page: { limit: 2 } },
    { name: 'shown', type: 'relationship', to: 'page', many: true, page: { limit: 2 }, limit: 3 },
    { name: 'other', type: 'relationship', to: 'page', many: true },
  ];
  const model = { space: 'site', contentTypes: [{ name: 'page', fields }] };
  const items = names.map((id) => ({ id, ...(id === 'a' && { menu: names, shown: names, other: names }) }));
  disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
  disk.put('/export/page.ndjson', Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join('')));
  await buildSnapshot('/export', '/snapshots', { files: disk, strict: false });
  space = await openCurrent(disk, '/snapshots');
});

const ask = (target: string) => JSON.parse(answer(space, parseTarget(space.model, target), '').toString());
const idsOf = (resources: readonly { readonly id: string }[]): string => resources.map(({ id }) => id).join('');

describe('a relationship with a default page', () => {
  it('linkage › shows the default page, its total, and a link to the next page of the same size', () => {
    const { menu, shown, other } = ask('/page/a').data.relationships;
    expect([idsOf(menu.data), idsOf(shown.data), idsOf(other.data)]).toEqual(['ab', 'ab', 'abcde']);
    expect(menu.meta).toEqual({ total: 5 });
    expect(menu.links.next).toBe('/page/a/relationships/menu?page%5Blimit%5D=2&page%5Bskip%5D=2');
    expect(other.links).not.toHaveProperty('next');
    expect(idsOf(ask(menu.links.next).data)).toBe('cd');
  });

  it('include › includes the default page, or the limit for included items', () => {
    expect(idsOf(ask('/page/a?include=menu').included)).toBe('b');
    expect(idsOf(ask('/page/a?include=shown').included)).toBe('bc');
    expect(idsOf(ask('/page/a?include=menu&page[menu][limit]=4').included)).toBe('bcd');
    expect(idsOf(ask('/page/a?include=menu&page[menu][skip]=1').included)).toBe('bc');
    expect(idsOf(ask('/page?include=menu&page[limit]=1').included)).toBe('b');
  });

  it('the linkage endpoint › has the default page; the list of related items has its own', () => {
    const linkage = ask('/page/a/relationships/menu');
    expect(idsOf(linkage.data)).toBe('ab');
    expect(linkage.links.next).toBe('/page/a/relationships/menu?page%5Blimit%5D=2&page%5Bskip%5D=2');
    expect(idsOf(ask('/page/a/menu').data)).toBe('abcde');
  });
});
