/**
 * What is measured against each other, and what each is given.
 */
import type { CollectionRequest, ItemRequest } from '../../src/api/jsonapi/index.js';

/** A URL below the delivery root, and what parsing and checking made of it. */
export interface Query {
  readonly url: string;
  readonly request: CollectionRequest | ItemRequest;
}

export interface Contestant {
  readonly name: ContestantName;
  /**
   * Does all that may be done before the clock starts.
   *
   * @returns what is timed: from the checked query tree to the bytes of the document
   */
  prepare(query: Query): () => Uint8Array;
}

export const CONTESTANTS = ['stele', 'sqlite', 'scan'] as const;

export type ContestantName = (typeof CONTESTANTS)[number];
