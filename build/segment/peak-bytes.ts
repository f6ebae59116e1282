/**
 * Estimates of the peak memory of building a column, in bytes, for the memory gate.
 *
 * Suffixes are not included: each thread has reserved memory for one batch of them.
 */
import { RUN_COPIES, sortedBytes } from '../sorting/index.js';
import type { BuildContext } from '../work/index.js';

/** Bytes per item: ordinals, docs, starts, and eight bytes of quantiles; or both orders with ranks and starts. */
const textItemBytes = 20;
/** Bytes per item: as for texts, plus the values. */
const numberItemBytes = 28;
/** Bytes per text: ordinals, links in both directions, and terms. */
const textListTextBytes = 16;
const textListItemBytes = 8;
const linkCopies = 3;
const searchItemBytes = 16;
/** Bytes per key of a title: a key and its doc, collected once and sorted twice. */
const titleKeyBytes = 24;
/** A title has a key for its whole text, and one for each two neighbouring words: about a word each of this many bytes. */
const titleWordBytes = 5;
const searchFieldBytes = 8;

type Sizes = Pick<BuildContext, 'pool' | 'runBytes' | 'textBytes'>;

/** @param byteLength length of all texts; a substring tree keeps them in memory if they are not too long */
export const textPeakBytes = (byteLength: number, items: number, context: Sizes): number =>
  items * textItemBytes +
  runsPeakBytes(sortedBytes(byteLength, items), context) +
  Math.min(byteLength + items, context.textBytes);

/** @param texts number of texts in all lists */
export const textListPeakBytes = (byteLength: number, texts: number, items: number, context: Sizes): number =>
  texts * textListTextBytes + items * textListItemBytes + runsPeakBytes(sortedBytes(byteLength, texts), context);

/** Numbers that all fit a float. */
export const numberPeakBytes = (items: number): number => items * numberItemBytes;

/** @param byteLength length of the collected links */
export const linkPeakBytes = (byteLength: number): number => byteLength * linkCopies;

/** @param byteLength length of the texts of all `fields` */
export const searchPeakBytes = (byteLength: number, fields: number, items: number, context: Sizes): number =>
  runsPeakBytes(byteLength, context) + items * (searchItemBytes + fields * searchFieldBytes);

/** @param byteLength length of all titles. @returns memory for the keys of titles, which are sorted at the end of a search index */
export const titlePeakBytes = (byteLength: number, items: number): number =>
  Math.ceil(items + byteLength / titleWordBytes) * titleKeyBytes;

/** @returns memory for sorting one run per thread */
const runsPeakBytes = (byteLength: number, { runBytes, pool }: Sizes): number =>
  Math.min(byteLength, runBytes * pool.threads) * RUN_COPIES;
