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
import { closest, excerpt, list } from '../../content/errors/index.js';
import { type ContentType, isOperator, LIMITS } from '../../content/model/index.js';
import type { Filter } from '../../engine/query/index.js';
import { searchAdvice } from '../advice.js';
import type { Parameter, Problems } from '../request/parameter.js';
import { isIndex } from '../request/parameter-names.js';
import { type Place, parseCondition } from './condition.js';
import { sharedRelationship } from './fields.js';
import { type Entry, explainTooDeep, isIndexedHop, isOnAllLinks, isOnLink, namedType } from './hops.js';
import { SEARCH_KEY } from './search.js';
import { typesBehind } from './shape.js';

const GROUPS = ['_OR', '_AND', '_NOT'] as const;
type GroupName = (typeof GROUPS)[number];

const isGroupName = (name: string | undefined): name is GroupName =>
  name === '_OR' || name === '_AND' || name === '_NOT';

/** One place where conditions are ANDed; children in the order they first appeared. */
interface Alternative {
  /** Undefined for `[]`, which never meets another. */
  readonly index: number | undefined;
  readonly children: Child[];
}

type Child = Filter | OpenGroup | OpenHop;

/** What is asked of one related item. */
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
    const steps = readSteps(types, parameter, problems);
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

/** One group on the way to a condition, and which of its alternatives is meant. */
interface Step {
  readonly name: GroupName;
  readonly index: number | undefined;
}

const NO_STEPS: readonly Step[] = [];

/** @returns the groups before the condition, outermost first; undefined when a problem was added */
function readSteps(
  types: readonly ContentType[],
  parameter: Parameter,
  problems: Problems,
): readonly Step[] | undefined {
  const { name, path } = parameter;
  const bad = (detail: () => string): undefined => problems.add('InvalidParameter', name, detail);

  if (path.length === 0) {
    return bad(() => 'A filter names its field and operator: filter[<field>][<operator>]=<value>.');
  }
  let steps: Step[] | undefined;
  let at = 0;
  for (let group = path[0]; isGroupName(group); group = path[at]) {
    if (at === LIMITS.filterDepth * 2) {
      return bad(() => `Groups nest to depth ${LIMITS.filterDepth}; "${excerpt(name)}" goes deeper.`);
    }
    const index = path[at + 1];
    if (index === undefined || !isIndex(index)) return bad(() => explainIndex(types, parameter, at));
    steps ??= [];
    steps.push({ name: group, index: index === '' ? undefined : Number(index) });
    at += 2;
  }
  const field = path[at];
  if (field === undefined) {
    return bad(() => `"${excerpt(name)}" ends in a group: write ${excerpt(name)}[<field>][<operator>]=<value>.`);
  }
  if (field === '') {
    return bad(
      () =>
        `"${excerpt(name)}" has empty brackets where a field belongs; only a group takes "[]", as in filter[_OR][][<field>][<operator>]=<value>.`,
    );
  }
  if (isOperator(field)) {
    return bad(() => `"${excerpt(name)}" names no field before ${field}: write filter[<field>][${field}]=<value>.`);
  }
  if (path.length === 1 && !types.some(({ fieldByName }) => fieldByName.has(field))) {
    const search = searchAdvice(field, types);
    if (search !== undefined) return bad(() => `There is no filter "${excerpt(field)}". Did you mean ${search}?`);
  }
  const next = path[at + 1];
  const indexed = next !== undefined && path.length > at + 2 && isIndex(next);
  // A field's name begins with a letter, and what has an index behind it was meant for a group.
  if (field.startsWith('_') || field.startsWith('$') || indexed) {
    if (steps === undefined && closest(field, [SEARCH_KEY]) !== undefined) {
      return bad(() => `There is no filter "${excerpt(field)}". Did you mean filter[${SEARCH_KEY}]=<words>?`);
    }
    const meant = closest(field, GROUPS);
    if (meant !== undefined) {
      return bad(
        () => `There is no group "${excerpt(field)}". Did you mean "${meant}"? The groups are: ${list(GROUPS)}.`,
      );
    }
  }
  return steps ?? NO_STEPS;
}

const isFieldOrGroup = (types: readonly ContentType[], name: string): boolean =>
  name === 'id' || isGroupName(name) || types.some(({ fieldByName }) => fieldByName.has(name));

/** @param at where the group's name stands */
function explainIndex(types: readonly ContentType[], parameter: Parameter, at: number): string {
  const before = parameter.path.slice(0, at + 1).map((part) => `[${part}]`);
  const index = parameter.path[at + 1];
  const isNumber = index !== undefined && /^-?\d+$/.test(index);
  // A word of the client's own where the index belongs: what follows it is the field.
  const isLabel = index !== undefined && !isNumber && parameter.path.length > at + 3 && !isFieldOrGroup(types, index);
  const behind = parameter.path.slice(isNumber || isLabel ? at + 2 : at + 1).map((part) => `[${part}]`);
  const rest = behind.length === 0 ? '[<field>][<operator>]' : behind.join('');
  const wrong = isNumber || isLabel ? 'has an index that is not' : 'lacks the index of an alternative,';
  const right = `filter${before.join('')}[]${rest}`;
  return `"${excerpt(parameter.name)}" ${wrong} "[]" or a number from 0 to 9999: write ${excerpt(right)}=${excerpt(parameter.value) || '<value>'}.`;
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
  const type = namedType(entries.filter(isOfType), behind, problems);
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
