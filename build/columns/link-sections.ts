/**
 * What the index has of a relationship, once its links are resolved: the links doc by doc, who links to whom, and each
 * target as it is delivered.
 *
 * Elsewhere: collecting links, finding out where they lead, and the dictionary of targets (link-column).
 */

import { GrowingRecords, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { ByteColumn } from '../read/index.js';
import { oneBehindTheOther } from '../sorting/index.js';
import type { Job, WorkClock } from '../work/index.js';

/** A relationship's resolved links as plain data. */
export interface LinksInput {
  readonly field: string;
  /** How many distinct targets there are. */
  readonly targetCount: number;
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
}

/** What a relationship has of which nobody asks who links where. */
export function forwardSections(field: string, starts: Uint32Array, links: Uint32Array): SectionInput[] {
  const names = sectionNames(field);
  return [
    { name: names.linkStarts, data: starts },
    { name: names.linkTargets, data: links },
  ];
}

/** Cost: O(docs + links + targets). Memory: 4 bytes a link and 8 a target beside what it is given. */
function linkSections({ field, targetCount, starts, links }: LinksInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field);
  const inverse = invert(starts, links, targetCount, clock);
  return [
    ...forwardSections(field, starts, links),
    { name: names.docs, data: inverse.docs },
    { name: names.starts, data: inverse.starts },
  ];
}

/** Target → docs, ascending: a counting sort over the links. */
function invert(
  starts: Uint32Array,
  targets: Uint32Array,
  targetCount: number,
  clock: WorkClock,
): { docs: Uint32Array; starts: Uint32Array } {
  clock.on('starts');
  const out = new Uint32Array(targetCount + 1);
  for (const target of targets) out[target + 1]! += 1;
  for (let target = 0; target < targetCount; target += 1) out[target + 1]! += out[target]!;
  clock.on('docs');
  const next = out.slice();
  const docs = new Uint32Array(targets.length);
  for (let doc = 0; doc + 1 < starts.length; doc += 1) {
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) docs[next[targets[link]!]!++] = doc;
  }
  return { docs, starts: out };
}

/** Neighbouring targets. */
export interface LinkageInput {
  /** The types a relationship leads to. */
  readonly types: readonly string[];
  /** One behind the other: a type's place in `types` as one byte, then the id. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
}

/**
 * Each target as it is delivered, with a comma: any links of an item are these, one behind the other.
 *
 * @param input so little that what comes of it is less than a chunk
 */
function renderLinkage({ types, bytes, lengths }: LinkageInput): ByteColumn {
  const keys = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rendered = new GrowingRecords();
  let at = 0;
  for (const length of lengths) {
    const id = keys.toString('utf8', at + 1, at + length);
    rendered.pushText(`{"type":"${types[keys[at]!]!}","id":${JSON.stringify(id)}},`);
    at += length;
  }
  return oneBehindTheOther(rendered);
}

export const linksJob: Job<LinksInput, SectionInput[]> = { name: 'links', structure: 'starts', work: linkSections };

export const linkageJob: Job<LinkageInput, ByteColumn> = {
  name: 'linkage',
  structure: 'linkage',
  beginsColumn: true,
  work: renderLinkage,
  owned: ({ bytes, lengths }) => [bytes, lengths],
};
