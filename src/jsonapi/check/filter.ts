/**
 * The filter grammar: `filter[…]` parameters → one tree.
 *
 * A name is a walk from the top, which is an alternative, through groups: `_OR`, `_AND` or `_NOT`, an index that picks or
 * opens an alternative of the group, and so on, ending in a condition. All that is in one alternative is ANDed;
 * a group combines its alternatives: `_OR` any, `_AND` all, `_NOT` none of them. So the order and the gaps of indexes
 * mean nothing, and entries that walk the same way meet. What stands behind one relationship in one alternative holds of
 * one related item, and is read once all of it is there; only `_nin` of ids holds of the item and all of its links, so that
 * a condition beside it never adds items. Elsewhere: what a condition may say (condition), of which value (operand),
 * relationships (hops).
 */

import { type ContentType, LIMITS } from '../../content/model/index.js';
import type { Filter } from '../../engine/query/index.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { type Place, parseCondition } from './condition.js';
import { type GroupName, readGroupSteps, type Step } from './filter-steps.js';
import { chosenType, type Entry, explainTooDeep, isIndexedHop, isOnAllLinks, isOnLink } from './hops.js';
import { typesBehind } from './include.js';
import { sharedRelationship } from './shared-fields.js';

/** One place where conditions are ANDed; children in the order they first appeared. */
interface Alternative {
  /** Undefined for `[]`, which never meets another. */
  readonly index: number | undefined;
  readonly children: Child[];
}

type Child = Filter | OpenGroup | OpenHop;

/** The conditions on one related item. */
interface OpenHop {
  readonly kind: 'hop';
  readonly name: string;
  readonly entries: Entry[];
}

interface OpenGroup {
  readonly kind: 'group';
  readonly name: GroupName;
  readonly alternatives: Alternative[];
}

/**
 * @param types      of the primary data, as the model has them
 * @param parameters all whose name begins with `filter`, in the order sent
 * @returns the tree, groups of one child replaced by that child; undefined when there is no condition, or a problem
 * Cost: O(length of the names + conditions²), at most 64 conditions.
 */
export function parseFilter(
  model: Place['model'],
  types: readonly ContentType[],
  parameters: readonly Parameter[],
  problems: Problems,
): Filter | undefined {
  if (parameters.length === 0) return undefined;
  const top: Alternative = { index: undefined, children: [] };
  const place: Place = { model, types, hops: [] };
  for (const parameter of parameters.slice(0, LIMITS.filterConditions)) {
    const steps = readGroupSteps(types, parameter, problems);
    if (steps === undefined) continue;
    const entry = { parameter, at: steps.length * 2 };
    addEntry(place, entry, () => alternativeAt(top, steps).children, problems);
  }
  if (parameters.length > LIMITS.filterConditions) {
    problems.add('TooManyConditions', 'filter', () => {
      return `The request has ${parameters.length} filter conditions; at most ${LIMITS.filterConditions} are allowed.`;
    });
  }
  return close(place, top.children, problems);
}

/** @returns the alternative at the end of the walk, with the groups on the way opened where they are new */
function alternativeAt(top: Alternative, steps: readonly Step[]): Alternative {
  let here = top;
  for (const { name, index } of steps) {
    let group = here.children.find((child): child is OpenGroup => child.kind === 'group' && child.name === name);
    if (group === undefined) {
      group = { kind: 'group', name, alternatives: [] };
      here.children.push(group);
    }
    let next = index === undefined ? undefined : group.alternatives.find((alternative) => alternative.index === index);
    if (next === undefined) {
      next = { index, children: [] };
      group.alternatives.push(next);
    }
    here = next;
  }
  return here;
}

/** Puts an entry among the children of its alternative: a condition, or something behind a relationship. */
function addEntry(place: Place, entry: Entry, childrenOf: () => Child[], problems: Problems): void {
  const { parameter, at } = entry;
  const { path } = parameter;
  const [name = '', next] = [path[at], path[at + 1]];
  // A field's name begins with a letter.
  const leadsOn = next !== undefined && /^[A-Za-z]/.test(next);
  if (sharedRelationship(place.types, name) === undefined || !leadsOn) {
    const condition = parseCondition(place, parameter, at, problems);
    if (condition !== undefined) childrenOf().push(condition);
    return;
  }
  const children = childrenOf();
  let hop = children.find((child): child is OpenHop => child.kind === 'hop' && child.name === name);
  if (hop === undefined) {
    hop = { kind: 'hop', name, entries: [] };
    children.push(hop);
  }
  hop.entries.push(entry);
}

/** @returns undefined where nothing is in it but mistakes */
function close(place: Place, children: readonly Child[], problems: Problems): Filter | undefined {
  const closed: Filter[] = [];
  for (const child of children) {
    if (child.kind === 'hop') closed.push(...closeHop(place, child, problems));
    else if (child.kind !== 'group') closed.push(child);
    else {
      const group = closeGroup(place, child, problems);
      if (group !== undefined) closed.push(group);
    }
  }
  return combine('and', closed);
}

function closeGroup(place: Place, { name, alternatives }: OpenGroup, problems: Problems): Filter | undefined {
  const children = alternatives.flatMap((alternative) => close(place, alternative.children, problems) ?? []);
  const joined = combine(name === '_AND' ? 'and' : 'or', children);
  return name === '_NOT' && joined !== undefined ? { kind: 'not', child: joined } : joined;
}

/** @returns what holds of the item's links, and then what holds of one related item */
function closeHop(place: Place, { name, entries }: OpenHop, problems: Problems): readonly Filter[] {
  const { types, hops } = place;
  const [{ parameter } = { parameter: { name: '' } }] = entries;
  if (hops.length === LIMITS.hops) {
    problems.add('InvalidParameter', parameter.name, () => explainTooDeep(parameter.name));
    return [];
  }
  if (!isIndexedHop(types, name, 'A filter', parameter.name, problems)) return [];
  // Which item is linked to is asked of the links, each time of any of them, unless more is asked of the same item.
  const isOfLinks = entries.every(isOnLink) ? isOnLink : isOnAllLinks;
  const ofLinks = entries.filter(isOfLinks);
  const ofItem = entries.filter((entry) => !isOfLinks(entry));
  return [
    ...ofLinks.flatMap((entry) => parseCondition(place, entry.parameter, entry.at, problems) ?? []),
    ...closeThrough(place, name, ofItem, problems),
  ];
}

/** @param entries what is asked of one related item. @returns nothing where nothing is, or where all of it is mistakes */
function closeThrough(
  { model, types, hops }: Place,
  name: string,
  entries: readonly Entry[],
  problems: Problems,
): readonly Filter[] {
  if (entries.length === 0) return [];
  const behind = typesBehind(model, types, name) ?? [];
  const isOfType = ({ parameter: { path }, at }: Entry): boolean => path[at + 1] === 'type';
  const type = chosenType(entries.filter(isOfType), behind, problems);
  if (type === false) return [];
  const inner: Place = { model, types: type === undefined ? behind : [type], hops: [...hops, name] };
  const children: Child[] = [];
  for (const entry of entries.filter((one) => !isOfType(one)))
    addEntry(inner, { ...entry, at: entry.at + 1 }, () => children, problems);
  const child = close(inner, children, problems);
  if (child === undefined && type === undefined) return [];
  return [{ kind: 'through', relationship: name, type: type?.name, child }];
}

const combine = (kind: 'and' | 'or', children: readonly Filter[]): Filter | undefined =>
  children.length > 1 ? { kind, children } : children[0];
