/**
 * The groups at the beginning of a filter parameter's path: `_AND`, `_OR`, `_NOT`, each followed by an index.
 *
 * Elsewhere: the remaining path (condition, hops), the tree of all groups (filter).
 */
import { closest, excerpt, list } from '../../content/errors/index.js';
import { type ContentType, isOperator, LIMITS, LOCALE_FIELD } from '../../content/model/index.js';
import { translateJsonFilter } from '../foreign-filters.js';
import { groupNamed, translateFilter } from '../operator-advice.js';
import { searchAdvice } from '../parameter-advice.js';
import { isIndex } from '../request/brackets.js';
import {
  type Detail,
  type Explained,
  explain,
  replacing,
  sending,
  suggestForm,
  suggestName,
} from '../request/explained.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { SEARCH_KEY } from './search-words.js';

const GROUPS = ['_OR', '_AND', '_NOT'] as const;

export type GroupName = (typeof GROUPS)[number];

const isGroupName = (name: string | undefined): name is GroupName =>
  name === '_OR' || name === '_AND' || name === '_NOT';

/** One group around a condition, and the index of the condition's alternative in it; undefined for `[]`. */
export interface Step {
  readonly name: GroupName;
  readonly index: number | undefined;
}

/** @returns the groups before the condition, outermost first; undefined if a problem was added. Cost: O(length). */
export function readGroupSteps(
  types: readonly ContentType[],
  parameter: Parameter,
  problems: Problems,
): readonly Step[] | undefined {
  const { name, path } = parameter;
  const refuse = (detail: () => Detail): undefined => problems.add('InvalidParameter', name, detail);

  if (path.length === 0) {
    return refuse(() => {
      const request = translateJsonFilter(parameter.value)?.toWellFormed();
      const form = request === undefined ? 'filter[<field>][<operator>]=<value>' : suggestForm(request, request);
      return explain`A filter names its field and operator: ${form}.`;
    });
  }
  let steps: Step[] | undefined;
  let at = 0;
  for (let group = path[0]; isGroupName(group); group = path[at]) {
    if (at === LIMITS.filterDepth * 2) {
      return refuse(() => `Groups may nest to depth ${LIMITS.filterDepth}; "${excerpt(name)}" is deeper.`);
    }
    const index = path[at + 1];
    if (index === undefined || !isIndex(index)) return refuse(() => explainIndex(types, parameter, at));
    steps ??= [];
    steps.push({ name: group, index: index === '' ? undefined : Number(index) });
    at += 2;
  }
  const field = path[at];
  if (field === undefined) {
    return refuse(() => `"${excerpt(name)}" ends in a group: write ${excerpt(name)}[<field>][<operator>]=<value>.`);
  }
  if (field === '') {
    return refuse(
      () =>
        `"${excerpt(name)}" has empty brackets in place of a field; only a group takes "[]", as in filter[_OR][][<field>][<operator>]=<value>.`,
    );
  }
  if (isOperator(field)) {
    return refuse(() => `"${excerpt(name)}" names no field before ${field}: write filter[<field>][${field}]=<value>.`);
  }
  if (path.length === 1 && !types.some(({ fieldByName }) => fieldByName.has(field))) {
    const search = searchAdvice(field, types);
    if (search !== undefined)
      return refuse(() => explain`There is no filter "${excerpt(field)}". Did you mean ${suggestForm(search)}?`);
  }
  const next = path[at + 1];
  const otherGroup = isFieldOrGroup(types, field) ? undefined : groupNamed(field);
  if (otherGroup !== undefined) {
    return refuse(() => {
      const rest = path.slice(at + 1);
      const index = next !== undefined && isIndex(next) ? '' : '[0]';
      const before = path
        .slice(0, at)
        .map((part) => `[${part}]`)
        .join('');
      const condition = rest.length === 0 ? '[<field>][<operator>]' : translateFilter(rest);
      const form = `filter${before}[${otherGroup}]${index}${condition}`;
      return explain`There is no group "${excerpt(field)}": write ${sending(excerpt(form), form)}=${excerpt(parameter.value) || '<value>'}. The groups are: ${list(GROUPS)}.`;
    });
  }
  const hasIndex = next !== undefined && path.length > at + 2 && isIndex(next);
  // Names of fields begin with a letter and take no index, so this name was meant for a group.
  const bareName = field.replace(/^[_$]/, '');
  if (bareName !== field && isFieldOrGroup(types, bareName) && groupNamed(bareName) === undefined)
    return refuse(
      () =>
        explain`There is no filter "${excerpt(field)}".${replacing(` Did you mean "${bareName}"?`, field, bareName)}`,
    );
  if (field !== LOCALE_FIELD && (field.startsWith('_') || field.startsWith('$') || hasIndex)) {
    if (steps === undefined && closest(field, [SEARCH_KEY]) !== undefined) {
      return refuse(
        () =>
          explain`There is no filter "${excerpt(field)}". Did you mean ${suggestForm(`filter[${SEARCH_KEY}]=<words>`)}?`,
      );
    }
    const closestGroup = closest(field, GROUPS);
    if (closestGroup !== undefined) {
      return refuse(
        () =>
          explain`There is no group "${excerpt(field)}".${suggestName(field, GROUPS)} The groups are: ${list(GROUPS)}.`,
      );
    }
  }
  return steps ?? NO_STEPS;
}

const isFieldOrGroup = (types: readonly ContentType[], name: string): boolean =>
  name === 'id' || isGroupName(name) || types.some(({ fieldByName }) => fieldByName.has(name));

/** @param at index of the group's name in the path. @returns the detail for a missing or wrong index */
function explainIndex(types: readonly ContentType[], parameter: Parameter, at: number): Explained {
  const groupParts = parameter.path.slice(0, at + 1).map((part) => `[${part}]`);
  const index = parameter.path[at + 1];
  const isNumber = index !== undefined && /^-?\d+$/.test(index);
  // The client may have written a label in place of the index; then the field follows it.
  const isLabel = index !== undefined && !isNumber && parameter.path.length > at + 3 && !isFieldOrGroup(types, index);
  const remainingParts = parameter.path.slice(isNumber || isLabel ? at + 2 : at + 1).map((part) => `[${part}]`);
  const remainingPath = remainingParts.length === 0 ? '[<field>][<operator>]' : remainingParts.join('');
  const mistake = isNumber || isLabel ? 'has an index that is not' : 'lacks the index of an alternative,';
  // Conditions that are written in the same form are alternatives, so each gets its own with `[]`; a number would join them.
  const isField = index !== undefined && isFieldOrGroup(types, index) && !isGroupName(index);
  const isWhole = isField && parameter.path[at] !== '_NOT';
  const correctName = `filter${groupParts.join('')}${isWhole ? '[]' : '[0]'}${remainingPath}`;
  return explain`"${excerpt(parameter.name)}" ${mistake} "[]" or a number from 0 to 9999: write ${sending(excerpt(correctName), correctName)}=${excerpt(parameter.value) || '<value>'}.`;
}

export const NO_STEPS: readonly Step[] = [];
