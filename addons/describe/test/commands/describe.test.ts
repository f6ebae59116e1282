/**
 * Tests of `stele model` and `stele openapi`, for snapshots and for exports.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { BOOKSHOP_EXPORT, bookshopSnapshots } from '../../../../testing/samples/bookshop.js';

const newFolder = temporaryFolders();

async function printed(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await stele(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('stele model', () => {
  it('a snapshot and its export › the same model', async () => {
    const model = await printed('model', await bookshopSnapshots());
    expect(model).toMatchObject({
      space: 'bookshop',
      locales: [{ code: 'en', default: true }, { code: 'de' }, { code: 'de-CH' }],
    });
    expect(await printed('model', BOOKSHOP_EXPORT)).toEqual(model);
  });

  it('--schema › for the lines of one type, of all types, and for model.json without a folder', async () => {
    const lines = await printed('model', BOOKSHOP_EXPORT, '--schema', 'export', '--type', 'book');
    expect(lines).toMatchObject({ $ref: '#/$defs/type.book' });
    expect(await printed('model', BOOKSHOP_EXPORT, '--schema', 'export')).toHaveProperty('anyOf');
    expect(await printed('model', '--schema', 'model')).toHaveProperty('$defs.field');
  });

  it('an unknown type, no folder, a wrong export › an error with the reason', async () => {
    const unknown = await stele(['model', BOOKSHOP_EXPORT, '--schema', 'export', '--type', 'boook']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "book"?') });
    expect(await stele(['model'])).toMatchObject({ code: 2, stderr: expect.stringContaining('give a folder') });
    expect(await stele(['model', BOOKSHOP_EXPORT, '--type', 'book'])).toMatchObject({ code: 2 });
    const folder = newFolder();
    writeFileSync(join(folder, 'model.json'), '{}');
    expect(await stele(['model', folder])).toMatchObject({ code: 1, stderr: expect.stringContaining('model.json') });
    expect(await stele(['openapi', newFolder()])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('CURRENT'),
    });
  });
});

describe('stele openapi', () => {
  it('info.version › the same for the same model, another one once a field is added', async () => {
    const model = {
      space: 'site',
      contentTypes: [{ name: 'page', fields: [{ name: 'title', type: 'text' }] }],
    };
    const versionOf = async (changed: object): Promise<unknown> => {
      const folder = newFolder();
      writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...model, ...changed }));
      return printed('openapi', folder).then(({ info }) => info);
    };
    const version = expect.stringMatching(/^1\.0\.0\+[0-9a-f]{12}$/);
    const first = await versionOf({});
    expect(first).toMatchObject({ version });
    expect(await versionOf({})).toEqual(first);
    const contentTypes = [
      { name: 'page', fields: [...(model.contentTypes[0]?.fields ?? []), { name: 'slug', type: 'text' }] },
    ];
    expect(await versionOf({ contentTypes })).toMatchObject({ version });
    expect(await versionOf({ contentTypes })).not.toEqual(first);
  });

  it('a snapshot and its export › the same description; the base follows from the options', async () => {
    const description = await printed('openapi', await bookshopSnapshots());
    expect(description).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/delivery/jsonapi' }] });
    expect(await printed('openapi', BOOKSHOP_EXPORT)).toEqual(description);
    const few = await printed('openapi', BOOKSHOP_EXPORT, '--type', 'author', '--filters', 'few');
    expect(few).toMatchObject({ info: { title: 'bookshop: delivery API of author' } });
    expect(Object.keys(few['paths'] ?? {})).toEqual(['/author', '/author/{id}']);
    expect(few).not.toHaveProperty('paths./book');
    const both = await printed('openapi', BOOKSHOP_EXPORT, '--type', 'author,country', '--filters', 'few');
    expect(Object.keys(both['paths'] ?? {})).toEqual(['/author', '/author/{id}', '/country', '/country/{id}']);
    const unknown = await stele(['openapi', BOOKSHOP_EXPORT, '--type', 'autor']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "author"?') });
    const mounted = await printed('openapi', BOOKSHOP_EXPORT, '--public-url', 'https://a.example/b', '--space', 'shop');
    expect(mounted['servers']).toEqual([{ url: 'https://a.example/b/shop/delivery/jsonapi' }]);
    expect(mounted).toHaveProperty('security', []);
    expect(await printed('openapi', BOOKSHOP_EXPORT, '--keys')).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    });
  });
});
