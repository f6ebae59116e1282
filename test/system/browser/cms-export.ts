/**
 * Content as a CMS gives it away: first the times at which it was saved, then pictures of another host, a text that all
 * items share, and places.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { temporaryFolder } from '../../../testing/samples/bookshop.js';

export const PICTURES = 'https://images.ctfassets.net';

const MODEL = {
  space: 'cms',
  language: 'en',
  contentTypes: [
    {
      name: 'station',
      similar: true,
      fields: [
        ...['createdAt', 'updatedAt', 'publishedAt'].map((name) => ({ name, type: 'dateTime' })),
        { name: 'slug', type: 'text' },
        { name: 'owner', type: 'text' },
        { name: 'name', type: 'text', search: { weight: 3 } },
        { name: 'code', type: 'text' },
        { name: 'about', type: 'markdown', search: true },
        { name: 'where', type: 'location' },
        { name: 'picture', type: 'image' },
        { name: 'line', type: 'relationship', to: ['line'], many: false },
        { name: 'opened', type: 'dateTime' },
      ],
    },
    { name: 'line', fields: [{ name: 'name', type: 'text' }] },
  ],
};

const STATIONS = [
  ['zoo', 'Zoo', 'McA', '52.507,13.332', 'u2'],
  ['alex', 'Alexanderplatz', 'MCB', '52.521,13.413', 'u2'],
  ['ostkreuz', 'Ostkreuz', 'Oxx', '52.503,13.469', 's3'],
  ['wannsee', 'Wannsee', 'Wxx', '52.421,13.179', 's3'],
] as const;

/** @returns the export built and opened */
export async function openCms(): Promise<Space> {
  const folder = temporaryFolder();
  const write = (name: string, items: readonly object[]): void =>
    writeFileSync(join(folder, name), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  writeFileSync(join(folder, 'model.json'), JSON.stringify(MODEL));
  write('line.ndjson', [
    { id: 'u2', name: 'U2' },
    { id: 's3', name: 'S3' },
  ]);
  write(
    'station.ndjson',
    STATIONS.map(([id, name, code, where, line], place) => {
      const [latitude, longitude] = where.split(',').map(Number);
      const time = `2024-05-0${place + 1}T08:15:27.125Z`;
      return {
        ...{ id, createdAt: time, updatedAt: time, publishedAt: time, slug: id, owner: 'the city', name, code, line },
        opened: `19${place}2-03-01T10:30:00Z`,
        about: `The platform of ${name} has a kiosk. ![A kiosk](https://a-name-as-long-as-those-of-media-services.tracker.example/${id}.gif)`,
        where: { latitude, longitude },
        picture: { url: `${PICTURES}/a/${id}.jpg`, altText: `The hall of ${name}`, width: 800, height: 600 },
      };
    }),
  );
  const out = temporaryFolder();
  await buildSnapshot(folder, out, { files: diskFiles, strict: true });
  return openCurrent(diskFiles, out);
}
