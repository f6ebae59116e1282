/**
 * The path of a filter parameter → its steps: groups (`_AND`, `_OR`, `_NOT`), their entries, and the rest of the path.
 */
import { closest, excerpt, list } from '../../content/errors/index.js';
import { type ContentType, isOperator, LIMITS } from '../../content/model/index.js';
import { searchAdvice } from '../parameter-advice.js';
import { isIndex } from '../request/brackets.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { SEARCH_KEY } from './search-words.js';

const GROUPS = ['_OR', '_AND', '_NOT'] as const;

export type GroupName = (typeof GROUPS)[number];

const isGroupName = (name: string | undefined): name is GroupName =>
  name === '_OR' || name === '_AND' || name === '_NOT';

/** One group on the way to a condition, and which of its alternatives is meant. */
export interface Step {
  readonly name: GroupName;
  readonly index: number | undefined;
}

/** @returns the groups before the condition, outermost first; undefined when a problem was added */
export function readGroupSteps(
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

export const NO_STEPS: readonly Step[] = [];
