/**
 * Traffic of three shapes, as a small site has it: a list by genre, newest first; an item with its author; titles that
 * begin so. Always the same for the same export.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encodeComponent } from '../../src/model/index.js';
import { encodeTraffic, SeededRandom, TrafficBuilder } from '../../src/traffic/index.js';

interface Article {
  readonly id: string;
  readonly title: string;
  readonly genre: string;
}

const sampled = 2000;
const beginning = 6;

const isArticle = (value: unknown): value is Article =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'title', 'genre'].every((name) => typeof Reflect.get(value, name) === 'string');

async function firstArticles(folder: string): Promise<readonly Article[]> {
  const articles: Article[] = [];
  const input = createReadStream(join(folder, 'article.ndjson'));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const item: unknown = JSON.parse(line);
    if (isArticle(item)) articles.push(item);
    if (articles.length === sampled) break;
  }
  input.destroy();
  return articles;
}

/** @returns the bytes of a traffic file */
export async function threeShapes(exportFolder: string, requests: number, seed: number): Promise<Buffer> {
  const articles = await firstArticles(exportFolder);
  const random = new SeededRandom(seed);
  const builder = new TrafficBuilder('kept', '');
  for (let request = 0; request < requests; request += 1) {
    const article = articles[random.below(articles.length)];
    if (article === undefined) break;
    builder.add({ ...asked(request % 3, article), timeMs: request });
  }
  return encodeTraffic({ ...builder.build(), startMs: 0 });
}

function asked(shape: number, { id, title, genre }: Article): { readonly path: string; readonly search: string } {
  const equals = (field: string, operator: string, value: string): string =>
    `filter%5B${field}%5D%5B${operator}%5D=${encodeComponent(value)}`;
  switch (shape) {
    case 0:
      return { path: '/article', search: `?${equals('genre', '_eq', genre)}&sort=-published` };
    case 1:
      return { path: `/article/${encodeComponent(id)}`, search: '?include=author' };
    default:
      return {
        path: '/article',
        search: `?${equals('title', '_startsWith', [...title].slice(0, beginning).join(''))}&page%5Blimit%5D=10`,
      };
  }
}
