/**
 * The filter editor: a tree of conditions and groups. A condition has a field, an operator and a value.
 *
 * Incomplete conditions stay in the editor and are not part of the request.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { entryOfType } from '../../../../src/content/model/field-types.js';
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import { Options, Quiet, Remove } from '../parts/controls.js';
import { type Condition, type FilterNode, type Group, type GroupKind, isList, subjectOf } from '../query/query.js';
import { nodeParams } from '../query/write.js';
import { change, description, query, space, types } from '../state.js';
import { BETWEEN, complete, joined } from './between.js';
import { type Filterable, filterables, newCondition, pathWith, usualOperator } from './new-condition.js';
import { Problem } from './problem.js';
import { ValueInput } from './value-input.js';

/** @returns all conditions of the tree, in the order of the page */
const conditionsIn = (nodes: readonly FilterNode[]): readonly FilterNode[] =>
  nodes.flatMap((node) => (node.kind === 'condition' ? [node] : node.alternatives.flatMap(conditionsIn)));

export function FilterEditor() {
  const asked = query.value.filter;
  const [nodes, setNodes] = useState<readonly FilterNode[]>(joined(asked));
  useEffect(() => {
    if (JSON.stringify(complete(nodes)) !== JSON.stringify(asked)) setNodes(joined(asked));
  }, [asked]);
  const part = useRef<HTMLElement>(null);
  const place = useRef(-1);
  useEffect(() => {
    if (place.current < 0) return;
    // Focus the new condition, or the one that took the position of a removed one.
    const rows = [...(part.current?.querySelectorAll<HTMLElement>('.condition select:first-child') ?? [])];
    const next = rows[Math.min(place.current, rows.length - 1)];
    (next ?? part.current?.querySelector<HTMLElement>('.adds > :first-child'))?.focus();
    place.current = -1;
  }, [nodes]);
  const edit = (edited: readonly FilterNode[]): void => {
    const [before, after] = [conditionsIn(nodes), conditionsIn(edited)];
    if (before.length !== after.length) {
      const first = after.findIndex((condition, at) => condition !== before[at]);
      place.current = first < 0 ? after.length : first;
    }
    setNodes(edited);
    const filter = complete(edited);
    if (JSON.stringify(filter) !== JSON.stringify(asked)) change({ filter, skip: undefined });
  };
  const [type] = types.value;
  if (type === undefined) return null;
  return (
    <section class="ask-part" ref={part}>
      <h3>Filter</h3>
      <NodeList nodes={nodes} edit={edit} depth={0} name="filter" />
      <div class="adds">
        <Quiet act={() => edit([...nodes, newCondition(types.value)])}>+ Condition</Quiet>
        <Quiet
          act={() =>
            edit([
              ...nodes,
              { kind: 'group', group: '_OR', alternatives: [[newCondition(types.value)], [newCondition(types.value)]] },
            ])
          }
        >
          + Group
        </Quiet>
      </div>
    </section>
  );
}

const labelOf = (operator: string): string => (isOperator(operator) ? entryOf(operator).label : operator);

/** @returns the kind of the operator's values; values are kept if the next operator has the same kind */
const kindOf = (operator: string): string =>
  isList(operator) ? 'list' : operator === '_exists' || operator === BETWEEN ? operator : 'one';

/** @returns the operators to offer; *between* is offered for numbers and dates only */
const offered = (choice: Filterable | undefined): readonly string[] => {
  const { field, operators = [] } = choice ?? {};
  const isBetween = field !== undefined && entryOfType(field.type).holding === 'numbers' && operators.includes('_gte');
  return isBetween ? operators.toSpliced(operators.indexOf('_lte') + 1, 0, BETWEEN) : operators;
};

interface ConditionRowProps {
  readonly condition: Condition;
  readonly edit: (condition: Condition | undefined) => void;
  /** Beginning of the parameter's name. */
  readonly name: string;
}

function ConditionRow({ condition, edit, name: beginning }: ConditionRowProps) {
  const choices = filterables(types.value, description.value, space.value);
  const name = subjectOf(condition);
  const chosen = choices.find((choice) => subjectOf(choice) === name);
  const operators = offered(chosen);
  const parameters = complete([condition]).flatMap((node) =>
    nodeParams(node, beginning).map(([parameter]) => parameter),
  );
  return (
    <div class="condition">
      <select
        aria-label="Field"
        value={name}
        onChange={(event) => {
          const next = choices.find((choice) => subjectOf(choice) === event.currentTarget.value);
          if (next === undefined) return;
          const operator = offered(next).includes(condition.operator)
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
          const path = chosen === undefined ? condition.path : pathWith(chosen, operator);
          const keeps = kindOf(operator) === kindOf(condition.operator);
          edit({ ...condition, path, operator, values: keeps ? condition.values : [] });
        }}
      >
        {!operators.includes(condition.operator) && <option>{condition.operator}</option>}
        <Options of={operators} shown={labelOf} />
      </select>
      <Remove label={`Remove the condition on ${name}`} act={() => edit(undefined)} />
      <ValueInput
        condition={condition}
        field={chosen?.field}
        parameters={parameters}
        edit={(values) => edit({ ...condition, values })}
      />
      <Problem of={parameters} />
    </div>
  );
}

interface NodeListProps {
  readonly nodes: readonly FilterNode[];
  readonly edit: (nodes: readonly FilterNode[]) => void;
  /** Number of groups around the nodes. */
  readonly depth: number;
  /** Beginning of their parameters' names. */
  readonly name: string;
}

function NodeList({ nodes, edit, depth, name }: NodeListProps) {
  const replace = (place: number, by: readonly FilterNode[]): void => edit(nodes.toSpliced(place, 1, ...by));
  return (
    <ul class="nodes">
      {nodes.map((node, place) => (
        <li key={String(place)}>
          {node.kind === 'condition' ? (
            <ConditionRow
              condition={node}
              name={name}
              edit={(edited) => replace(place, edited === undefined ? [] : [edited])}
            />
          ) : (
            <GroupBox
              group={node}
              depth={depth + 1}
              name={name}
              edit={(edited) => replace(place, edited === undefined ? [] : [edited])}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

const MEANINGS: Readonly<Record<GroupKind, string>> = {
  _OR: 'at least one is true',
  _AND: 'all are true',
  _NOT: 'none is true',
};

interface GroupBoxProps {
  readonly group: Group;
  readonly depth: number;
  readonly name: string;
  readonly edit: (group: Group | undefined) => void;
}

function GroupBox({ group, depth, name, edit }: GroupBoxProps) {
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
        <Remove label="Remove the group" act={() => edit(undefined)} />
      </legend>
      {alternatives.map((nodes, place) => (
        <div key={String(place)} class="alternative">
          {place > 0 && <span class="joiner">{group.group === '_AND' ? 'and' : 'or'}</span>}
          <NodeList
            nodes={nodes}
            depth={depth}
            name={`${name}[${group.group}][${place}]`}
            edit={(edited) => setAlternative(place, edited)}
          />
          <Quiet act={() => setAlternative(place, [...nodes, begin()])}>+ and</Quiet>
          {depth < deepest && (
            <Quiet
              act={() =>
                setAlternative(place, [...nodes, { kind: 'group', group: '_OR', alternatives: [[begin()], [begin()]] }])
              }
            >
              + group
            </Quiet>
          )}
        </div>
      ))}
      <Quiet act={() => edit({ ...group, alternatives: [...alternatives, [begin()]] })}>+ Alternative</Quiet>
    </fieldset>
  );
}
