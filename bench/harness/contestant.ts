/**
 * The interface of a contestant and its input, and stele as a contestant.
 *
 * Stele plans, executes and assembles each request; only the parsed request is prepared.
 */

import type { ContentModel } from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { type CollectionRequest, type ItemRequest, parseTarget, Responder } from '../../src/jsonapi/index.js';
import { BASE } from './input/render.js';

/** A URL below the delivery root, and its parsed and checked form. */
export interface Query {
  readonly url: string;
  readonly request: CollectionRequest | ItemRequest;
}

export interface Contestant {
  readonly name: ContestantName;
  /**
   * Does all that may be done before the clock starts.
   *
   * @returns a function to time: from the checked query tree to the bytes of the document
   */
  prepare(query: Query): () => Uint8Array;
}

const CONTESTANTS = ['stele', 'sqlite', 'scan'] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

export function steleContestant(space: Space): Contestant {
  const responder = new Responder(space, BASE);
  return {
    name: 'stele',
    prepare:
      ({ request }) =>
      () =>
        responder.answer(request),
  };
}

/**
 * @param url below the delivery root. @throws Error if it is neither a list nor an item; RequestError when it is
 * wrong
 */
export function parseUrl(model: ContentModel, url: string): Query {
  const request = parseTarget(model, url);
  if (request.kind === 'collection' || request.kind === 'item') return { url, request };
  throw new Error(`The benchmark measures lists and items, not ${url}.`);
}
