/**
 * Tallies of the values of related items: each selected doc counts once for each distinct value that its links lead to.
 *
 * Along to-one relationships, docs are replaced by the items that they link to, whose weight is the number of docs. From the
 * first to-many relationship on, the values of each doc are collected; docs with a single link may still be replaced.
 * Elsewhere: docs with weights (weighted-docs), values of a relationship's targets (target-groups), the loop along the links
 * (related-counter).
 */
import { choose } from '../../../content/choices/index.js';
import { FOLLOW_LINK, SIFT_BITS_FAR } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import { isFilteredLink } from '../../../index/segment/index.js';
import type { CountedField, Hop } from '../counted-field.js';
import type { SelectedDocs } from '../facet.js';
import type { Tally } from '../tally.js';
import { tallyTargets } from '../tally-links.js';
import { payForDerivation } from '../tally-locales.js';
import { RelatedCounter } from './related-counter.js';
import { type TargetGroups, targetGroups, targetGroupsLevel } from './target-groups.js';
import { followToOne, splitByLinks, type WeightedDocs, weightedTargets } from './weighted-docs.js';

/**
 * @param groupOf term → its group; undefined: each term is a group
 * @param groups  number of groups
 * @returns the tally of the groups
 * Cost: O(targets) for each to-one relationship, and O(links) from the first to-many one on.
 */
export function tallyRelated(
  { hops, index }: CountedField,
  groupOf: Uint32Array | undefined,
  groups: number,
  selected: SelectedDocs,
  arena: Arena,
): Tally {
  const spentBefore = arena.budget.spent;
  const { weighted, hopsPassed, mark } = firstWeightedDocs(hops, selected, arena);
  const place = { hops: hops.slice(hopsPassed), index };
  let links = weighted.docs.length;
  for (const hop of place.hops) {
    const { starts, targets } = hop.index.links;
    links *= 1 + targets.length / starts.length;
  }
  arena.budget.spend(links * FOLLOW_LINK);
  if (index.kind === 'locales') {
    payForDerivation(index, arena);
    arena.budget.spend(links * index.codes.length * SIFT_BITS_FAR);
  }
  const counter = new RelatedCounter(place, groupOf, groups, targetGroupsIfFewer(place, groupOf, links, arena), arena);
  countAlong(place.hops, weighted, counter, arena);
  const cost = arena.budget.spent - spentBefore;
  const { counts, docsWithValue } = counter;
  return { way: 'related', cost, terms: undefined, counts, missing: selected.count - docsWithValue, mark };
}

interface WalkStart {
  readonly weighted: WeightedDocs;
  /** Number of relationships of the path before these docs. */
  readonly hopsPassed: number;
  readonly mark: Tally['mark'];
}

/** @returns the items that the leading to-one relationships of the path lead to, otherwise the selected docs */
function firstWeightedDocs(hops: readonly Hop[], selected: SelectedDocs, arena: Arena): WalkStart {
  const [first] = hops;
  const index = first?.index;
  const canStartFromTargets = index !== undefined && !index.field.many && isFilteredLink(index);
  if (first === undefined || !canStartFromTargets || !startsFromTargets()) {
    arena.budget.spend(selected.count * FOLLOW_LINK);
    // Allocated before the mark: the selection caches its list and its bits.
    const docs = selected.docs();
    return { weighted: { docs, weights: undefined }, hopsPassed: 0, mark: arena.mark() };
  }
  const tally = tallyTargets(index, selected, arena);
  let weighted = weightedTargets(first, tally, arena);
  let hopsPassed = 1;
  while (hops[hopsPassed]?.index.field.many === false) {
    weighted = followToOne(hops[hopsPassed]!, weighted, arena);
    hopsPassed += 1;
  }
  return { weighted, hopsPassed, mark: tally.mark };
}

const startsFromTargets = (): boolean => choose('related.start', 'targets') === 'targets';

/** @param links expected number of links to follow. @returns the values of the targets, if there are fewer targets than links */
function targetGroupsIfFewer(
  place: CountedField,
  groupOf: Uint32Array | undefined,
  links: number,
  arena: Arena,
): TargetGroups | undefined {
  const level = targetGroupsLevel(place);
  if (level === undefined) return undefined;
  const planned = links > place.hops[level]!.index.targets.size ? 'targets' : 'links';
  return choose('related.values', planned) === 'targets' ? targetGroups(place, level, groupOf, arena) : undefined;
}

/** Counts docs with several links one by one, and replaces docs with one link by their target as long as that is cheaper. */
function countAlong(hops: readonly Hop[], selected: WeightedDocs, counter: RelatedCounter, arena: Arena): void {
  let weighted = selected;
  let level = 0;
  for (; level < hops.length; level += 1) {
    const hop = hops[level]!;
    if (chooseCounting(hop, weighted) === 'each') break;
    const { behindOneLink, withSeveralLinks } = splitByLinks(hop, weighted, arena);
    counter.count(level, withSeveralLinks);
    weighted = behindOneLink;
  }
  counter.count(level, weighted);
}

/** To-many and to-one relationships are separate choices, so that tests can split one of a path and not the other. */
function chooseCounting(hop: Hop, weighted: WeightedDocs): 'split' | 'each' {
  const planned = mostLeadToOne(hop, weighted) ? 'split' : 'each';
  return hop.index.field.many ? choose('related.docs', planned) : choose('related.items', planned);
}

/** Whether there are more docs than related items, and most docs have a single link. */
const mostLeadToOne = ({ index: { links }, next }: Hop, { docs }: WeightedDocs): boolean =>
  docs.length > next.size && links.targets.length < 2 * links.starts.length;
