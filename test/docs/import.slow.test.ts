/**
 * docs/import › the commands at the head of each source's page work word for word, on a genuine export of its system.
 *
 * The output of the other system's command is written to the place that the page names; a local server replaces the CMS.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compiled, EXECUTABLE } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { fencesOf, markdownFiles, ROOT, readPage } from '../../testing/pages/markdown.js';
import { startBookshop } from '../../testing/server/server.js';
import { sharedPath } from '../../testing/shared.js';

const newFolder = temporaryFolders();
const pages = markdownFiles().filter((path) => /^docs\/import\/[a-z]+\.md$/.test(path));

/** Where the last word says. */
const copies = 'for last; do :; done; cp -r "$GIVEN" "$last"';
/** A replacement for another system's command, and the export that it writes. */
const systems: Readonly<Record<string, readonly [command: string, shared: string]>> = {
  contentful: [`contentful() { ${copies}; }`, 'contentful/multi-locale/contentful-export.json'],
  directus: ['npx() { cp -r "$GIVEN" template; }', 'directus/starter-cms-i18n/src'],
  sanity: [`sanity() { ${copies}; }`, 'sanity/nextjs-conference/nextjs-conference.tar.gz'],
  strapi: [`strapi() { ${copies}.tar.gz; }`, 'strapi/monorepo-starter-v5/strapi-export-2026-05-12-144822.tar.gz'],
  wordpress: ['wp() { cat "$GIVEN"; }', 'wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml'],
};

/** Files that exist before the first command. */
function lay(page: string, folder: string): void {
  if (page === 'markdown') cpSync(join(ROOT, 'data/markdown'), join(folder, 'data/markdown'), { recursive: true });
  if (page !== 'tables') return;
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/authors.csv'), 'id,name\na1,Ada\n');
  writeFileSync(join(folder, 'tables/books.csv'), 'id,title,author\nb1,Salt,a1\nb2,Light,a1\n');
}

describe('the commands of a page about importing', () => {
  it.each(pages.map((path) => basename(path, '.md')))(
    '%s › create a snapshot with items',
    { timeout: 120_000 },
    async (page) => {
      const [command = '', path] = systems[page] ?? [];
      const given = path === undefined ? '' : sharedPath(`exports/${path}`, `the commands of docs/import/${page}.md`);
      if (given === undefined) return;
      const cms = page === 'jsonapi' ? await startBookshop() : undefined;
      const folder = newFolder();
      lay(page, folder);
      const env = { ...process.env, GIVEN: given, NODE: process.execPath, STELE: compiled(EXECUTABLE) };
      const shell = async (text: string): Promise<string> => {
        const script = `set -e\nstele() { "$NODE" "$STELE" "$@"; }\n${command}\n${text}`;
        return (await promisify(execFile)('sh', ['-c', script], { cwd: folder, env })).stdout;
      };
      try {
        const fences = fencesOf(readPage(`docs/import/${page}.md`));
        const [shown] = fences.filter(({ info }) => info === 'sh');
        await shell(
          shown?.text.replace('https://cms.example.org/jsonapi', cms?.base ?? '').replace('Bearer …', 'Bearer abc') ??
            'exit 9',
        );
        const { meta } = JSON.parse(await shell("stele query snapshots ''"));
        const types: readonly { readonly items: number }[] = meta.contentTypes;
        expect(types.reduce((sum, { items }) => sum + items, 0)).toBeGreaterThan(2);
        for (const { text } of fences.filter(({ info }) => info === 'text')) {
          const { data, included } = JSON.parse(await shell(`stele query snapshots '${text}'`));
          expect([data.length, included.length]).toEqual([1, expect.any(Number)]);
          expect(included.length).toBeGreaterThan(2);
        }
      } finally {
        await cms?.stop();
      }
    },
  );

  it('each source › has a page with commands; each genuine export has a page', () => {
    expect(pages.length).toBeGreaterThanOrEqual(8);
    for (const path of pages) expect(readPage(path)).toMatch(/^```sh\n/m);
    for (const page of Object.keys(systems)) expect(pages).toContain(`docs/import/${page}.md`);
  });
});
