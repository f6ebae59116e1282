/**
 * The counts of the genuine exports were taken with tar and jq, such as
 * `jq -c 'select(.type=="api::page.page" and .data.publishedAt!=null)|.data.documentId' entities/*.jsonl | sort -u | wc -l`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../testing/shared.js';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const localized = { i18n: { localized: true } };

const post = {
  uid: 'api::post.post',
  modelType: 'contentType',
  options: { draftAndPublish: true },
  pluginOptions: localized,
  attributes: {
    title: { type: 'string', pluginOptions: localized },
    body: { type: 'blocks' },
    secret: { type: 'string', private: true },
    next: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
    parts: { type: 'dynamiczone', components: ['ui.box'], pluginOptions: localized },
    big: { type: 'biginteger' },
  },
};
const box = {
  uid: 'ui.box',
  modelType: 'component',
  attributes: { label: { type: 'string' }, to: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' } },
};

const row = (
  id: number,
  documentId: string,
  locale: string,
  data: object,
  publishedAt: string | null = '2024-01-01T00:00:00.000Z',
): object => ({
  type: 'api::post.post',
  id,
  data: { documentId, locale, publishedAt, ...data },
});

const project = (version: string, entities: object[], links: object[] = []): string =>
  folderOf({
    'metadata.json': JSON.stringify({ strapi: { version } }),
    'schemas/schemas_00001.jsonl': lines(post, box),
    'entities/entities_00001.jsonl': lines(...entities),
    'links/links_00001.jsonl': lines(...links),
    'configuration/configuration_00001.jsonl': lines({
      type: 'core-store',
      value: { key: 'plugin_i18n_default_locale', value: 'en' },
    }),
  });

describe('strapi', () => {
  const four = sharedPath('exports/strapi/import-export-blog-v4/seed-data.tar.gz', 'a genuine export of Strapi 4');
  it.skipIf(four === undefined)(
    'a genuine export of version 4 › has 2 posts with an image and a category each',
    async () => {
      const result = await imported('strapi', four ?? '', { assetsUrl: 'https://cms.example.org', strict: true });
      expect(result.counts).toEqual({ category: 2, post: 2, file: 2 });
      expect(result.item('post', '1')).toMatchObject({
        title: 'first post',
        category: '1',
        image: {
          url: 'https://cms.example.org/uploads/why_strapi_is_awesome_5d1e82b886.jpg',
          width: 6100,
          fileSize: 1220120,
        },
      });
      // A category has its posts by the inverse of `category`.
      expect(result.item('category', '1')).toMatchObject({ name: 'strapi' });
    },
  );

  const five = sharedPath(
    'exports/strapi/monorepo-starter-v5/strapi-export-2026-05-12-144822.tar.gz',
    'a genuine export of Strapi 5',
  );
  it.skipIf(five === undefined)(
    'a genuine export of version 5 › 28 rows are 7 pages in two locales, drafts beside them',
    async () => {
      const result = await imported('strapi', five ?? '', { without: ['subscriber'] });
      // The public role finds pages, navbar, footer and subscribers; 6 of 34 files belong to nothing of these.
      expect(result.counts).toMatchObject({ page: 7, navbar: 1, footer: 1, file: 28 });
      expect(result.leftOut('internal-job: items', /public role/)).toBe(6);
      expect(result.leftOut('file: items', /public role/)).toBe(6);
      expect(result.model.locales).toMatchObject([{ code: 'en', default: true }, { code: 'cs' }]);
      expect(result.leftOut('api::page.page: rows', /drafts of published items/)).toBe(14);
      expect(result.item('page', 'fcvxiof7eghmoqhiq8pi17y1')?.['title']).toEqual({
        en: 'Homepage',
        cs: 'Hlavní stránka',
      });
      // jq '[.. | objects | select(.__component == "sections.hero")] | length' over published rows gives 2.
      expect(result.counts['sections-hero']).toBe(2);
      expect(result.counts['subscriber']).toBeUndefined();
    },
  );

  it.skipIf(five === undefined)(
    'subscribers and their addresses › are left out, unless --with names them',
    async () => {
      const result = await imported('strapi', five ?? '');
      expect(JSON.stringify(result.bytes)).not.toMatch(/subscriber\d@/);
      expect(result.leftOut('subscriber', /signed up for/)).toBe(3);
      await expect(imported('strapi', five ?? '', { strict: true })).rejects.toThrow(/subscriber: 3/);
      const addresses = await imported('strapi', five ?? '', { with: ['subscriber'] });
      expect(addresses.leftOut('subscriber.email', /e-mail addresses of people/)).toBe(3);
      const kept = await imported('strapi', five ?? '', { with: ['subscriber', 'subscriber.email', 'internal-job'] });
      expect(kept.items('subscriber')[0]?.['email']).toMatch(/@/);
      expect(kept.counts['internal-job']).toBe(6);
    },
  );

  it.skipIf(five === undefined)('a truncated archive › is refused', async () => {
    const cut = folderOf({ 'cut.tar.gz': readFileSync(five ?? '').subarray(0, 100_000) });
    await expect(imported('strapi', join(cut, 'cut.tar.gz'))).rejects.toThrow(/is cut short or damaged/);
  });

  it('rows of a document › are one item; components are items with stable ids', async () => {
    const body = [
      { type: 'heading', level: 2, children: [{ type: 'text', text: 'H' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'b', bold: true },
          { type: 'link', url: '/x', children: [{ type: 'text', text: 'l' }] },
        ],
      },
      { type: 'poll', children: [] },
    ];
    const input = project(
      '5.1.0',
      [
        row(1, 'a', 'en', {
          title: 'A',
          body,
          secret: 's',
          big: '9007199254740993',
          parts: [{ __component: 'ui.box', id: 7, label: 'L' }],
          unknown: 'x',
        }),
        row(2, 'a', 'cs', { title: 'Á', parts: [] }),
        row(3, 'a', 'en', { title: 'A2' }, null),
        row(4, 'b', 'en', {}, null),
        row(5, 'c', 'en', { title: 'C' }, ''),
      ],
      [
        {
          kind: 'relation.basic',
          left: { type: 'ui.box', field: 'to', ref: 7 },
          right: { type: 'api::post.post', ref: 1 },
        },
        {
          kind: 'relation.basic',
          left: { type: 'api::post.post', field: 'next', ref: 1 },
          right: { type: 'api::post.post', ref: 4 },
        },
      ],
    );
    const result = await imported('strapi', input);
    expect(result.items('post')).toEqual([
      {
        id: 'a',
        title: { en: 'A', cs: 'Á' },
        body: '## H\n\n**b**[l](/x)',
        parts: { en: ['a.en.parts.1'] },
        big: '9007199254740993',
        publishedAt: '2024-01-01T00:00:00.000Z',
      },
    ]);
    expect(result.items('ui-box')).toEqual([{ id: 'a.en.parts.1', label: 'L', to: 'a' }]);
    expect(result.leftOut('post.next', /drafts/)).toBe(1);
    expect(result.leftOut('post.secret', /private/)).toBe(1);
    expect(result.leftOut('post: unknown', /the schema has no such field/)).toBe(1);
    expect(result.leftOut('post.body', /blocks of the type poll/)).toBe(1);
    expect(result.leftOut('post: items', /never published/)).toBe(2);
  });

  it('rows of version 4 › are one item if their localizations are linked', async () => {
    const input = project(
      '4.20.0',
      [
        row(1, '', 'cs', { title: 'Á', documentId: undefined }),
        row(2, '', 'en', { title: 'A', documentId: undefined }),
      ],
      [
        {
          kind: 'relation.circular',
          left: { type: 'api::post.post', field: 'localizations', ref: 1 },
          right: { type: 'api::post.post', ref: 2 },
        },
        {
          kind: 'relation.circular',
          left: { type: 'api::post.post', field: 'localizations', ref: 2 },
          right: { type: 'api::post.post', ref: 1 },
        },
      ],
    );
    expect((await imported('strapi', input)).items('post')).toMatchObject([{ id: '2', title: { en: 'A', cs: 'Á' } }]);
  });

  it('another version, an encrypted export and other systems › are refused', async () => {
    await expect(imported('strapi', project('3.6.8', []))).rejects.toThrow(
      /seems to be an export of Strapi 3\.6\.8; expected .*Strapi 4 or 5/,
    );
    await expect(imported('strapi', join(folderOf({ 'x.tar.gz.enc': 'x' }), 'x.tar.gz.enc'))).rejects.toThrow(
      /an encrypted export/,
    );
    await expect(imported('strapi', folderOf({ 'data.ndjson': '{}' }))).rejects.toThrow(/a dataset of Sanity/);
  });
});
