/**
 * *Between*: two conditions, `_gte` and `_lte` of the same field, as one that has two values.
 *
 * Which part of an edited filter can be asked: conditions that have a value, and groups that have conditions.
 */
import type { Condition, FilterNode } from '../query/query.js';

export const BETWEEN = 'between';
const ENDS = ['_gte', '_lte'] as const;

const isPair = (first: Condition, second: FilterNode | undefined): second is Condition =>
  second?.kind === 'condition' &&
  first.operator === ENDS[0] &&
  second.operator === ENDS[1] &&
  first.path.join() === second.path.join();

/** A filter as it is edited. */
export function joined(nodes: readonly FilterNode[]): readonly FilterNode[] {
  return nodes.flatMap((node, place): readonly FilterNode[] => {
    if (node.kind === 'group') return [{ ...node, alternatives: node.alternatives.map(joined) }];
    const [before, after] = [nodes[place - 1], nodes[place + 1]];
    if (isPair(node, after)) return [{ ...node, operator: BETWEEN, values: [...node.values, ...after.values] }];
    return before?.kind === 'condition' && isPair(before, node) ? [] : [node];
  });
}

/** A filter as it is asked. */
export function complete(nodes: readonly FilterNode[]): readonly FilterNode[] {
  return nodes.flatMap((node): readonly FilterNode[] => {
    if (node.kind === 'group') {
      const alternatives = node.alternatives.map(complete).filter(({ length }) => length > 0);
      return alternatives.length === 0 ? [] : [{ ...node, alternatives }];
    }
    if (node.operator !== BETWEEN) return node.values.length === 0 ? [] : [node];
    return ENDS.flatMap((operator, place) => {
      const value = node.values[place] ?? '';
      return value === '' ? [] : [{ ...node, operator, values: [value] }];
    });
  });
}
