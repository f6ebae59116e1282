/**
 * The editor's operator *between*: the conditions `_gte` and `_lte` on the same field, edited as one with two values.
 *
 * Also removes the incomplete parts of an edited filter before it is sent.
 */
import type { Condition, FilterNode } from '../query/query.js';

export const BETWEEN = 'between';
const ENDS = ['_gte', '_lte'] as const;

const isPair = (first: Condition, second: FilterNode | undefined): second is Condition =>
  second?.kind === 'condition' &&
  first.operator === ENDS[0] &&
  second.operator === ENDS[1] &&
  first.path.join() === second.path.join();

/** @returns the filter for the editor, with adjacent `_gte` and `_lte` joined */
export function joinBetween(nodes: readonly FilterNode[]): readonly FilterNode[] {
  return nodes.flatMap((node, place): readonly FilterNode[] => {
    if (node.kind === 'group') return [{ ...node, alternatives: node.alternatives.map(joinBetween) }];
    const [before, after] = [nodes[place - 1], nodes[place + 1]];
    if (isPair(node, after)) return [{ ...node, operator: BETWEEN, values: [...node.values, ...after.values] }];
    return before?.kind === 'condition' && isPair(before, node) ? [] : [node];
  });
}

/** @returns the filter for the request: split conditions with values, and groups with conditions */
export function completeNodes(nodes: readonly FilterNode[]): readonly FilterNode[] {
  return nodes.flatMap((node): readonly FilterNode[] => {
    if (node.kind === 'group') {
      const alternatives = node.alternatives.map(completeNodes).filter(({ length }) => length > 0);
      return alternatives.length === 0 ? [] : [{ ...node, alternatives }];
    }
    if (node.operator !== BETWEEN) return node.values.length === 0 ? [] : [node];
    return ENDS.flatMap((operator, place) => {
      const value = node.values[place] ?? '';
      return value === '' ? [] : [{ ...node, operator, values: [value] }];
    });
  });
}
