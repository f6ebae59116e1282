/**
 * Files of `stele init`: a small export, the schema of its model, types of its content, and a package.json with commands.
 */
import { basename, resolve } from 'node:path';
import { type ContentModel, readContentModel } from '../../content/model/index.js';
import type { ProjectTypes } from '../ports/project-types.js';
import { CLIENTS, type ClientName, type ClientProject } from './clients.js';

const MODEL = {
  $schema: '../model.schema.json',
  space: 'library',
  language: 'en',
  contentTypes: [
    {
      name: 'book',
      fields: [
        { name: 'title', type: 'text', search: true, fold: true },
        { name: 'summary', type: 'markdown', search: true },
        { name: 'genre', type: 'select', options: ['Fiction', 'Poetry'] },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'published', type: 'dateTime', format: 'date' },
        { name: 'author', type: 'relationship', to: 'author', many: false },
      ],
    },
    {
      name: 'author',
      fields: [
        { name: 'name', type: 'text', search: true },
        { name: 'books', type: 'relationship', to: 'book', many: true },
      ],
    },
  ],
};

const BOOKS = [
  {
    id: 'the-stone-cutter',
    title: 'The Stone Cutter',
    summary: 'A year in a quarry, told by the *youngest* of the crew.',
    genre: 'Fiction',
    price: '24.00',
    published: '2024-03-01',
    author: 'mara-mason',
  },
  {
    id: 'salt-and-light',
    title: 'Salt and Light',
    summary: 'Poems of the shore.',
    genre: 'Poetry',
    price: '8.50',
    published: '2019-10-12',
    author: 'mara-mason',
  },
  { id: 'the-tide-table', title: 'The Tide Table', genre: 'Fiction', price: '11.90', author: 'ossian-ward' },
];

const AUTHORS = [
  { id: 'mara-mason', name: 'Mara Mason', books: ['salt-and-light', 'the-stone-cutter'] },
  { id: 'ossian-ward', name: 'Ossian Ward', books: ['the-tide-table'] },
];

const SCRIPTS = {
  dev: 'stele serve --dev export',
  build: 'stele build export --out snapshots',
  start: 'stele serve snapshots',
  types: 'stele types export --out content.ts',
};

const prettyJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const jsonLines = (items: readonly object[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');

function sampleModel(): ContentModel {
  const result = readContentModel(MODEL);
  if ('model' in result) return result.model;
  throw new Error(result.problems.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
}

/** @returns the folder's name in the characters of npm's names; never the name of the dependency, which npm would refuse */
function packageName(folder: string): string {
  const words = basename(resolve(folder)).toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const name = words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);
  return ['', 'stele', 'node-modules'].includes(name) ? 'stele-content' : name;
}

/**
 * @param folder the folder of the project, from which its name is made
 * @param stele  the dependency on stele, such as ^1.2.0
 * @param client the kind of client to add
 * @param types  writes the schema of the model and the types of the content; undefined if that add-on is not installed
 * @returns names and texts of files, in the order in which they are written
 */
export function projectFiles(
  folder: string,
  stele: string,
  client: ClientName | undefined,
  types: ProjectTypes | undefined,
): readonly (readonly [name: string, text: string])[] {
  const { files, scripts, dependencies, ignoredPaths }: ClientProject =
    client === undefined ? { files: [], scripts: {}, dependencies: {}, ignoredPaths: [] } : CLIENTS[client];
  const manifest = {
    name: packageName(folder),
    private: true,
    // `npm sbom` fails without a version.
    version: '0.0.0',
    type: 'module',
    scripts: { ...SCRIPTS, ...scripts },
    dependencies: { ...dependencies, stele },
  };
  return [
    ['export/model.json', prettyJson(MODEL)],
    ['export/book.ndjson', jsonLines(BOOKS)],
    ['export/author.ndjson', jsonLines(AUTHORS)],
    ...(types?.filesFor(sampleModel()) ?? []),
    ...files,
    ['package.json', prettyJson(manifest)],
    ['.gitignore', ['node_modules', 'snapshots', ...ignoredPaths, ''].join('\n')],
  ];
}
