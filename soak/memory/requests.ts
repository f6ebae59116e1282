/**
 * Requests for large answers of the Tate collection: a hot list that fits into a small cache, and a cold list that fits into none.
 */
const codings = ['identity', 'gzip', 'br'] as const;

export interface LargeRequest {
  readonly path: string;
  readonly coding: (typeof codings)[number];
}

const root = '/delivery/jsonapi/artwork';
const sorts = ['title', '-title', 'acquisitionYear', '-acquisitionYear'];
const hotPageCount = 40;
/** 69,202 artworks in pages of 100, of about 200 KB each: 550 MB with all sorts. */
const pageCount = 690;

/** @param roll returns an integer from 0 to bound - 1. @returns a hot request or, as often, a cold one */
export function chooseRequest(roll: (bound: number) => number): LargeRequest {
  const isHot = roll(2) === 0;
  const skip = roll(isHot ? hotPageCount : pageCount) * 100;
  const sort = isHot ? 'title' : sorts[roll(sorts.length)]!;
  const page = roll(4) === 0 ? 'include=contributors,subjects&page[limit]=11' : 'page[limit]=100';
  return { path: `${root}?${page}&sort=${sort}&page[skip]=${skip}`, coding: codings[roll(codings.length)]! };
}
