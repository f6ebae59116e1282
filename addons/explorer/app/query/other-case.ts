/**
 * Other conditions for a value whose upper and lower case does not fit: the value as the content has it, or the operator that
 * ignores case.
 */
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import type { Condition, FilterNode } from './query.js';

/** @returns the conditions of a filter, also those in groups, except groups that exclude items */
export const listConditions = (nodes: readonly FilterNode[]): readonly Condition[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'condition') return [node];
    return node.group === '_NOT' ? [] : node.alternatives.flatMap(listConditions);
  });

/** @returns the filter with one condition replaced */
export const replaceCondition = (
  nodes: readonly FilterNode[],
  condition: Condition,
  replacement: Condition,
): readonly FilterNode[] =>
  nodes.map((node) => {
    if (node === condition) return replacement;
    if (node.kind === 'condition') return node;
    const alternatives = node.alternatives.map((inner) => replaceCondition(inner, condition, replacement));
    return { ...node, alternatives };
  });

/** @returns the operator of the field that compares as this one does, but ignores case; undefined if it has none */
export const findFoldedOperator = (operator: string, operators: readonly string[]): string | undefined =>
  operators.find((name) => isOperator(name) && entryOf(name).unfolded === operator);

/** @returns the value of the content that differs in case only; undefined if there is none */
export const findOtherCase = (text: string, values: readonly string[]): string | undefined =>
  values.find((value) => value !== text && value.toLowerCase() === text.toLowerCase());

/**
 * @param findValues values of the field that begin with a text, whatever its case
 * @returns the condition with its values as the content has them; otherwise with an operator that ignores case; undefined if
 *          neither differs
 */
export async function findOtherCondition(
  condition: Condition,
  operators: readonly string[],
  findValues: (text: string) => Promise<readonly string[]>,
): Promise<Condition | undefined> {
  if (condition.operator === '_eq' || condition.operator === '_in') {
    const values = await Promise.all(
      condition.values.map(async (text) => findOtherCase(text, await findValues(text)) ?? text),
    );
    if (values.some((value, index) => value !== condition.values[index])) return { ...condition, values };
  }
  const operator = findFoldedOperator(condition.operator, operators);
  return operator === undefined ? undefined : { ...condition, operator };
}
