/**
 * The filter as a tree: conditions and groups. What is not complete yet stays here and is not asked.
 *
 * A condition: a field, an operator that the field has, and a value.
 *
 * Conditions and groups that hold together.
 */
import { useEffect, useState } from 'preact/hooks';
import { entryOf, isOperator } from '../../../src/content/model/structures/operator-table.js';
import { type Condition, type FilterNode, type Group, type GroupKind, isList, subjectOf } from '../query/query.js';
import { change, description, query, space, types } from '../state.js';
import { filterables, newCondition, pathWith, usualOperator } from './new-condition.js';
import { complete } from './suggest.js';
import { ValueInput } from './value-input.js';

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

const labelOf = (operator: string): string => (isOperator(operator) ? entryOf(operator).label : operator);

interface ConditionRowProps {
  readonly condition: Condition;
  readonly edit: (condition: Condition | undefined) => void;
}

function ConditionRow({ condition, edit }: ConditionRowProps) {
  const choices = filterables(types.value, description.value, space.value);
  const name = subjectOf(condition);
  const chosen = choices.find((choice) => subjectOf(choice) === name);
  const operators = chosen?.operators ?? [];
  return (
    <div class="condition">
      <select
        aria-label="Field"
        value={name}
        onChange={(event) => {
          const next = choices.find((choice) => subjectOf(choice) === event.currentTarget.value);
          if (next === undefined) return;
          const operator = next.operators.includes(condition.operator)
            ? condition.operator
            : usualOperator(next.operators);
          edit({ kind: 'condition', path: pathWith(next, operator), operator, values: [] });
        }}
      >
        {chosen === undefined && <option value={name}>{name}</option>}
        {choices.map((choice) => (
          <option key={choice.label} value={subjectOf(choice)}>
            {choice.label}
          </option>
        ))}
      </select>
      <select
        aria-label={`Operator of ${name}`}
        value={condition.operator}
        onChange={(event) => {
          const operator = event.currentTarget.value;
          const keeps =
            isList(operator) === isList(condition.operator) &&
            (operator === '_exists') === (condition.operator === '_exists');
          const path = chosen === undefined ? condition.path : pathWith(chosen, operator);
          edit({ ...condition, path, operator, values: keeps ? condition.values : [] });
        }}
      >
        {!operators.includes(condition.operator) && <option>{condition.operator}</option>}
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {labelOf(operator)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="remove"
        aria-label={`Remove the condition on ${name}`}
        onClick={() => edit(undefined)}
      >
        ×
      </button>
      <ValueInput condition={condition} field={chosen?.field} edit={(values) => edit({ ...condition, values })} />
    </div>
  );
}

interface NodeListProps {
  readonly nodes: readonly FilterNode[];
  readonly edit: (nodes: readonly FilterNode[]) => void;
  /** How many groups it is in. */
  readonly depth: number;
}

function NodeList({ nodes, edit, depth }: NodeListProps) {
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
