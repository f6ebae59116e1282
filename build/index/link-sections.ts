/**
 * The sections of a relationship, once its links are resolved: its own dictionary of targets, each of them rendered, the
 * links doc by doc, and who links to whom.
 *
 * Elsewhere: collecting links and finding out where they lead (links.ts).
 */
import { GrowingRecords, type RecordParts, type SectionInput } from '../../src/format/index.js';
import type { RelationshipField } from '../../src/model/index.js';
import { sectionNames } from '../../src/segment/index.js';
import type { WorkClock } from './work-clock.js';

/** A relationship's resolved links as plain data. */
export interface LinksInput {
  readonly field: RelationshipField;
  readonly targets: RecordParts;
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
}

export function linkSections({ field, targets: parts, starts, links }: LinksInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field.name);
  clock.on('terms');
  const targets = GrowingRecords.of(parts);
  const terms = targets.sections(names.terms);
  const inverse = invert(starts, links, targets.count, clock);
  clock.on('linkage');
  return [
    ...terms,
    { name: names.linkStarts, data: starts },
    { name: names.linkTargets, data: links },
    { name: names.docs, data: inverse.docs },
    { name: names.starts, data: inverse.starts },
    ...renderLinkage(field, targets),
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

/** Each target as it is delivered, with a comma: any links of an item are these, one behind the other. */
function renderLinkage(field: RelationshipField, terms: GrowingRecords): SectionInput[] {
  const rendered = new GrowingRecords();
  for (let target = 0; target < terms.count; target += 1) {
    const key = terms.view(target);
    rendered.pushText(`{"type":"${field.to[key[0]!]!}","id":${JSON.stringify(key.toString('utf8', 1))}},`);
  }
  return rendered.sections(sectionNames(field.name).linkage);
}
