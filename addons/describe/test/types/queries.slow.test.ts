/**
 * Counts, inverse relationships, locales and unique fields in typed queries, as a program with strict options writes them.
 */
import { describe, expect, it } from 'vitest';
import { type ContentModel, readContentModel } from '../../../../src/content/model/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { compiled } from './compiled.js';

const newFolder = temporaryFolders();

function museum(): ContentModel {
  const written = readContentModel({
    space: 'museum',
    locales: [{ code: 'en', default: true }, { code: 'fr' }],
    contentTypes: [
      {
        name: 'object',
        fields: [
          { name: 'title', type: 'text', localized: true, search: true },
          { name: 'number', type: 'integer', unique: true },
          { name: 'kind', type: 'select', options: ['Bell', 'Book'] },
          { name: 'made', type: 'dateTime', format: 'date' },
          { name: 'room', type: 'relationship', to: 'room', inverse: { name: 'objects', sort: 'made' } },
          { name: 'makers', type: 'relationship', to: 'room', many: true, page: { limit: 5 } },
        ],
      },
      { name: 'room', fields: [{ name: 'floor', type: 'integer' }] },
    ],
  });
  if ('model' in written) return written.model;
  throw new Error(JSON.stringify(written.problems));
}

const PROGRAM = `
import { type Item, type ListQuery, connect } from 'stele/client';
import { type Content, localeCodes, objectIncludes, objectKindOptions, objectSorts, type ObjectFilter, type QueryParameters } from './content.js';

const space = connect<Content>('http://127.0.0.1:8080/delivery/jsonapi', { locale: 'fr' });
const rooms = space.type('room');
const objects = space.type('object');

const full = await rooms.find({
  filter: { objects: { _count: { _gte: 2 }, made: { _lt: new Date('1890-01-01') }, kind: { _in: objectKindOptions } } },
  sort: ['-objects._count'],
  include: ['objects'],
  relatedPage: { objects: { limit: 3 } },
  facets: { 'objects._count': 5 },
  stats: ['objects._count'],
});
for (const { floor, objects } of full.items) {
  const made: string | null | undefined = objects[0]?.made;
  const height: number | null = floor;
  console.log(made, height);
}
full.document.data[0]?.relationships.objects.meta.total satisfies number | undefined;
const inverse = await rooms.related('roads', 'objects', { sort: ['made'] });
inverse?.items[0]?.title satisfies string | null | undefined;
await objects.find({ filter: { _locale: { _eq: localeCodes[1] } }, facets: { _locale: 2 }, locale: localeCodes[0] });
await objects.find({ filter: { number: { _eq: 3n } } });
const filter: ObjectFilter = { _locale: { _in: ['fr'] }, makers: { _count: { _eq: 0 } } };
const query: ListQuery<Content, 'object'> = { filter };
await objects.find(query);
export const title = ({ title, room }: Item<Content, 'object', 'room'>): string => \`\${title ?? ''} \${room?.floor}\`;
export const parameters = {
  'filter[_locale][_eq]': 'fr',
  'filter[_search]': 'bell',
  'page[makers][limit]': 5,
  _stats: 'number',
} satisfies QueryParameters<'object'>;

const steps: ListQuery<Content, 'object'> = {};
steps.sort = ['number'];
const stepped = await objects.find({ ...steps, include: ['room'] });
export const exact: Item<Content, 'object', 'room'> | undefined = stepped.items[0];
export const search = new URLSearchParams({ 'page[limit]': '2' } satisfies QueryParameters<'object', string>);
// @ts-expect-error: URLSearchParams takes texts
const wrongParameters: QueryParameters<'object', string> = { 'page[limit]': 2 };

const typed: string = '-number';
const sort = objectSorts.find((key) => key === typed);
await objects.find({ sort: sort === undefined ? [] : [sort], include: objectIncludes, facets: { 'room.floor': 3 }, stats: ['room.floor'] });
await objects.find({ sort: ['-room.floor', 'room.objects._count'] });
// @ts-expect-error: the field is called floor
await objects.find({ sort: ['room.flor'] });
// @ts-expect-error: in a facet too
await objects.find({ facets: { 'makers.flor': 3 } });
// @ts-expect-error: and in a statistic
await objects.find({ stats: ['room.flor'] });

// @ts-expect-error: a locale that the model does not have
await objects.find({ filter: { _locale: { _eq: 'de' } } });
// @ts-expect-error: a to-one relationship has no count
await objects.find({ filter: { room: { _count: { _eq: 1 } } } });
// @ts-expect-error: rooms have no localized field
await rooms.find({ filter: { _locale: { _eq: 'fr' } } });
// @ts-expect-error: a count is a number
await rooms.find({ filter: { objects: { _count: { _eq: 'two' } } } });
`;

describe('typed queries', () => {
  it('counts, inverses, locales, unique fields › compile; wrong names and values do not', () => {
    expect(compiled(newFolder(), museum(), { 'program.ts': PROGRAM })).toBe('');
  });
});
