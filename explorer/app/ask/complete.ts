/**
 * Which part of an edited filter can be asked: conditions that have a value, and groups that have conditions.
 */
import type { FilterNode } from '../query/query.js';

export function complete(nodes: readonly FilterNode[]): readonly FilterNode[] {
  return nodes.flatMap((node): readonly FilterNode[] => {
    if (node.kind === 'condition') return node.values.length === 0 ? [] : [node];
    const alternatives = node.alternatives.map(complete).filter(({ length }) => length > 0);
    return alternatives.length === 0 ? [] : [{ ...node, alternatives }];
  });
}
