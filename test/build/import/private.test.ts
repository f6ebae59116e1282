/**
 * What looks private is left out of every source, here of tables of JSON, which say nothing of types.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const bcrypt = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
const tables = (people: readonly object[]): string => folderOf({ 'people.json': JSON.stringify(people) });
const fieldsKept = async (person: object): Promise<readonly string[]> => {
  const { items } = await imported('json', tables([{ id: 'a', ...person }])).then((result) => ({
    items: result.items('people'),
  }));
  return Object.keys(items[0] ?? {}).filter((name) => name !== 'id');
};

describe('what looks private', () => {
  it.each([
    { password: 'x' },
    { passwordHash: 'x' },
    { client_secret: 'x' },
    { resetToken: 'x' },
    { openai_api_key: 'x' },
    { 'stripe-key': 'abc123def' },
    { note: bcrypt },
    { note: 'sk_live_abcdef' },
    { owner: 'jane.doe@example.org' },
    { email: 'Jane <jane@example.org>' },
    { followers: ['jane@example.org', 'joe@example.org'] },
  ])('%j › is left out, told of, and refused by --strict', async (person) => {
    const [name] = Object.keys(person);
    const input = tables([{ id: 'a', ...person }]);
    const result = await imported('json', input);
    expect(result.items('people')).toEqual([{ id: 'a' }]);
    expect(result.field('people', name ?? '')).toBeUndefined();
    expect(result.report.leftOut).toContainEqual(expect.objectContaining({ what: `people.${name}`, private: true }));
    await expect(imported('json', input, { strict: true })).rejects.toThrow(`--with people.${name} keeps it`);
    expect((await imported('json', input, { with: [`people.${name}`] })).items('people')).toEqual([
      { id: 'a', ...person },
    ]);
  });

  it.each([
    { token_count: 12 },
    { keyboard: 'Model M 1391401' },
    { has_password: true },
    { password_changed_at: '2024-01-02T03:04:05Z' },
    { secretary: 'Ann' },
    { monkey: 'abc123def' },
    { translation_key: 'home.hero.title' },
    { email: 'info@example.org' },
    { body: 'Write to jane@example.org, or call.' },
    { commit: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' },
  ])('%j › stays', async (person) => {
    expect(await fieldsKept(person)).toEqual(Object.keys(person));
  });

  it('addresses among other texts › count by their share, unless the name says what they are', async () => {
    const of = (name: string): readonly object[] =>
      Array.from({ length: 10 }, (_, id) => ({ id, [name]: id === 0 ? 'jane@example.org' : `Jane ${id}` }));
    expect((await imported('json', tables(of('by')))).field('people', 'by')).toBeDefined();
    expect((await imported('json', tables(of('mail')))).field('people', 'mail')).toBeUndefined();
  });

  it('members of objects › are left out by the same rules', async () => {
    const settings = { theme: 'dark', api: { apiKey: 'x', url: '/v1' }, admins: ['jane@example.org', 'Joe'] };
    const result = await imported('json', tables([{ id: 'a', settings }]), { with: ['people.settings.admins'] });
    expect(result.items('people')[0]?.['settings']).toEqual({ ...settings, api: { url: '/v1' } });
    expect(result.leftOut('people.settings.api.apiKey', /looks like a secret/)).toBe(1);
  });

  it('a model that was kept with such a field › does not bring it back', async () => {
    const model = { contentTypes: [{ name: 'people', fields: [{ name: 'password', type: 'text' }] }] };
    const folder = folderOf({ 'model.json': JSON.stringify(model) });
    const result = await imported('json', tables([{ id: 'a', password: 'x' }]), { model: `${folder}/model.json` });
    expect(result.items('people')).toEqual([{ id: 'a' }]);
  });
});
