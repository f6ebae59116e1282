/**
 * Genuine exports of other systems, imported, built and served: every item, and values of the types that such exports
 * bring with them.
 *
 * The counts were taken with jq, grep and tar, such as `jq '[.entries[] | select(.sys.publishedVersion != null) |
 * .sys.contentType.sys.id] | group_by(.) | map([.[0], length])'` and `grep -o '<wp:attachment_url>[^<]*' | sed
 * 's/.*\.//' | sort | uniq -c`.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { sharedPath } from '../../../testing/shared.js';
import { imported, newFolder, removeFolders } from './importing.js';

afterAll(removeFolders);

// biome-ignore lint/suspicious/noExplicitAny: what a test looks into it has just asked for
type Ask = (path: string, search?: string) => any;
type Attachments = readonly { readonly attributes: Readonly<Record<string, { url: string } | null>> }[];

/** @returns what a request is answered with, once all is built */
async function served(source: string, input: string, options: Parameters<typeof imported>[2] = {}) {
  const { out, counts, report } = await imported(source, input, options);
  const snapshots = join(newFolder(), 'snapshots');
  await buildSnapshot(out, snapshots, { files: diskFiles, strict: false });
  const space = await openCurrent(diskFiles, snapshots);
  const ask: Ask = (path, search = '') =>
    JSON.parse(answer(space, parseRequest(space.model, path, search), '').toString());
  return { ask, counts, report };
}

const exports = [
  ['contentful', 'contentful/starter-gatsby-blog/export.json'],
  ['contentful', 'contentful/multi-locale/contentful-export.json'],
  ['wordpress', 'wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml'],
  ['wordpress', 'wordpress/importer-fixtures/small-export.xml'],
  ['wordpress', 'wordpress/importer-fixtures/wxr-utf-8-challenges.xml'],
  ['sanity', 'sanity/nextjs-conference/nextjs-conference.tar.gz'],
  ['strapi', 'strapi/import-export-blog-v4/seed-data.tar.gz'],
  ['strapi', 'strapi/monorepo-starter-v5/strapi-export-2026-05-12-144822.tar.gz'],
  ['directus', 'directus/starter-cms-i18n/src'],
] as const;

describe('a genuine export', () => {
  for (const [source, path] of exports) {
    const input = sharedPath(`exports/${path}`, `a genuine export of ${source}`);
    it.skipIf(input === undefined)(`${path} › is built, and every item of it served`, async () => {
      const { ask, counts } = await served(source, input ?? '');
      const types: readonly { readonly name: string; readonly items: number }[] = ask('/').meta.contentTypes;
      expect(Object.fromEntries(types.map(({ name, items }) => [name, items]))).toEqual(counts);
      for (const { name, items } of types) expect(ask(`/${name}`, 'page[limit]=1').meta.total).toBe(items);
    });
  }
});

describe('values of foreign types', () => {
  const blog = sharedPath('exports/contentful/starter-gatsby-blog/export.json', 'a genuine space of Contentful');
  it.skipIf(blog === undefined)('tags of Contentful › are counted and found', async () => {
    const { ask } = await served('contentful', blog ?? '');
    const { meta } = ask('/blogPost', '_facet[tags]=5&page[limit]=0');
    expect(meta.facets.tags.values).toEqual([
      { value: 'javascript', count: 2 },
      { value: 'general', count: 1 },
      { value: 'static-sites', count: 1 },
    ]);
    expect(ask('/blogPost', 'filter[tags][_eq]=javascript').meta.total).toBe(2);
  });

  const pages = sharedPath('exports/contentful/multi-locale/contentful-export.json', 'a space with two locales');
  it.skipIf(pages === undefined)('locales of Contentful › are those of the space', async () => {
    const { ask } = await served('contentful', pages ?? '');
    // jq '.entries[] | select(.sys.contentType.sys.id == "page") | .fields' has "es" in some of the fields.
    expect(ask('/page', 'localeCode=es').meta.total).toBe(3);
    expect(() => ask('/page', 'localeCode=fr')).toThrow(/en-US/);
  });

  const theme = sharedPath('exports/wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml', 'a genuine WXR 1.2');
  it.skipIf(theme === undefined)(
    'attachments of WordPress › 37 images, a film, a sound if --with names it, and the classes of a menu',
    async () => {
      const attachmentsOf = (ask: Ask): Attachments => ask('/attachment', 'page[limit]=100').data;
      const endings = (attachments: Attachments): readonly string[] =>
        attachments.flatMap(({ attributes }) => attributes['file'] ?? []).map(({ url }) => url.slice(-4));
      const images = (attachments: Attachments): Attachments =>
        attachments.filter(({ attributes }) => attributes['image'] != null);

      const { ask, report } = await served('wordpress', theme ?? '');
      expect(endings(attachmentsOf(ask))).toEqual(['.mov']);
      expect(images(attachmentsOf(ask))).toHaveLength(37);
      // The sound was uploaded to the item 587, which is not in the export: nobody can tell whether that is public.
      expect(report.leftOut.filter(({ what }) => what === 'attachment: items')).toMatchObject([
        { count: 1, private: true, reason: expect.stringContaining('--with attachment.parent keeps them') },
      ]);
      const { ask: askMore } = await served('wordpress', theme ?? '', { with: ['attachment.parent'] });
      expect(endings(attachmentsOf(askMore))).toEqual(['.mp3', '.mov']);
      expect(images(attachmentsOf(askMore))).toHaveLength(37);
      expect(ask('/nav_menu_item', 'filter[classes][_eq]=custom-menu-css-class').meta.total).toBe(1);
      expect(ask('/nav_menu_item', 'filter[classes][_exists]=true').meta.total).toBe(1);
    },
  );

  const starter = sharedPath('exports/directus/starter-cms-i18n/src', 'a genuine template of Directus');
  it.skipIf(starter === undefined)(
    'JSON of Directus › features of 4 price cards, choices of 1 field of a form',
    async () => {
      const { ask } = await served('directus', starter ?? '');
      const populated = (type: string, field: string): number => {
        const items: readonly { readonly attributes: Readonly<Record<string, unknown>> }[] = ask(
          `/${type}`,
          'page[limit]=100',
        ).data;
        return items.filter(({ attributes }) => attributes[field] !== null).length;
      };
      expect(populated('block_pricing_cards', 'features')).toBe(4);
      expect(populated('form_fields', 'choices')).toBe(1);
    },
  );
});
