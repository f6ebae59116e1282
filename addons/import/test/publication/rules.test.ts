/**
 * What decides that an item is public, rule by rule: in the customs of generators, and in records of any system.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { nameForms } from '../../core/privacy/publication/written-names.js';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const nowMs = Date.parse('2024-06-01T12:00:00Z');
const page = (matter: string): string => `---\n${matter}\n---\nBody`;

async function pageIs(matter: string, options: object = {}): Promise<'public' | 'private' | 'doubt'> {
  const input = folderOf({ 'posts/shown.md': page('title: T'), 'posts/one.md': page(matter) });
  const result = await imported('markdown', input, { nowMs, ...options });
  if (result.item('posts', 'one') !== undefined) return 'public';
  const out = result.report.leftOut.filter(({ what }) => what === 'posts: items');
  expect(out).toHaveLength(1);
  return out[0]?.private === true ? 'doubt' : 'private';
}

describe('front matter', () => {
  it.each([
    // What an editor of each generator writes.
    ['draft: true', 'private'],
    ['isDraft: yes', 'private'],
    ['draft: false', 'public'],
    ['draft: ture', 'doubt'],
    ['draft:', 'doubt'],
    ['unlisted: true', 'private'],
    ['headless: true', 'private'],
    ['archived: on', 'private'],
    ['hidden: false', 'public'],
    ['passwordProtected: false', 'public'],
    ['password_protected: true', 'private'],
    ['published: false', 'private'],
    ['published: true', 'public'],
    ['publish: no', 'private'],
    ['published: maybe', 'doubt'],
    ['eleventyExcludeFromCollections: true', 'private'],
    ['permalink: false', 'private'],
    ['permalink: {build: false}', 'private'],
    ['permalink: /a/', 'public'],
    ['permalink: 7', 'doubt'],
    ['render: false', 'private'],
    ['build: {render: never}', 'private'],
    ['_build: {list: never}', 'private'],
    ['build: {render: always, list: local}', 'public'],
    ['build: sometimes', 'doubt'],
    ['visibility: members', 'private'],
    ['visibility: public', 'public'],
    ['visibility: foggy', 'doubt'],
    ['email_only: true', 'private'],
    ['members only: true', 'private'],
    ['password: sesame', 'private'],
    ['password: 1234', 'private'],
    ['password: ""', 'public'],
    ['password: [a]', 'doubt'],
    ['entwurf: ja', 'private'],
    ['Veröffentlicht: nein', 'private'],
    ['draft: x', 'private'],
    ['publish_up: 2099-01-01', 'private'],
    ['publish_down: 2020-01-01', 'private'],
    ['status: {value: draft}', 'private'],
    ['status: [Draft]', 'private'],
    ['status: {type: select, select: {name: Archived, color: red}}', 'private'],
    ['status: {en: published, de: Entwurf}', 'private'],
    ['state: {name: Oslo, country: NO}', 'public'],
    ['params: {draft: true}', 'private'],
    ['status: {published: false}', 'private'],
    ['statut: brouillon', 'private'],
    ['protect: logged_in', 'private'],
    ['routable: false', 'private'],
    ['dg-pass: sesame', 'private'],
    ['url: false', 'private'],
    ['url: {code: x}', 'public'],
    ['wip: true', 'private'],
    ['access: {site.login: true}', 'private'],
    ['access: {site: {login: false}}', 'public'],
    ['status: Draft', 'private'],
    ['status: drfat', 'doubt'],
    ['status: "draft: do not publish"', 'private'],
    ['status: pending review', 'private'],
    ['status: evergreen', 'public'],
    ['state: Bavaria', 'public'],
    // Times, on 1 June 2024 at noon.
    ['date: 2099-03-17 14:00:00 -4', 'private'],
    ['date: 2099/03/17', 'private'],
    ['date: 2024-06-01 14:00:00 +3', 'public'],
    ['date: 2024-06-01 14:00:00 +1', 'private'],
    ['date: 2024-06-01 07:30 EST', 'private'],
    ['date: 2024-06-01 06:30 EST', 'public'],
    ['date: Sat, 01 Jun 2024 13:00:00 +0200', 'public'],
    ['date: 2024-06-01T10:00', 'public'],
    ['date: 2024-06-01t21:59:43.10-05:00', 'private'],
    ['date: 2024-06-01 01:00 PM', 'private'],
    ['date: 25/12/2023', 'public'],
    ['date: 12/25/2023', 'public'],
    ['date: 1.6.2024', 'public'],
    ['date: 05/06/2024', 'doubt'],
    ['date: 2024-06-01 10:00 IST', 'doubt'],
    ['date: 2024-02-31', 'doubt'],
    ['date: soon', 'doubt'],
    ['date: [2024-01-01]', 'doubt'],
    ['date: 2023', 'public'],
    ['date: 2024', 'doubt'],
    ['date: 2025', 'private'],
    ['date: soon\npublishDate: 2024-01-01', 'public'],
    ['date: 2030-01-01\npublished: true', 'private'],
    ['expiryDate: 2016-01-01 10:00 EST', 'private'],
    ['expiryDate: 2030-01-01', 'public'],
    ['expiryDate: never', 'public'],
    ['expires: whenever', 'doubt'],
    ['scheduled: true', 'private'],
    ['embargo: 2025-01-01', 'private'],
    ['unpublishDate: 2024/05/31', 'private'],
  ])('%s › %s', async (matter, expected) => {
    expect(await pageIs(matter)).toBe(expected);
  });

  it('--with › imports doubtful items, but no drafts; "decides": false imports both', async () => {
    const files = {
      'posts/a.md': page('draft: perhaps'),
      'posts/b.md': page('draft: true'),
      'posts/c.md': page('title: C'),
    };
    const ids = async (options: object): Promise<string> =>
      (await imported('markdown', folderOf(files), options))
        .items('posts')
        .map(({ id }) => id)
        .join();
    expect(await ids({})).toBe('c');
    expect(await ids({ with: ['posts.draft'] })).toBe('a,c');
    const overrides = `${folderOf({ 'o.json': '{"posts.draft":{"decides":false}}' })}/o.json`;
    expect(await ids({ overrides })).toBe('a,b,c');
    await expect(imported('markdown', folderOf(files), { strict: true })).rejects.toThrow(
      '--with posts.draft keeps them',
    );
  });

  it('a publication key in one file › makes other files of its collection doubtful, and of no other', async () => {
    const files = {
      'notes/a.md': page('status: published'),
      'notes/b.md': page('status: seedling'),
      'notes/c.md': page('title: C'),
      'garden/d.md': page('status: seedling'),
    };
    const result = await imported('markdown', folderOf(files));
    expect(result.counts).toEqual({ notes: 2, garden: 1 });
    expect(result.report.notes.map(({ what }) => what)).toContain(
      'garden.status: values such as "seedling" say nothing of publication, so they keep nothing out',
    );
  });

  it.each([
    ['an ending of Nuxt', 'posts/a.draft.md', '# A'],
    ['a folder in a collection, with an underscore', 'posts/_wip/a.md', '# A'],
    ['a collection of Astro with an underscore', 'content/_wip/a.md', '# A'],
    ['a folder of drafts', 'posts/drafts/a.md', '# A'],
    ['a collection of drafts', 'Drafts/a.md', '# A'],
    ['a day of Statamic', 'posts/2099-01-01-1200.a.md', '# A'],
    ['the day of a bundle', 'posts/2099-01-01-a/index.md', '# A'],
    ['the day of folders', 'posts/2099/01/01/a.md', '# A'],
    ['a header of Pelican', 'posts/a.md', 'Title: A\nStatus: draft\n\nText'],
    ['a header of Nikola', 'posts/a.md', '<!--\n.. title: A\n.. status: private\n-->\nText'],
    ['a property of Logseq', 'posts/a.md', 'public:: false\n\n- Text'],
  ])('%s › keeps the page out', async (_, path, text) => {
    const result = await imported('markdown', folderOf({ 'posts/shown.md': '# Shown', [path]: text }), { nowMs });
    expect(Object.values(result.counts).reduce((sum, count) => sum + count)).toBe(1);
  });

  it('a note with dg-publish › keeps out notes without it', async () => {
    const files = { 'notes/a.md': page('dg-publish: true'), 'notes/b.md': '# Diary' };
    const result = await imported('markdown', folderOf(files));
    expect(result.items('notes').map(({ id }) => id)).toEqual(['a']);
    expect(result.leftOut('notes: items', /without dg-publish: true/)).toBe(1);
  });

  it('metadata without a fence › are fields, and no part of the text', async () => {
    const files = {
      'posts/a.md': 'Title: A: salt\nSummary: one\n    two\nStatus: published\n\nText',
      'posts/b.md': 'Note: this is text.\n\nMore',
      'posts/2024-01-02-0930.c.md': 'Text',
    };
    const result = await imported('markdown', folderOf(files), { zone: 'UTC', nowMs });
    expect(result.item('posts', 'a')).toMatchObject({ title: 'A: salt', summary: 'one two', body: 'Text' });
    expect(result.item('posts', 'b')?.['body']).toBe('Note: this is text.\n\nMore');
    expect(result.item('posts', 'c')?.['date']).toBe('2024-01-02T09:30:00.000Z');
  });

  it('a folder of drafts › is let in by its name', async () => {
    const files = { 'posts/a.md': '# A', 'posts/drafts/b.md': '# B' };
    const result = await imported('markdown', folderOf(files), { with: ['drafts'] });
    expect(result.items('posts').map(({ id }) => id)).toEqual(['a', 'drafts/b']);
  });

  it('the same input twice › gives equal bytes until a publication time is reached', async () => {
    const input = folderOf({
      'posts/a.md': page('publishDate: 2024-07-02T10:00:00Z'),
      'posts/b.md': page('expiryDate: 2024-07-01'),
      'posts/c.md': page('publishDate: 2024-06-20\ndraft: true'),
      'posts/d.md': page('title: D'),
    });
    const [first, second] = [
      await imported('markdown', input, { nowMs }),
      await imported('markdown', input, { nowMs }),
    ];
    expect(second.bytes).toEqual(first.bytes);
    expect(first.report.nextChange).toBe('2024-07-01T00:00:00.000Z');
    expect((await imported('markdown', input, { nowMs: Date.parse('2030-01-01') })).report.nextChange).toBeNull();
  });
});

describe('long words and names', () => {
  it('a page that repeats a word about publication › is read at once', async () => {
    const text = `${'stat'.repeat(250_000)} ${'状态'.repeat(100_000)}`;
    expect(await pageIs(`title: T\nsummary: ${text}`)).toBe('public');
  });

  it('a name that repeats such a word › has no other form', () => {
    expect(nameForms('post_status_de')).toContain('status');
    const name = `${'post_'.repeat(100)}status`;
    expect(nameForms(name)).toEqual([name]);
  });
});

describe('a time in front matter', () => {
  it('in any unambiguous form › is a time in the export', async () => {
    const dates = ['2024/03/07', '2024-03-07 14:00:00 -4', '2024-03-07 10:00 EST', '7 March 2024'];
    const files = Object.fromEntries(dates.map((date, index) => [`posts/${index}.md`, page(`date: '${date}'`)]));
    const result = await imported('markdown', folderOf(files), { nowMs });
    expect(result.field('posts', 'date')?.type).toBe('dateTime');
    expect(result.items('posts').map(({ date }) => date)).toEqual([
      '2024-03-07',
      '2024-03-07T18:00:00.000Z',
      '2024-03-07T15:00:00.000Z',
      '2024-03-07',
    ]);
  });
});

const table = (rows: readonly object[]): string =>
  folderOf({ 'things.json': JSON.stringify(rows.map((row, index) => ({ id: `i${index}`, ...row }))) });
const shown = async (rows: readonly object[], options: object = {}): Promise<string> =>
  (await imported('json', table(rows), { nowMs, ...options }))
    .items('things')
    .map(({ id }) => id)
    .join();

describe('a record', () => {
  it.each([
    [
      'what a shop says of its goods',
      [{ status: 'in stock' }, { status: 'sold out' }, { status: 'scheduled' }],
      'i0,i1,i2',
    ],
    ['a word of publication, later in the file', [{ status: 'active' }, { status: 'odd' }, { status: 'draft' }], 'i0'],
    ['one without a status among those that have one', [{ status: 'published' }, { status: null }, {}], 'i0,i2'],
    ['a flag of old tables', [{ status: 1 }, { status: 0 }], 'i0'],
    ['what expires never', [{ expires_at: null }, { expires_at: '' }, { expires_at: '2024-01-01' }], 'i0,i1'],
    ['what was never published', [{ published_at: null }, { published_at: '2024-01-01' }], 'i1'],
    ['what says that it is published', [{ status: 'published', published_at: null }, { title: 'T' }], 'i0,i1'],
    ['what is to come, in seconds', [{ publish_at: 1893456000 }, { publish_at: 1700000000 }], 'i1'],
    ['a date of what the item is about', [{ date: '2099-01-01' }, { date: 'soon' }], 'i0,i1'],
    ['a treasure', [{ hidden: 'in the wood' }, { public: 'the lobby' }, { archived: 'in Bern' }], 'i0,i1,i2'],
    ['a flag beside a treasure', [{ hidden: 'in the wood' }, { hidden: true }, { hidden: false }], 'i2'],
    ['a status in an object', [{ status: { id: 1, name: 'Published' } }, { status: { id: 2, name: 'Pending' } }], 'i0'],
    ['a status in a list', [{ status: ['Draft'] }, { status: ['Published', 'Featured'] }, { status: ['Odd'] }], 'i1'],
    ['a status by language', [{ status: { en: 'published' } }, { status: { en: 'published', de: 'odd' } }], 'i0'],
    ['a status as JSON in a text', [{ status: '{"value":"draft"}' }, { status: '["published"]' }], 'i1'],
    ['words of Sweden', [{ status: 'Utkast' }, { status: 'Publicerad' }], 'i1'],
    ['words of France', [{ statut: 'x', status: 'non publié' }, { status: 'Publié' }, { status: 'archivé' }], 'i1'],
    ['words of Japan', [{ status: '下書き' }, { status: '公開' }], 'i1'],
    ['letters that are composed in another way', [{ status: 'Vero\u0308ffentlicht' }, { status: 'gelöscht' }], 'i0'],
    ['truth values of Excel in German', [{ public: 'WAHR' }, { public: 'FALSCH' }], 'i0'],
    ['marks of a checklist', [{ hidden: 'x' }, { hidden: '' }, { hidden: '✓' }], 'i1'],
    ['truth values of Access', [{ hidden: -1 }, { hidden: 0 }], 'i1'],
    ['a password of a post', [{ post_password: 'sesame' }, { post_password: '' }, {}], 'i1,i2'],
    ['a time that MySQL has not set', [{ expires: '0000-00-00 00:00:00' }, { expires: '2020-01-01' }], 'i0'],
    ['a post of Craft', [{ postDate: '2099-01-01' }, { postDate: '2020-01-01' }], 'i1'],
    [
      'an article of Joomla',
      [{ publish_up: '2099-01-01' }, { publish_down: '2020-01-01' }, { publish_up: null }],
      'i2',
    ],
    [
      'an answer of an API, with the fields inside',
      [{ attributes: { publishedAt: null } }, { fields: { Status: ['Draft'] } }, { meta: { draft: false } }],
      'i2',
    ],
    ['a feature of GeoJSON', [{ type: 'Feature', properties: { access: 'private' } }, { access: 'public' }], 'i0,i1'],
    ['a deleted one', [{ deletedAt: '2024-01-02' }, { deletedAt: null }], 'i1'],
    ['the trash of Joomla', [{ state: 1 }, { state: -2 }], 'i0'],
    [
      'a level of Joomla',
      [
        { access: 2, catid: 3 },
        { access: 1, catid: 3 },
      ],
      'i1',
    ],
    ['a site of Ghost for payers only', [{ status: 'published', visibility: 'paid' }, { title: 'T' }], 'i1'],
    ['a flag by language', [{ hidden: { en: true, de: false } }, { hidden: { en: false } }, { title: 'T' }], 'i1,i2'],
    ['a bit of MySQL', [{ hidden: { type: 'Buffer', data: [1] } }, { hidden: { type: 'Buffer', data: [0] } }], 'i1'],
    ['a flag of pandas', [{ hidden: '1.0' }, { hidden: '0.0' }], 'i1'],
    ['a flag of Airtable', [{ hidden: 'checked' }, { hidden: '' }], 'i1'],
    ['a coloured mark', [{ hidden: '✔️' }, { hidden: '❌' }], 'i1'],
    ['a word for a flag', [{ published: 'draft' }, { published: 'published' }, { visible: 'hidden' }], 'i1'],
    ['a time of MongoDB', [{ postDate: { $date: '2099-01-01' } }, { postDate: { $date: '2020-01-01' } }], 'i1'],
    [
      'a time of PHP',
      [
        { postDate: { date: '2099-01-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' } },
        { postDate: { date: '2020-01-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' } },
      ],
      'i1',
    ],
    ['a time of Firestore', [{ publishAt: { _seconds: 4070908800, _nanoseconds: 0 } }, { title: 'T' }], 'i1'],
    ['a value of DynamoDB', [{ draft: { BOOL: true } }, { draft: { BOOL: false } }], 'i1'],
    [
      'a flag in an object',
      [
        { status: { published: false } },
        { version: { _status: 'draft' } },
        { node: { status: 'draft' } },
        { title: 'T' },
      ],
      'i3',
    ],
    ['spam', [{ status: 'approved' }, { status: 'spam' }], 'i0'],
    [
      'a comment without approval',
      [
        { approved: false, author: 'A' },
        { approved: true, author: 'B' },
      ],
      'i1',
    ],
    [
      'a page of Wagtail',
      [
        { live: false, go_live_at: null },
        { live: true, expire_at: '2020-01-01' },
        { live: true, expire_at: null },
      ],
      'i2',
    ],
    ['an entry of Craft', [{ enabled: false }, { dateDeleted: '2020-01-01' }, { enabled: true }], 'i2'],
    ['the trash of Notion', [{ in_trash: true }, { in_trash: false }], 'i1'],
    ['what Webflow never published', [{ lastPublished: null }, { lastPublished: '2020-01-01' }], 'i1'],
    ['a page of Plone', [{ review_state: 'private' }, { review_state: 'published' }], 'i1'],
    ['a step of Kontent.ai', [{ workflow: { step_identifier: 'draft' } }, { workflow_step: 'published' }], 'i1'],
    [
      'a row of TYPO3',
      [
        { pid: 1, tstamp: 1, starttime: 4070908800, endtime: 0 },
        { pid: 1, tstamp: 1, endtime: 1000000000 },
        { pid: 1, tstamp: 1, fe_group: '-2' },
        { pid: 1, tstamp: 1, t3ver_wsid: 3 },
        { pid: 1, tstamp: 1, starttime: 0, endtime: 0, fe_group: '0', t3ver_wsid: 0 },
        { starttime: '2099-01-01', title: 'An event' },
      ],
      'i4,i5',
    ],
    ['a node of Neos', [{ _hiddenBeforeDateTime: '2099-01-01' }, { _hiddenAfterDateTime: null }], 'i1'],
    ['a field in French', [{ statut: 'brouillon' }, { statut: 'publié' }], 'i1'],
    ['a field in Japanese', [{ ステータス: '下書き' }, { ステータス: '公開' }], 'i1'],
    ['a field in German', [{ freigegeben: 'nein' }, { Veröffentlichungsstatus: 'Entwurf' }, { sichtbar: 'ja' }], 'i2'],
    ['the kind of item in the name', [{ article_status: 'draft' }, { postPublished: false }, { title: 'T' }], 'i2'],
    ['a language in the name', [{ published_en: true, published_de: false }, { 'Status (de)': 'live' }], 'i1'],
    ['a hint in the name', [{ 'Publish Date (UTC)': '2099-01-01' }, { 'Draft (Y/N)': 'n' }], 'i1'],
    [
      'the path of a flattened object',
      [{ 'fields.Status': 'Draft' }, { 'status/name': 'draft' }, { 'author.status': 'draft' }],
      'i2',
    ],
  ])('%s › is recognised', async (_, rows, expected) => {
    expect(await shown(rows)).toBe(expected);
  });

  it('that becomes private › is removed from the export, and the next import agrees', async () => {
    const files = {
      'things.json': '[{"id":"a","status":"odd"},{"id":"b","status":"draft"},{"id":"c","status":"live"}]',
      'pages.json': '[{"id":"p","thing":"a"},{"id":"q","thing":"c"}]',
    };
    const input = folderOf(files);
    const result = await imported('json', input);
    expect(result.counts).toEqual({ things: 1, pages: 2 });
    expect(JSON.stringify(result.items('things'))).not.toContain('odd');
    expect((await imported('json', input)).bytes).toEqual(result.bytes);
    expect((await imported('json', input, { with: ['things.status'] })).counts['things']).toBe(2);
  });
});
