/**
 * A small shop in four locales: the default, one that falls back to it, one that falls back to that one, and one
 * without a fallback.
 */
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { writeFiles } from './export.js';

export const SHOP = {
  'model.json': {
    space: 'shop',
    locales: [
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
      { code: 'de-CH', fallback: 'de' },
      { code: 'fr' },
    ],
    contentTypes: [
      {
        name: 'book',
        fields: [
          { name: 'title', type: 'text', localized: true, search: true, fold: true },
          { name: 'pages', type: 'integer' },
          { name: 'body', type: 'markdown', localized: true, search: { phrases: true } },
          { name: 'price', type: 'decimal', precision: 2, localized: true },
          { name: 'cover', type: 'image', localized: true },
          { name: 'series', type: 'text' },
          { name: 'author', type: 'relationship', to: 'author', localized: true },
          { name: 'parts', type: 'relationship', to: 'book', many: true, localized: true },
        ],
      },
      { name: 'author', fields: [{ name: 'name', type: 'text', localized: true }] },
      { name: 'tag', fields: [{ name: 'name', type: 'text', search: true }] },
    ],
  },
  'book.ndjson': [
    {
      id: '1',
      title: { en: 'The running foxes', de: 'Die laufenden Füchse' },
      pages: 3,
      body: { en: 'A fox runs "fast".', de: 'Ein Fuchs läuft.', fr: 'Un renard.' },
      price: { en: '1.50', de: 2 },
      cover: { en: { url: '/a.png' }, de: { url: '/b.png', width: 3 } },
      series: 'S',
      author: { en: 'a', de: 'b' },
      parts: { en: ['2', '3'], de: ['3'] },
    },
    {
      id: '2',
      title: { en: 'A second', de: null },
      pages: 4,
      price: { en: 1 },
      parts: { en: ['1'] },
      author: { fr: 'a' },
    },
    { id: '3', title: { de: 'Nur deutsch' }, body: { en: '' }, series: 'S', parts: { de: [] } },
  ],
  'author.ndjson': [
    { id: 'a', name: { en: 'Ann', fr: 'Anne' } },
    { id: 'b', name: { en: 'Bob', de: 'Bob' } },
  ],
  'tag.ndjson': [{ id: 't', name: 'running' }],
};

export async function built(folder: string, files: Readonly<Record<string, unknown>> = SHOP): Promise<Space> {
  await buildSnapshot(writeFiles(join(folder, 'export'), files), join(folder, 'snapshots'), {
    files: diskFiles,
    strict: true,
  });
  return openCurrent(diskFiles, join(folder, 'snapshots'));
}

export interface Shown {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<
    Record<string, { readonly data: unknown; readonly links: Readonly<Record<string, string>> }>
  >;
  readonly links: Readonly<Record<string, string>>;
  readonly meta: { readonly locales?: readonly string[]; readonly highlights?: unknown };
}

export interface ShownDocument {
  readonly data: readonly Shown[];
  readonly included: readonly Shown[];
  readonly links: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** @param target path and query. @returns the document that answers it */
export function documentOf(space: Space, target: string): ShownDocument {
  const [path = '', search = ''] = target.split('?');
  return JSON.parse(answer(space, parseRequest(space.model, path, search), '').toString());
}
