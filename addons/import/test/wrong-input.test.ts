/**
 * Each source is given what is another's: it is refused with what it seems to be and what was expected, and nothing is
 * written.
 */
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { stele } from '../../../testing/cli/stele.js';
import { folderOf, imported, newFolder, removeFolders } from './importing.js';

afterEach(removeFolders);

/** The beginning of what each system exports, as files and folders. */
const exported = {
  contentful: () =>
    join(folderOf({ 'space.json': '{"contentTypes": [], "entries": [], "locales": []}' }), 'space.json'),
  wordpress: () =>
    join(
      folderOf({
        'site.xml':
          '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>',
      }),
      'site.xml',
    ),
  sanity: () => join(folderOf({ 'data.ndjson': '{"_id":"a","_type":"post"}\n' }), 'data.ndjson'),
  strapi: () => folderOf({ 'metadata.json': '{"strapi": {"version": "5.1.0"}}', 'entities/entities_00001.jsonl': '' }),
  directus: () =>
    folderOf({ 'src/schema/snapshot.json': '{}', 'src/collections.json': '[]', 'src/content/a.json': '[]' }),
  markdown: () => folderOf({ 'posts/a.md': '---\ntitle: A\n---\nText\n' }),
  csv: () => folderOf({ 'posts.csv': 'id,title\n1,A\n' }),
  image: () => join(folderOf({ 'a.png': Buffer.from('89504e470d0a1a0a', 'hex') }), 'a.png'),
  nothing: () => folderOf({}),
  project: () => folderOf({ 'README.md': '# A program\n', 'main.js': '' }),
} as const;
type Input = keyof typeof exported;

const told: Readonly<Record<string, RegExp>> = {
  contentful: /expected the JSON file that "contentful space export" writes/,
  wordpress: /expected a WXR file/,
  sanity: /expected the tar\.gz or the NDJSON/,
  strapi: /expected .*Strapi 4 or 5/,
  directus: /expected the folder that "directus-template-cli extract" writes/,
  markdown: /expected a folder of content with \.md or \.mdx files/,
  csv: /seems to be .*; expected a folder with files that end in \.csv/,
  json: /seems to be .*; expected a folder with files that end in \.json|space\.json.* is not an object/,
};

/** What a source reads, though another made it. */
const readsAll: Readonly<Record<string, readonly Input[]>> = { json: ['sanity', 'strapi', 'directus'] };

describe('input of another system', () => {
  const cases = Object.keys(told).flatMap((source) =>
    (Object.keys(exported) as Input[])
      .filter((input) => input !== source && readsAll[source]?.includes(input) !== true)
      .map((input) => [source, input] as const),
  );
  it.each(cases)('%s given %s › is refused, and nothing is written', async (source, input) => {
    const out = join(newFolder(), 'export');
    await expect(imported(source, exported[input](), { out })).rejects.toThrow(told[source]);
    expect(readdirSync(dirname(out))).toEqual([]);
  });

  it.each(['contentful', 'wordpress', 'sanity', 'strapi'])(
    '%s given a truncated gzip file › is refused',
    async (source) => {
      const text = JSON.stringify(Array.from({ length: 4000 }, (_, n) => Math.sin(n)));
      const out = join(newFolder(), 'export');
      const input = join(folderOf({ 'a.gz': gzipSync(text).subarray(0, 9000) }), 'a.gz');
      await expect(imported(source, input, { out })).rejects.toThrow(/cut short|expected/);
      expect(readdirSync(dirname(out))).toEqual([]);
    },
  );
});

describe('jsonapi', () => {
  it.each([
    [
      'a page for people',
      'text/html',
      '<!doctype html><title>x</title>',
      /answers text\/html that is not complete JSON/,
    ],
    ['an answer that is cut short', 'application/vnd.api+json', '{"links": {"a": "/a"', /not complete JSON/],
    [
      'the content of another kind of API',
      'application/json',
      '{"items": []}',
      /answers JSON without "data" and "links"/,
    ],
  ])('%s › is refused', async (_, type, body, message) => {
    const server = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await expect(imported('jsonapi', `http://127.0.0.1:${port}/`)).rejects.toThrow(message);
    } finally {
      server.close();
    }
  });
});

describe('a folder for a source that reads a file', () => {
  it('files with the ending › are named, with the command for the first', async () => {
    const folder = folderOf({ 'd.json': '{}', 'b c.json': '{}', 'a.txt': '', 'e.json': '{}', 'f.json': '{}' });
    const out = join(newFolder(), 'export');
    await expect(imported('contentful', folder, { out })).rejects.toThrow(
      `The folder has b c.json, d.json, e.json and 1 more. Give a file: stele import contentful '${folder}/b c.json' --out export`,
    );
    const { code, stderr } = await stele(['build', folder, '--from', 'contentful', '--out', 'new snapshots']);
    expect(code).toBe(1);
    expect(stderr).toContain(`stele build '${folder}/b c.json' --from contentful --out 'new snapshots'`);
  });

  it.each(['sanity', 'strapi'])('%s, a folder with an archive › the command that reads the archive', async (source) => {
    const folder = folderOf({ 'export.tar.gz': '' });
    await expect(imported(source, folder, { out: join(newFolder(), 'export') })).rejects.toThrow(
      `The folder has export.tar.gz. Give a file: stele import ${source} ${folder}/export.tar.gz --out export`,
    );
  });
});
