/**
 * The sections of a relationship with resolved links: links by doc, docs by target, and each target rendered.
 *
 * Elsewhere: collecting and resolving links, and the dictionary of targets (link-column).
 */
import { GrowingRecords, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { ByteColumn } from '../read/index.js';
import { concatenatedRecords } from '../sorting/index.js';
import type { Job, WorkClock } from '../work/index.js';

/** A relationship's resolved links as plain data. */
export interface LinksInput {
  readonly field: string;
  /** Number of distinct targets. */
  readonly targetCount: number;
  /** Doc → start of its links, with one more entry for the end. */
  readonly starts: Uint32Array;
  /** Link → target index. */
  readonly links: Uint32Array;
}

/** @returns links by doc: the sections of a relationship without `filter` */
export function forwardSections(field: string, starts: Uint32Array, links: Uint32Array): SectionInput[] {
  const names = sectionNames(field);
  return [
    { name: names.linkStarts, data: starts },
    { name: names.linkTargets, data: links },
  ];
}

/** Cost: O(docs + links + targets). Memory: 4 bytes per link and 8 per target in addition to the input. */
function linkSections({ field, targetCount, starts, links }: LinksInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field);
  const inverse = invert(starts, links, targetCount, clock);
  return [
    ...forwardSections(field, starts, links),
    { name: names.docs, data: inverse.docs },
    { name: names.starts, data: inverse.starts },
  ];
}

/** Inverts the links by a counting sort. @returns target → its docs, ascending */
function invert(
  starts: Uint32Array,
  targets: Uint32Array,
  targetCount: number,
  clock: WorkClock,
): { docs: Uint32Array; starts: Uint32Array } {
  clock.on('starts');
  const runStarts = new Uint32Array(targetCount + 1);
  for (const target of targets) runStarts[target + 1]! += 1;
  for (let target = 0; target < targetCount; target += 1) runStarts[target + 1]! += runStarts[target]!;
  clock.on('docs');
  // Target → index of its next doc.
  const next = runStarts.slice();
  const docs = new Uint32Array(targets.length);
  for (let doc = 0; doc + 1 < starts.length; doc += 1) {
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) {
      const target = targets[link]!;
      docs[next[target]!] = doc;
      next[target]! += 1;
    }
  }
  return { docs, starts: runStarts };
}

/** Consecutive targets of a relationship. */
export interface LinkageInput {
  /** The types of the relationship's targets. */
  readonly types: readonly string[];
  /** Concatenated keys: the index of a type in `types` as one byte, then the id. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
}

/**
 * Renders each target as resource linkage with a comma, so that the linkage of an item is their concatenation.
 *
 * The targets are few enough that the result is less than a chunk.
 */
function renderLinkage({ types, bytes, lengths }: LinkageInput): ByteColumn {
  const keys = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rendered = new GrowingRecords();
  let keyStart = 0;
  for (const length of lengths) {
    const id = keys.toString('utf8', keyStart + 1, keyStart + length);
    rendered.pushText(`{"type":"${types[keys[keyStart]!]!}","id":${JSON.stringify(id)}},`);
    keyStart += length;
  }
  return concatenatedRecords(rendered);
}

export const linksJob: Job<LinksInput, SectionInput[]> = { name: 'links', structure: 'starts', work: linkSections };

export const linkageJob: Job<LinkageInput, ByteColumn> = {
  name: 'linkage',
  structure: 'linkage',
  beginsColumn: true,
  work: renderLinkage,
  owned: ({ bytes, lengths }) => [bytes, lengths],
};
