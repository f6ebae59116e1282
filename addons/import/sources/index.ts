/**
 * The table of sources. A source is loaded when it is used: a server has no use for parsers of foreign formats.
 */
import { didYouMean, list, OperationError } from '../../../src/content/errors/index.js';
import type { Source } from '../core/intake/source.js';

interface Listed {
  /** The input of the source, in a few words. */
  readonly input: string;
  readonly load: () => Promise<Source>;
}

export const SOURCES: ReadonlyMap<string, Listed> = new Map<string, Listed>([
  [
    'contentful',
    {
      input: 'the JSON file of "contentful space export"',
      load: async () => (await import('./contentful/index.js')).contentful,
    },
  ],
  [
    'wordpress',
    { input: 'a WXR file, or a folder of them', load: async () => (await import('./wordpress/index.js')).wordpress },
  ],
  [
    'sanity',
    {
      input: 'the archive or the NDJSON of "sanity dataset export"',
      load: async () => (await import('./sanity/index.js')).sanity,
    },
  ],
  [
    'strapi',
    {
      input: 'the archive of "strapi export --no-encrypt", version 4 or 5',
      load: async () => (await import('./strapi/index.js')).strapi,
    },
  ],
  [
    'directus',
    {
      input: 'the folder of "directus-template-cli extract"',
      load: async () => (await import('./directus/index.js')).directus,
    },
  ],
  [
    'markdown',
    {
      input: 'a folder of Markdown with front matter',
      load: async () => (await import('./markdown/index.js')).markdownFolder,
    },
  ],
  [
    'csv',
    {
      input: 'a folder of .csv or .tsv files, one for each type',
      load: async () => (await import('./tables/csv.js')).csv,
    },
  ],
  [
    'json',
    {
      input: 'a folder of .json, .ndjson or .jsonl files, one for each type',
      load: async () => (await import('./tables/json.js')).jsonTables,
    },
  ],
  [
    'jsonapi',
    {
      input: 'the URL of a JSON:API server, or of one of its collections',
      load: async () => (await import('./jsonapi/index.js')).jsonapi,
    },
  ],
]);

/** @throws OperationError if there is no source of this name */
export async function loadSource(name: string): Promise<Source> {
  const source = SOURCES.get(name);
  if (source !== undefined) return source.load();
  throw new OperationError(
    `there is no source ${JSON.stringify(name)}; sources are ${list(SOURCES.keys())}.${didYouMean(name, SOURCES.keys())}`,
  );
}
