/**
 * Draws the questions of a class: at least 200 different ones, so that no answer is a cached one.
 */
import type { Random } from '../../data/generate/random.js';
import type { ContentModel } from '../../src/content/model/index.js';
import type { QueryClass } from '../cases/index.js';
import type { Contestant, Query } from '../harness/contestant.js';
import type { Sample } from '../harness/input/sample.js';
import { parseUrl } from '../harness/stele.js';
import { totalOf } from '../harness/timing/compare.js';

export const QUERIES_MINIMUM = 200;
const wanted = 400;
/** A class that gives the same question again and again is given up. */
const attemptsMaximum = wanted * 50;

export interface Asking {
  readonly model: ContentModel;
  readonly sample: Sample;
  /** Says how many items an answer has, for classes that want some or none. */
  readonly stele: Contestant;
}

/** A page behind the end is passed over: there would be nothing to show. */
function suits(asked: QueryClass, query: Query, stele: Contestant): boolean {
  const document = stele.prepare(query)();
  const total = totalOf(document);
  if (total > 0 && query.request.kind === 'collection' && query.request.page.skip >= total) return false;
  return asked.answers === undefined || asked.answers === (total > 0 ? 'something' : 'nothing');
}

/** @throws Error when the class has fewer different questions than the minimum */
export function drawQueries(asked: QueryClass, { model, sample, stele }: Asking, random: Random): Query[] {
  const drawn = new Map<string, Query>();
  const passedOver = new Set<string>();
  for (let attempt = 0; attempt < attemptsMaximum && drawn.size < wanted; attempt += 1) {
    const url = asked.url(sample, random);
    if (drawn.has(url) || passedOver.has(url)) continue;
    const query = parseUrl(model, url);
    if (suits(asked, query, stele)) drawn.set(url, query);
    else passedOver.add(url);
  }
  if (drawn.size >= QUERIES_MINIMUM) return [...drawn.values()];
  throw new Error(
    `The class "${asked.name}" has ${drawn.size} different questions on this content; at least ${QUERIES_MINIMUM} are wanted.`,
  );
}
