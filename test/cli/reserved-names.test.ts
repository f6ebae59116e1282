/**
 * Content types called what no field may be called: real models have a type called `type`. They work all the way
 * through: build, serve, include, diff, purge.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { writeFiles } from '../../testing/samples/export.js';
import { send } from '../../testing/server/client.js';

const newFolder = temporaryFolders();
const names = ['type', 'id', 'lid', 'links', 'relationships', 'self', 'data', 'constructor'];

function write(folder: string, title: string): string {
  const contentTypes = names.map((name, index) => ({
    name,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'next', type: 'relationship', to: names[(index + 1) % names.length] },
    ],
  }));
  const lines = names.map((name) => [`${name}.ndjson`, [{ id: 'x', title, next: 'x' }]]);
  return writeFiles(folder, { 'model.json': { space: 'links', contentTypes }, ...Object.fromEntries(lines) });
}

describe('content types with the names of members of JSON:API', () => {
  it('after build and serve › each type has its list, items, links and includes', async () => {
    const [source, out] = [newFolder(), newFolder()];
    expect((await stele(['build', write(source, 'Stone'), '--out', out])).code).toBe(0);
    const { code } = await stele(['serve', out, '--space', `type=${out}`, '--port', '0'], {
      whileServing: async (printed) => {
        const origin = /http:\/\/\S+:\d+/.exec(printed)?.[0] ?? '';
        const read = async (path: string) => {
          const { status, body } = await send(origin, path);
          expect([path, status]).toEqual([path, 200]);
          return JSON.parse(body.toString());
        };
        for (const space of ['links', 'type']) {
          const base = `/${space}/delivery/jsonapi`;
          const root = await read(base);
          for (const [index, name] of names.entries()) {
            const next = names[(index + 1) % names.length];
            expect(JSON.stringify(root)).toContain(`"${base}/${name}"`);
            const list = await read(
              `${base}/${name}?include=next&filter[title][_eq]=Stone&fields[${name}]=next&sort=title`,
            );
            expect(list.data).toMatchObject([
              { type: name, id: 'x', relationships: { next: { data: { type: next } } } },
            ]);
            expect(list.data[0]).not.toHaveProperty('attributes.title');
            expect(list.included).toMatchObject([{ type: next, id: 'x', attributes: { title: 'Stone' } }]);
            const { links, relationships } = (await read(`${base}/${name}/x`)).data;
            expect((await read(links.self)).data).toMatchObject({ type: name, id: 'x' });
            expect((await read(relationships.next.links.related)).data).toMatchObject({ type: next, id: 'x' });
            expect((await read(relationships.next.links.self)).data).toEqual({ type: next, id: 'x' });
          }
        }
      },
    });
    expect(code).toBe(0);
  });

  it('after a second build › diff, purge keys, URLs, verify and inspect name them', async () => {
    const [source, out] = [newFolder(), join(newFolder(), 'out')];
    for (const title of ['Stone', 'Dust'])
      expect((await stele(['build', write(source, title), '--out', out])).code).toBe(0);
    expect((await stele(['verify', out])).code).toBe(0);
    const diff = await stele(['diff', out, '--json']);
    const inspected = await stele(['inspect', out, '--json']);
    const keys = await stele(['diff', out, '--purge']);
    const urls = await stele(['diff', out, '--purge', 'urls']);
    expect(JSON.parse(diff.stdout).types.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(JSON.parse(inspected.stdout).types.map(({ name }: { name: string }) => name)).toEqual(names);
    for (const name of names) {
      expect(keys.stdout.split('\n')).toContain(`${name}:title`);
      expect(urls.stdout.split('\n')).toContain(`/delivery/jsonapi/${name}/x`);
    }
  });
});

describe('a name that is too long', () => {
  it.each([
    ['of a content type', 200, true],
    ['of a content type', 201, false],
    ['of a space', 201, false],
    ['of a field', 201, false],
  ])('%s, %i characters › built: %s, and otherwise refused with the export', async (what, length, isBuilt) => {
    const name = 'a'.repeat(length);
    const [type, space, field] = ['of a content type', 'of a space', 'of a field'].map((which, index) =>
      which === what ? name : ['book', 'shop', 'title'][index]!,
    );
    const model = { space, contentTypes: [{ name: type, fields: [{ name: field, type: 'text' }] }] };
    const source = writeFiles(newFolder(), { 'model.json': model, [`${type}.ndjson`]: [{ id: 'x' }] });
    const { code, stderr } = await stele(['build', source, '--out', newFolder()]);
    expect(code).toBe(isBuilt ? 0 : 1);
    if (!isBuilt) expect(stderr).toMatch(/^stele: model\.json: .*is not a valid name; .* at most 200 characters/);
  });
});
