/**
 * The items whose documents may show a changed item, through related items or `include`.
 */

import { isOn, type RelationshipField, storedType, termId } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import { RunPostings } from '../../index/postings/index.js';
import { sectionNames, sharedNames } from '../../index/segment/index.js';
import { joinSectionName } from '../../index/snapshot/index.js';
import { ByteTerms, countBelow } from '../../index/termdict/index.js';
import { readJoins, readType, type Snapshot } from './pair.js';

/** The targets of one relationship that have one type. */
interface Targets {
  readonly from: string;
  readonly to: string;
  /** Targets `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Target → doc in its type. */
  readonly docs: Uint32Array;
  /** Target → docs that link to it. */
  readonly postings: RunPostings;
}

function splitByType(
  type: string,
  field: RelationshipField,
  terms: ByteTerms,
  docs: Uint32Array,
  postings: RunPostings,
) {
  const findStart = (index: number): number =>
    index === field.to.length ? terms.size : countBelow(terms, Uint8Array.of(index));
  return field.to.map(
    (to, index): Targets => ({ from: type, to, start: findStart(index), end: findStart(index + 1), docs, postings }),
  );
}

/**
 * Computes the docs of each target, for relationships without a filter: the snapshot stores no posting lists for them.
 *
 * @param starts start of the links of each doc in `targets`. Cost: O(docs + links + targets).
 */
function invertLinks(starts: Uint32Array, targets: Uint32Array, size: number): RunPostings {
  // Counting sort: count the links of each target, sum the counts to starts, then place each doc.
  const targetStarts = new Uint32Array(size + 1);
  for (const target of targets) targetStarts[target + 1]! += 1;
  for (let target = 0; target < size; target += 1) targetStarts[target + 1]! += targetStarts[target]!;
  const nextIndex = targetStarts.slice();
  const docs = new Uint32Array(targets.length);
  for (let doc = 0; doc + 1 < starts.length; doc += 1) {
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) {
      const target = targets[link]!;
      docs[nextIndex[target]!] = doc;
      nextIndex[target]! += 1;
    }
  }
  return new RunPostings(docs, targetStarts);
}

/** Reads all links of a snapshot, by target. */
async function readTargets(snapshot: Snapshot): Promise<Targets[]> {
  const { sections: joins } = await readJoins(snapshot);
  const ranges: Targets[] = [];
  for (const [type, contentType] of snapshot.manifest.model.contentTypes) {
    const stored = storedType(contentType).relationships;
    const structures = stored.flatMap((field) => {
      const { terms, docs, starts, linkStarts, linkTargets } = sectionNames(field.name);
      return isOn(field, 'filter') ? [terms, docs, starts] : [terms, linkStarts, linkTargets];
    });
    const { meta, sections } = await readType(snapshot, type, structures);
    const shared = sharedNames(meta);
    for (const field of stored) {
      if (shared.has(field.name)) continue;
      const names = sectionNames(field.name);
      const terms = new ByteTerms(sections.countedRecords(names.terms));
      const postings = isOn(field, 'filter')
        ? new RunPostings(sections.u32(names.docs), sections.u32(names.starts, terms.size + 1))
        : invertLinks(sections.u32(names.linkStarts), sections.u32(names.linkTargets), terms.size);
      ranges.push(
        ...splitByType(type, field, terms, joins.u32(joinSectionName(type, field.name), terms.size), postings),
      );
    }
  }
  return ranges;
}

/** Adds to `linkingDocs` the docs that link to an item in `latest`. */
function addLinking({ start, end, docs, postings }: Targets, latest: Bitset, linkingDocs: Bitset): void {
  for (let target = start; target < end; target += 1) {
    if (latest.has(docs[target]!)) linkingDocs.addAll(postings.runOf(termId(target)));
  }
}

/**
 * @param docs  docs of the snapshot by type; not modified
 * @param steps number of links to follow backwards
 * @returns `docs`, and all docs that lead to them. Cost: O(links) a step.
 */
export async function findReachingItems(
  snapshot: Snapshot,
  docs: ReadonlyMap<string, Bitset>,
  steps: number,
): Promise<ReadonlyMap<string, Bitset>> {
  const copySet = ({ size, words }: Bitset): Bitset => new Bitset(size, words.slice());
  const reaching = new Map([...docs].map(([type, set]) => [type, copySet(set)]));
  if (steps === 0 || [...docs.values()].every((set) => set.count() === 0)) return reaching;
  const targets = await readTargets(snapshot);
  const countReached = (): number => [...reaching.values()].reduce((sum, set) => sum + set.count(), 0);
  for (let step = 0, countBefore = -1; step < steps && countBefore !== countReached(); step += 1) {
    countBefore = countReached();
    const latest = new Map([...reaching].map(([type, set]) => [type, copySet(set)]));
    for (const range of targets) {
      const [to, from] = [latest.get(range.to), reaching.get(range.from)];
      if (to !== undefined && from !== undefined) addLinking(range, to, from);
    }
  }
  return reaching;
}
