/**
 * What the user says of single types and fields, while all others follow from the source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, type Imported, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const site = {
  'post.json': JSON.stringify([
    { id: 1, headline: 'One', rank: '7', writer: 'a', sent: '2024-01-01', gone: 1 },
    { id: 2, headline: 'Two', rank: 'x', writer: 'b', mail: 'ann@example.org' },
  ]),
  'author.json': '[{"id": "a", "called": "Ann"}]',
  'junk.json': '[{"id": 1}]',
};

const withOverrides = (overrides: unknown, options: Parameters<typeof imported>[2] = {}): Promise<Imported> =>
  imported('json', folderOf(site), {
    overrides: join(folderOf({ 'overrides.json': JSON.stringify(overrides) }), 'overrides.json'),
    ...options,
  });

describe('overrides', () => {
  it('types, names and links › equal the overrides; new fields are imported; other values are lost', async () => {
    const result = await withOverrides({
      post: { name: 'article' },
      'post.headline': { name: 'title', fold: true, search: { weight: 3 } },
      'post.rank': { type: 'integer' },
      'post.writer': { to: 'author', name: 'author' },
      'post.sent': { type: 'dateTime', format: 'dateTime' },
      'post.gone': { keep: false },
      'post.mail': { keep: true },
      'author.called': { search: true },
      junk: { keep: false },
    });
    expect(result.model.contentTypes).toEqual([
      { name: 'author', fields: [{ name: 'called', type: 'text', search: true }] },
      {
        name: 'article',
        fields: [
          { name: 'title', type: 'text', search: { weight: 3 }, fold: true },
          { name: 'rank', type: 'integer' },
          { name: 'author', type: 'relationship', many: false, to: 'author' },
          { name: 'sent', type: 'dateTime', format: 'dateTime' },
          { name: 'mail', type: 'text' },
        ],
      },
    ]);
    expect(result.items('article')).toEqual([
      { id: '1', title: 'One', rank: 7, author: 'a', sent: '2024-01-01' },
      { id: '2', title: 'Two', mail: 'ann@example.org' },
    ]);
    expect(result.leftOut('post.rank', /such as post\.json, item 2: "x"$/)).toBe(1);
    expect(result.leftOut('post.writer', /not in the export, such as post\/2 → b$/)).toBe(1);
    expect(result.leftOut('post.gone', /as you asked/)).toBe(1);
    expect(result.report.warnings).toEqual([]);
  });

  it('options of the command line › count in addition; an unknown name is reported with an existing one', async () => {
    const result = await withOverrides(
      { 'post.headlin': { search: false }, 'post.headline': { search: false } },
      { without: ['post.rank'], with: ['post.mail'] },
    );
    expect(result.field('post', 'headline')).toEqual({ name: 'headline', type: 'text', search: false });
    expect(result.field('post', 'rank')).toBeUndefined();
    expect(result.field('post', 'mail')?.type).toBe('text');
    expect(result.report.warnings).toEqual([
      expect.stringMatching(/overrides\.json: post\.headlin changes nothing.* Did you mean "post\.headline"\?$/),
    ]);
  });

  it('a type without values › exists', async () => {
    const input = folderOf({ 'p.csv': 'id,n,later\na,1,\n' });
    const overrides = join(folderOf({ 'o.json': '{"p.later": {"type": "integer"}}' }), 'o.json');
    expect((await imported('csv', input, { overrides })).field('p', 'later')).toEqual({
      name: 'later',
      type: 'integer',
    });
  });

  it('all mistakes found before reading the content › are reported at once', async () => {
    const wrong = {
      post: { type: 'text' },
      'post.a': { tpye: 'text' },
      'post.b': { type: 'txt' },
      'post.c': { name: '9' },
      'post.d': { keep: 'no' },
      'post.e': 'text',
    };
    await expect(withOverrides(wrong)).rejects.toThrow(
      /6 mistakes.*\n {2}post\.type: the key is unknown here; keys are keep, name, label, description\..*\n {2}post\.a\.tpye: .* Did you mean "type"\?\n {2}post\.b\.type: .* Did you mean "text"\?\n {2}post\.c\.name: .*\n {2}post\.d\.keep: write true or false\n {2}post\.e: write an object/,
    );
  });

  it.each([
    [
      { 'post.writer': { to: 'autor' } },
      /post\.writer\.to: there is no content type "autor".* Did you mean "author"\?/,
    ],
    [{ 'post.rank': { type: 'integer', fold: true } }, /post\.rank\.fold: a field of type integer takes no "fold"/],
    [{ 'post.rank': { name: 'headline' } }, /post\.rank\.name: there are two fields "headline"/],
    [{ post: { name: 'author' } }, /give post the name author, which another type has/],
  ])('%j › does not fit the content, and is refused', async (overrides, told) => {
    await expect(withOverrides(overrides)).rejects.toThrow(told);
  });

  it('an invalid file, and a kept model › are refused', async () => {
    const file = join(folderOf({ 'o.json': '[]' }), 'o.json');
    await expect(imported('json', folderOf(site), { overrides: file })).rejects.toThrow(/not an object of overrides/);
    await expect(withOverrides({}, { model: file })).rejects.toThrow(/give one of them/);
    const first = await withOverrides({});
    const model = join(first.out, 'model.json');
    writeFileSync(model, readFileSync(model, 'utf8').replace('"headline"', '"headline", "label": "H"'));
    await expect(withOverrides({}, { out: first.out })).rejects.toThrow(/was edited, so it is kept/);
    expect((await withOverrides({}, { out: first.out, newModel: true })).report.modelKept).toBe(false);
  });
});

describe('search', () => {
  it('names, titles and texts › are searched, in the given language', async () => {
    const long = 'A sentence of many words that somebody wrote for readers, and not for machines.';
    const csv = `id,Name,subTitle,file_name,code,remark,tags\na,A,S,a.png,x1,"${long}",t\n`;
    const result = await imported('csv', folderOf({ 'p.csv': csv }), { language: 'de-CH' });
    const { fields = [] } = result.model.contentTypes[0] ?? {};
    expect(fields.filter(({ search }) => search === true).map(({ name }) => name)).toEqual([
      'Name',
      'subTitle',
      'remark',
    ]);
    expect(result.model).toMatchObject({ language: 'de' });
    const posts = await imported('markdown', folderOf({ 'p/a.md': 'A' }));
    expect(posts.field('p', 'body')?.['search']).toBe(true);
    expect(posts.model).not.toHaveProperty('language');
    const wxr = `<rss version="2.0"><channel><title>x</title><language>fr-FR</language><wp:wxr_version>1.2</wp:wxr_version>
<item><title>T</title><wp:post_id>1</wp:post_id></item></channel></rss>`;
    const blog = await imported('wordpress', folderOf({ 'site.xml': wxr }));
    expect(blog.model).toMatchObject({ language: 'fr' });
  });
});
