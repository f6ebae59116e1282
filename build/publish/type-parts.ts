/**
 * One content type of a build: either built, or linked to the segment of an earlier snapshot; and its properties in both cases.
 *
 * Elsewhere: deciding between the two (built-types), writing them (write-types).
 */
import type { ContentType } from '../../src/content/model/index.js';
import { type ContentHash, type ItemsSource, ProblemLog } from '../read/index.js';
import type { TypeBuilder } from '../segment/index.js';
import type { LinkedType } from './incremental/linked-type.js';
import type { LinkResolver } from './resolve-links.js';

/** A type that this build reads and indexes. */
export interface BuiltPart {
  readonly kind: 'built';
  readonly source: ItemsSource;
  readonly builder: TypeBuilder;
  readonly content: ContentHash;
  /** Problems of reading. */
  readonly reading: ProblemLog;
  readonly resolver: LinkResolver;
  /** Problems of resolving links. */
  readonly links: ProblemLog;
}

/** A type that reuses the segment of an earlier snapshot. */
export interface LinkedPart {
  readonly kind: 'linked';
  readonly source: ItemsSource;
  readonly linked: LinkedType;
  /** Relationship → target index → doc; empty until links are resolved. */
  readonly joins: ReadonlyMap<string, Uint32Array>;
}

export type TypePart = BuiltPart | LinkedPart;

export const linkedPart = (source: ItemsSource, linked: LinkedType): LinkedPart => ({
  kind: 'linked',
  source,
  linked,
  joins: new Map(),
});

export const typeOf = (part: TypePart): ContentType => part.source.type;
export const sizeOf = (part: TypePart): number => (part.kind === 'linked' ? part.linked.size : part.builder.size);
export const contentOf = (part: TypePart): ContentHash =>
  part.kind === 'linked' ? part.linked.inputs.content : part.content;
export const readingOf = (part: TypePart): ProblemLog =>
  part.kind === 'linked' ? ProblemLog.fromWarnings(part.linked.inputs.reading) : part.reading;
export const linksOf = (part: TypePart): ProblemLog =>
  part.kind === 'linked' ? ProblemLog.fromWarnings(part.linked.inputs.links) : part.links;
