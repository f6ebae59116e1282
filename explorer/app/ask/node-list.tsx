/**
 * Conditions and groups that hold together.
 */
import type { FilterNode, Group, GroupKind } from '../query/query.js';
import { description, types } from '../state.js';
import { ConditionRow } from './condition-row.js';
import { newCondition } from './new-condition.js';

interface NodeListProps {
  readonly nodes: readonly FilterNode[];
  readonly edit: (nodes: readonly FilterNode[]) => void;
  /** How many groups it is in. */
  readonly depth: number;
}

export function NodeList({ nodes, edit, depth }: NodeListProps) {
  const replace = (place: number, by: readonly FilterNode[]): void => edit(nodes.toSpliced(place, 1, ...by));
  return (
    <ul class="nodes">
      {nodes.map((node, place) => (
        <li key={String(place)}>
          {node.kind === 'condition' ? (
            <ConditionRow condition={node} edit={(edited) => replace(place, edited === undefined ? [] : [edited])} />
          ) : (
            <GroupBox
              group={node}
              depth={depth + 1}
              edit={(edited) => replace(place, edited === undefined ? [] : [edited])}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

const MEANINGS: Readonly<Record<GroupKind, string>> = {
  _OR: 'any of these holds',
  _AND: 'each of these holds',
  _NOT: 'none of these holds',
};

interface GroupBoxProps {
  readonly group: Group;
  readonly depth: number;
  readonly edit: (group: Group | undefined) => void;
}

function GroupBox({ group, depth, edit }: GroupBoxProps) {
  const { alternatives } = group;
  const deepest = description.value?.limits.filterDepth ?? 5;
  const setAlternative = (place: number, nodes: readonly FilterNode[]): void => {
    const edited = nodes.length === 0 ? alternatives.toSpliced(place, 1) : alternatives.toSpliced(place, 1, nodes);
    edit(edited.length === 0 ? undefined : { ...group, alternatives: edited });
  };
  const begin = (): FilterNode => newCondition(types.value);
  return (
    <fieldset class="group-box">
      <legend>
        <select
          aria-label="Kind of group"
          value={group.group}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value === '_OR' || value === '_AND' || value === '_NOT') edit({ ...group, group: value });
          }}
        >
          {Object.entries(MEANINGS).map(([kind, meaning]) => (
            <option key={kind} value={kind}>
              {kind} · {meaning}
            </option>
          ))}
        </select>
        <button type="button" class="remove" aria-label="Remove the group" onClick={() => edit(undefined)}>
          ×
        </button>
      </legend>
      {alternatives.map((nodes, place) => (
        <div key={String(place)} class="alternative">
          {place > 0 && <span class="joiner">{group.group === '_AND' ? 'and' : 'or'}</span>}
          <NodeList nodes={nodes} depth={depth} edit={(edited) => setAlternative(place, edited)} />
          <button type="button" class="quiet" onClick={() => setAlternative(place, [...nodes, begin()])}>
            + and
          </button>
          {depth < deepest && (
            <button
              type="button"
              class="quiet"
              onClick={() =>
                setAlternative(place, [...nodes, { kind: 'group', group: '_OR', alternatives: [[begin()], [begin()]] }])
              }
            >
              + group
            </button>
          )}
        </div>
      ))}
      <button
        type="button"
        class="quiet"
        onClick={() => edit({ ...group, alternatives: [...alternatives, [begin()]] })}
      >
        + Alternative
      </button>
    </fieldset>
  );
}
