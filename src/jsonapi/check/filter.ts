/**
 * The filter grammar: `filter[…]` parameters → one tree.
 *
 * Each name leads from the top through groups: `_OR`, `_AND` or `_NOT`, then an index that selects an alternative of the
 * group, and so on; it ends in a condition. The conditions of one alternative are ANDed. A group combines its alternatives:
 * `_OR` any, `_AND` all, `_NOT` none of them. Order and gaps of indexes have no meaning.
 *
 * Conditions of one alternative behind the same relationship have to be met by one related item, so they are collected
 * before they are checked. The exception is `_nin` of ids, which applies to all links of the item, so that adding another
 * condition never adds items. Elsewhere: conditions (condition), values (operand), relationships (hops).
 */

import { type ContentType, LIMITS, LOCALE_FIELD } from '../../content/model/index.js';
import type { Condition, Filter } from '../../engine/query/index.js';
import { isConditionMember, isFieldName, translateCondition } from '../foreign-filters.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { boundItems } from './complexity/item-bound.js';
import { type Place, parseCondition } from './condition.js';
import { type GroupName, readGroupSteps, type Step } from './filter-steps.js';
import { asksForId, chosenType, type Entry, excludesIds, explainTooDeep, isIndexedHop } from './hops.js';
import { typesBehind } from './include.js';
import { sharedRelationship } from './shared-fields.js';

/** Conditions that are ANDed; children in the order in which they first appeared. */
interface Alternative {
  /** Undefined for `[]`, which always starts a new alternative. */
  readonly index: number | undefined;
  readonly children: Child[];
}

type Child = Filter | OpenGroup | OpenHop;

export interface ParsedFilter {
  readonly filter: Filter | undefined;
  /** The number of items that the filter could select; infinite if it has no bound. */
  readonly bound: number;
}

const NO_FILTER: ParsedFilter = Object.freeze({ filter: undefined, bound: Number.POSITIVE_INFINITY });

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
 * @param types      of the primary data
 * @param parameters all `filter` parameters, in the order sent
 * @returns the tree, with groups of one child replaced by the child; undefined if there is no condition without a problem.
 *          And the number of items that it could select.
 * Cost: O(length of the names + conditions²), at most 64 conditions.
 */
export function parseFilter(
  model: Place['model'],
  types: readonly ContentType[],
  parameters: readonly Parameter[],
  problems: Problems,
): ParsedFilter {
  if (parameters.length === 0) return NO_FILTER;
  const top: Alternative = { index: undefined, children: [] };
  const place: Place = { model, types, hops: [] };
  for (const parameter of parameters.slice(0, LIMITS.filterConditions)) {
    if (isConditionMember(parameter.path) && !isFieldName(types, parameter.path[0] ?? '')) {
      refuseConditionMember(types, parameter, parameters, problems);
      continue;
    }
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
  const bound = boundItems(types, top.children.filter(isCondition));
  return { filter: close(place, top.children, problems), bound };
}

/** Adds one problem for each condition of Drupal’s form: for its path, or for another member if it has none. */
function refuseConditionMember(
  types: readonly ContentType[],
  { name, path }: Parameter,
  parameters: readonly Parameter[],
  problems: Problems,
): void {
  const readMember = (member: string): string | undefined =>
    parameters.find((other) => isConditionMember(other.path) && other.path[0] === path[0] && other.path[2] === member)
      ?.value;
  if (path[2] !== 'path' && readMember('path') !== undefined) return;
  problems.add('InvalidParameter', name, () => {
    const request = translateCondition(types, readMember)?.toWellFormed() ?? 'filter[<field>][<operator>]=<value>';
    return `A condition has its field, operator and value in one parameter: write ${request}.`;
  });
}

const isCondition = (child: Child): child is Condition => child.kind === 'condition';

/** @returns the alternative that the steps lead to; missing groups and alternatives are created */
function alternativeAt(top: Alternative, steps: readonly Step[]): Alternative {
  let alternative = top;
  for (const { name, index } of steps) {
    let group = alternative.children.find((child): child is OpenGroup => child.kind === 'group' && child.name === name);
    if (group === undefined) {
      group = { kind: 'group', name, alternatives: [] };
      alternative.children.push(group);
    }
    let next = index === undefined ? undefined : group.alternatives.find((alternative) => alternative.index === index);
    if (next === undefined) {
      next = { index, children: [] };
      group.alternatives.push(next);
    }
    alternative = next;
  }
  return alternative;
}

/** Adds an entry to its alternative: a condition, or an entry of an open hop if it leads through a relationship. */
function addEntry(place: Place, entry: Entry, childrenOf: () => Child[], problems: Problems): void {
  const { parameter, at } = entry;
  const { path } = parameter;
  const [name = '', next] = [path[at], path[at + 1]];
  // Names of fields begin with a letter, operators and the locale field with `_`.
  const hasNextName = next !== undefined && (/^[A-Za-z]/.test(next) || next === LOCALE_FIELD);
  if (sharedRelationship(place.types, name) === undefined || !hasNextName) {
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

/** Replaces open groups and hops by filters. @returns undefined if no child is without a problem */
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

/** @returns the conditions on the item's links, then the conditions on one related item */
function closeHop(place: Place, { name, entries }: OpenHop, problems: Problems): readonly Filter[] {
  const { types, hops } = place;
  const [{ parameter } = { parameter: { name: '' } }] = entries;
  if (hops.length === LIMITS.hops) {
    problems.add('InvalidParameter', parameter.name, () => explainTooDeep(parameter.name));
    return [];
  }
  if (!isIndexedHop(types, name, 'A filter', parameter.name, problems)) return [];
  // Conditions on ids alone are answered by the links. With other conditions on the related item, only `_nin` is.
  const isAnsweredByLinks = entries.every(asksForId) ? asksForId : excludesIds;
  const linkEntries = entries.filter(isAnsweredByLinks);
  const itemEntries = entries.filter((entry) => !isAnsweredByLinks(entry));
  return [
    ...linkEntries.flatMap((entry) => parseCondition(place, entry.parameter, entry.at, problems) ?? []),
    ...closeThrough(place, name, itemEntries, problems),
  ];
}

/**
 * @param entries the conditions on one related item
 * @returns one filter; empty if there are no entries, or none without a problem
 */
function closeThrough(
  { model, types, hops }: Place,
  name: string,
  entries: readonly Entry[],
  problems: Problems,
): readonly Filter[] {
  if (entries.length === 0) return [];
  const targetTypes = typesBehind(model, types, name) ?? [];
  const isTypeEntry = ({ parameter: { path }, at }: Entry): boolean => path[at + 1] === 'type';
  const type = chosenType(entries.filter(isTypeEntry), targetTypes, problems);
  if (type === false) return [];
  const relatedPlace: Place = { model, types: type === undefined ? targetTypes : [type], hops: [...hops, name] };
  const children: Child[] = [];
  for (const entry of entries.filter((conditionEntry) => !isTypeEntry(conditionEntry)))
    addEntry(relatedPlace, { ...entry, at: entry.at + 1 }, () => children, problems);
  const child = close(relatedPlace, children, problems);
  if (child === undefined && type === undefined) return [];
  return [{ kind: 'through', relationship: name, type: type?.name, child }];
}

const combine = (kind: 'and' | 'or', children: readonly Filter[]): Filter | undefined =>
  children.length > 1 ? { kind, children } : children[0];
