/**
 * The filter as a tree: conditions and groups. What is not complete yet stays here and is not asked.
 */
import { useEffect, useState } from 'preact/hooks';
import type { FilterNode } from '../query/query.js';
import { change, query, types } from '../state.js';
import { complete } from './complete.js';
import { newCondition } from './new-condition.js';
import { NodeList } from './node-list.js';

export function FilterEditor() {
  const asked = query.value.filter;
  const [nodes, setNodes] = useState<readonly FilterNode[]>(asked);
  useEffect(() => {
    if (JSON.stringify(complete(nodes)) !== JSON.stringify(asked)) setNodes(asked);
  }, [asked]);
  const edit = (edited: readonly FilterNode[]): void => {
    setNodes(edited);
    const filter = complete(edited);
    if (JSON.stringify(filter) !== JSON.stringify(asked)) change({ filter, skip: undefined });
  };
  const [type] = types.value;
  if (type === undefined) return null;
  return (
    <section class="ask-part">
      <h3>Filter</h3>
      <NodeList nodes={nodes} edit={edit} depth={0} />
      <div class="adds">
        <button type="button" class="quiet" onClick={() => edit([...nodes, newCondition(types.value)])}>
          + Condition
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            edit([
              ...nodes,
              { kind: 'group', group: '_OR', alternatives: [[newCondition(types.value)], [newCondition(types.value)]] },
            ])
          }
        >
          + Group
        </button>
      </div>
    </section>
  );
}
