/**
 * What making a column takes at its peak, in bytes: what the gate lets it in for. Suffixes are not in it, of which each
 * thread has room for a batch, whatever columns there are.
 */
import { RUN_COPIES, sortedBytes } from '../sorting/index.js';
import type { Workshop } from '../work/index.js';

/** Ordinals, docs, starts, and eight bytes of quantiles; or orders, ranks and starts either way round. */
const textItemBytes = 20;
/** As of texts, with the values themselves. */
const numberItemBytes = 28;
/** Ordinals, links either way round, and terms. */
const textListTextBytes = 16;
const textListItemBytes = 8;
const linkCopies = 3;
const searchItemBytes = 16;
const searchFieldBytes = 8;

type Sizes = Pick<Workshop, 'pool' | 'runBytes' | 'textBytes'>;

/** @param byteLength of all texts, which end in a tree in memory where the distinct ones are not too long for that */
export const textPeakBytes = (byteLength: number, items: number, workshop: Sizes): number =>
  items * textItemBytes +
  runsPeakBytes(sortedBytes(byteLength, items), workshop) +
  Math.min(byteLength + items, workshop.textBytes);

/** @param texts how many there are in all lists */
export const textListPeakBytes = (byteLength: number, texts: number, items: number, workshop: Sizes): number =>
  texts * textListTextBytes + items * textListItemBytes + runsPeakBytes(sortedBytes(byteLength, texts), workshop);

/** Where all values are short. */
export const numberPeakBytes = (items: number): number => items * numberItemBytes;

/** @param byteLength of what is collected */
export const linkPeakBytes = (byteLength: number): number => byteLength * linkCopies;

/** @param byteLength of the texts of all `fields` */
export const searchPeakBytes = (byteLength: number, fields: number, items: number, workshop: Sizes): number =>
  runsPeakBytes(byteLength, workshop) + items * (searchItemBytes + fields * searchFieldBytes);

/** @returns what threads take that each have a run of so many bytes together */
const runsPeakBytes = (byteLength: number, { runBytes, pool }: Sizes): number =>
  Math.min(byteLength, runBytes * pool.threads) * RUN_COPIES;
