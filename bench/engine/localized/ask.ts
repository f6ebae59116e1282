/**
 * Each class of questions to a space without locales, and to its localized twin in both locales: answers first, then time.
 */
import { Random } from '../../../data/generate/random.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import type { Space } from '../../../src/snapshot/index.js';
import { inLocale, withoutLocale } from '../../../test/oracle/locales.js';
import type { QueryClass } from '../../cases/index.js';
import { BASE } from '../../harness/input/render.js';
import type { Sample } from '../../harness/input/sample.js';
import { splitUrl, steleContestant } from '../../harness/stele.js';
import { DifferenceError } from '../../harness/timing/compare.js';
import { type Effort, measure } from '../../harness/timing/measure.js';
import { drawQueries } from '../queries.js';
import { SECOND, translatedUrl } from './twins.js';

/** The spaces that are asked; `second` has what the second locale shows, as if there were no other. */
export interface Spaces {
  readonly plain: Space;
  readonly localized: Space;
  readonly second: Space;
}

export interface LocalizedClass {
  readonly name: string;
  /** Medians in microseconds: in the default locale of the twin, and without locales. */
  readonly defaultUs: number;
  readonly plainUs: number;
  /** In its second locale, and of the same content without locales: what is found there may be more, or less. */
  readonly secondUs: number;
  readonly secondPlainUs: number;
}

const comparedMaximum = 25;

/** @returns the question in the second locale */
function withLocale(url: string): string {
  const { path, search } = splitUrl(url);
  return `${path}${inLocale(search, SECOND)}`;
}

function documentOf(space: Space, url: string): Buffer {
  const { path, search } = splitUrl(url);
  return answer(space, parseRequest(space.model, path, search), BASE);
}

/** @throws DifferenceError where an answer in a locale is another than without locales */
export function compareInLocale(url: string, found: Buffer, expected: Buffer): void {
  if (withoutLocale(found.toString(), SECOND) === expected.toString()) return;
  throw new DifferenceError(`The localized twin answers otherwise: ${url}`);
}

/** @throws DifferenceError where an answer in a locale is another than without locales */
export function askClass(
  asked: QueryClass,
  { plain, localized, second }: Spaces,
  sample: Sample,
  effort: Effort,
  seed: number,
): LocalizedClass {
  const random = new Random(seed, `bench/localized/${asked.name}`);
  const urls = drawQueries(asked, { model: plain.model, sample, stele: steleContestant(plain) }, random).map(
    ({ url }) => url,
  );
  for (const url of urls.slice(0, comparedMaximum)) {
    const translation = translatedUrl(url);
    compareInLocale(url, documentOf(localized, url), documentOf(plain, url));
    compareInLocale(
      withLocale(translation),
      documentOf(localized, withLocale(translation)),
      documentOf(second, translation),
    );
  }
  const runs = (space: Space, asks: readonly string[]) =>
    asks.map((url) => {
      const { path, search } = splitUrl(url);
      const request = parseRequest(space.model, path, search);
      return () => answer(space, request, BASE);
    });
  const timings = measure(
    [
      { name: 'plain', runs: runs(plain, urls) },
      { name: 'default', runs: runs(localized, urls) },
      {
        name: 'second',
        runs: runs(
          localized,
          urls.map((url) => withLocale(translatedUrl(url))),
        ),
      },
      { name: 'secondPlain', runs: runs(second, urls.map(translatedUrl)) },
    ],
    effort,
    random,
  );
  const p50 = (name: 'plain' | 'default' | 'second' | 'secondPlain'): number => timings.get(name)?.p50Us ?? Number.NaN;
  return {
    name: asked.name,
    defaultUs: p50('default'),
    plainUs: p50('plain'),
    secondUs: p50('second'),
    secondPlainUs: p50('secondPlain'),
  };
}
