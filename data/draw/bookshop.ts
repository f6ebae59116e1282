/**
 * The bookshop's pictures by their addresses, from its export: `/images/<kind>/<name>.svg`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw, isKind, type Subject } from './draw.js';

export const IMAGES_PATH = '/images';
const addressPattern = /^\/images\/([a-z]+)\/([^/]+)\.svg$/;

/** Types with pictures, and which of their fields says what. */
const SOURCES = {
  book: { image: 'cover', title: 'title', beside: 'author' },
  author: { image: 'portrait', title: 'name', beside: '' },
  publisher: { image: 'logo', title: 'name', beside: '' },
  event: { image: 'poster', title: 'title', beside: 'starts' },
  page: { image: 'hero', title: 'title', beside: '' },
} as const;

type Item = Readonly<Record<string, unknown>>;

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;
/** Of a localized value the one in English, in which the covers are drawn. */
const textOf = (item: Item, name: string): string => {
  const value = item[name];
  const text = isItem(value) ? value['en'] : value;
  return typeof text === 'string' ? text : '';
};

async function itemsOf(folder: string, type: string): Promise<readonly Item[]> {
  const lines = (await readFile(join(folder, `${type}.ndjson`), 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const item: unknown = line === '' ? undefined : JSON.parse(line);
    return isItem(item) ? [item] : [];
  });
}

const usual: Readonly<Record<string, readonly [number, number]>> = {
  book: [1000, 1500],
  author: [1200, 1600],
  publisher: [600, 600],
  event: [1080, 1350],
  page: [1600, 900],
};

/** @param folder of the export. @returns SVG documents by address */
export async function bookshopPictures(folder: string): Promise<ReadonlyMap<string, string>> {
  const authors = new Map((await itemsOf(folder, 'author')).map((item) => [textOf(item, 'id'), textOf(item, 'name')]));
  const drawn = new Map<string, string>();
  for (const [type, { image, title, beside }] of Object.entries(SOURCES)) {
    for (const item of await itemsOf(folder, type)) {
      const picture = item[image];
      if (!isItem(picture)) continue;
      const url = textOf(picture, 'url');
      const [, kind = '', name = ''] = addressPattern.exec(url) ?? [];
      if (!isKind(kind)) continue;
      const [width, height] = usual[type] ?? [1000, 1000];
      const told = textOf(item, beside);
      const subject: Subject = {
        name,
        title: textOf(item, title) || name,
        beside: type === 'book' ? (authors.get(told) ?? '') : told.slice(0, 10),
        genre: textOf(item, 'genre'),
        width: typeof picture['width'] === 'number' ? picture['width'] : width,
        height: typeof picture['height'] === 'number' ? picture['height'] : height,
      };
      drawn.set(url, draw(kind, subject));
    }
  }
  return drawn;
}
