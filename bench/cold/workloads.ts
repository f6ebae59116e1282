/**
 * What is asked: questions drawn from the content, and what the engine of this process says their documents are.
 */
import type { Random } from '../../data/generate/random.js';
import { answer, parseRequest } from '../../src/api/jsonapi/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { splitUrl } from '../harness/contestant.js';
import { BASE } from '../harness/input/render.js';
import type { Sample } from '../harness/input/sample.js';
import { COLD, ITEMS } from '../http/workloads/questioner.js';

type Draw = (sample: Sample, random: Random) => string;

export interface Workload {
  readonly name: string;
  /** Whether the server keeps answers: these are then asked until it does. */
  readonly keeps: boolean;
  /** Whether the client says that it has the answer. */
  readonly revalidates: boolean;
  /** Taken in turn. */
  readonly draws: readonly Draw[];
}

const drawsOf = (shapes: readonly { readonly kind: string; readonly draw: Draw }[], ...kinds: string[]): Draw[] =>
  shapes.filter(({ kind }) => kinds.includes(kind)).map(({ draw }) => draw);

const item = drawsOf(ITEMS, 'item');
const itemWithInclude = drawsOf(ITEMS, 'item with include');
const list = drawsOf(COLD, 'equality + sort', 'range + range', 'text + range');
const related: Draw = (sample, random) => {
  const path = `/article/article-${1 + random.below(sample.items('article'))}/tags`;
  return random.chance(0.5) ? path : `${path}?page[limit]=${2 + random.below(8)}`;
};

export const WORKLOADS: readonly Workload[] = [
  { name: 'item', keeps: false, revalidates: false, draws: item },
  { name: 'item with include', keeps: false, revalidates: false, draws: itemWithInclude },
  { name: 'list with total', keeps: false, revalidates: false, draws: list },
  { name: 'related list', keeps: false, revalidates: false, draws: [related] },
  { name: 'revalidate', keeps: true, revalidates: true, draws: [...item, ...list] },
  { name: 'hit', keeps: true, revalidates: false, draws: [...item, ...list] },
];

/** How often one may be drawn that is known already. */
const attemptsMaximum = 10_000;

/** @returns so many different URLs below the delivery root */
export function drawUrls({ draws }: Workload, count: number, sample: Sample, random: Random): string[] {
  const urls = new Set<string>();
  for (let attempt = 0; urls.size < count && attempt < attemptsMaximum; attempt += 1) {
    urls.add(draws[urls.size % draws.length]!(sample, random));
  }
  return [...urls];
}

export const targetOf = (url: string): string => `${BASE}${url}`;

/** @returns the document, by the engine of this process */
export function documentOf(space: Space, url: string): Buffer {
  const { path, search } = splitUrl(url);
  return Buffer.from(answer(space, parseRequest(space.model, path, search), BASE));
}

/** The bytes of a request. @param tag of the answer that the client says it has */
export function requestOf(url: string, tag?: string): Buffer {
  const lines = [
    `GET ${targetOf(url)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: bench',
    'Accept: application/vnd.api+json',
    'Accept-Encoding: identity',
    ...(tag === undefined ? [] : [`If-None-Match: ${tag}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
