/**
 * Genuine exports of other systems from their files to answers: imported, built, verified, and asked in two locales. What is
 * expected is read from the source, by other means than the importers'.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { temporaryFolder } from '../../../testing/samples/bookshop.js';
import { documentOf } from '../../../testing/samples/shop.js';
import { sharedPath } from '../../../testing/shared.js';
import { imported } from './importing.js';

async function served(source: string, input: string): Promise<{ readonly space: Space; readonly items: number }> {
  const folder = temporaryFolder();
  const { out, counts } = await imported(source, input, { out: join(folder, 'export') });
  const snapshots = join(folder, 'snapshots');
  const { items, snapshot } = await buildSnapshot(out, snapshots, { files: diskFiles, strict: false });
  expect((await verifySnapshot(diskFiles, snapshots, snapshot)).problems).toEqual([]);
  expect(items).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
  return { space: await openCurrent(diskFiles, snapshots), items };
}

/** @returns one attribute of every item, by id, as a locale has it */
function shown(space: Space, type: string, attribute: string, locale: string): ReadonlyMap<string, unknown> {
  const { data } = documentOf(space, `/${type}?page[limit]=100&localeCode=${locale}`);
  return new Map(data.map(({ id, attributes }) => [id, attributes[attribute]]));
}

const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

describe('a genuine export, built and served', () => {
  const others = [
    ['contentful', 'exports/contentful/starter-gatsby-blog/export.json'],
    ['sanity', 'exports/sanity/nextjs-conference/nextjs-conference.tar.gz'],
    ['strapi', 'exports/strapi/import-export-blog-v4/seed-data.tar.gz'],
    ['wordpress', 'exports/wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml'],
  ] as const;
  for (const [source, path] of others) {
    const input = sharedPath(path, `building ${path}`);
    it.skipIf(input === undefined)(`${path} › is built whole`, async () => {
      expect((await served(source, input ?? '')).items).toBeGreaterThan(5);
    });
  }

  const contentful = sharedPath('exports/contentful/multi-locale/contentful-export.json', 'a space with two locales');
  it.skipIf(contentful === undefined)(
    'Contentful › every localized text equals the source or its fallback',
    async () => {
      const { space } = await served('contentful', contentful ?? '');
      const source: {
        entries: {
          sys: { id: string; contentType: { sys: { id: string } } };
          fields: Record<string, Record<string, unknown>>;
        }[];
      } = read(contentful ?? '');
      let compared = 0;
      let differing = 0;
      for (const { name, fields } of space.model.contentTypes.values()) {
        for (const field of fields.filter(
          ({ type, localized }) => localized === true && (type === 'text' || type === 'textMultiline'),
        )) {
          for (const locale of ['en-US', 'es']) {
            const found = shown(space, name, field.name, locale);
            for (const { sys, fields: values } of source.entries.filter(
              (entry) => entry.sys.contentType.sys.id === name,
            )) {
              const own = values[field.name];
              expect(found.get(sys.id) ?? undefined, `${name} ${sys.id} ${field.name}`).toBe(
                own?.[locale] ?? own?.['en-US'],
              );
              compared += 1;
              if (own?.[locale] !== own?.['en-US']) differing += 1;
            }
          }
        }
      }
      expect(compared).toBeGreaterThan(20);
      expect(differing).toBeGreaterThan(3);
    },
  );

  const directus = sharedPath('exports/directus/starter-cms-i18n/src', 'a template with eight locales');
  it.skipIf(directus === undefined)('Directus › titles of pages equal their translations', async () => {
    const { space } = await served('directus', join(directus ?? '', '..'));
    const pages: { id: string; title: string }[] = read(directus ?? '', 'content', 'pages.json');
    const translations: { pages: string; languages_code: string; title: string | null }[] = read(
      directus ?? '',
      'content',
      'pages_translations.json',
    );
    for (const locale of ['en-US', 'de-DE', 'ru-RU']) {
      const found = shown(space, 'pages', 'title', locale);
      expect(found.size).toBe(pages.length);
      for (const { id, title } of pages) {
        const own = translations.find((row) => row.pages === id && row.languages_code === locale)?.title;
        expect(found.get(id), `${id} in ${locale}`).toBe(own ?? title);
      }
    }
  });

  const strapi = sharedPath(
    'exports/strapi/monorepo-starter-v5/strapi-export-2026-05-12-144822.tar.gz',
    'an export of Strapi 5 with two locales',
  );
  it.skipIf(strapi === undefined)(
    'Strapi 5 › a page has the title, the components and the path of each locale',
    async () => {
      const { space } = await served('strapi', strapi ?? '');
      const home = 'fcvxiof7eghmoqhiq8pi17y1';
      expect(shown(space, 'page', 'title', 'en').get(home)).toBe('Homepage');
      expect(shown(space, 'page', 'title', 'cs').get(home)).toBe('Hlavní stránka');
      const components = (locale: string): unknown =>
        documentOf(space, `/page?localeCode=${locale}&page[limit]=100`).data.find(({ id }) => id === home)
          ?.relationships['content']?.data;
      expect(components('en')).not.toEqual(components('cs'));
      expect(JSON.stringify(components('cs'))).toContain('.cs.');
    },
  );
});
