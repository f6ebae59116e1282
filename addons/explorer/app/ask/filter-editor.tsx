/**
 * The filter editor: a tree of conditions and groups. A condition has a field, an operator and a value.
 *
 * Incomplete conditions stay in the editor and are not part of the request.
 */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { entryOfType } from '../../../../src/content/model/field-types.js';
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import { writePath } from '../model/names.js';
import type { DescribedField } from '../model/space.js';
import { Options, QuietButton, RemoveButton } from '../parts/controls.js';
import { Description } from '../parts/name.js';
import {
  type Condition,
  conditionSubject,
  type FilterNode,
  type Group,
  type GroupKind,
  isList,
} from '../query/query.js';
import { writeNode } from '../query/write.js';
import { change, description, query, space, types } from '../state.js';
import { BETWEEN, completeNodes, joinBetween } from './between.js';
import { findChoice } from './field-levels.js';
import { FieldPicker } from './field-picker.js';
import { chooseOperator, conditionPath, createCondition, createFilterLevels, type Filterable } from './filterables.js';
import { Problem } from './problem.js';
import { ValueInput } from './value-input.js';

/** @returns all conditions of the tree, in the order of the page */
const listConditions = (nodes: readonly FilterNode[]): readonly FilterNode[] =>
  nodes.flatMap((node) => (node.kind === 'condition' ? [node] : node.alternatives.flatMap(listConditions)));

export function FilterEditor() {
  const requestedFilter = query.value.filter;
  const [nodes, setNodes] = useState<readonly FilterNode[]>(joinBetween(requestedFilter));
  useEffect(() => {
    if (JSON.stringify(completeNodes(nodes)) !== JSON.stringify(requestedFilter))
      setNodes(joinBetween(requestedFilter));
  }, [requestedFilter]);
  const sectionRef = useRef<HTMLElement>(null);
  const focusIndex = useRef(-1);
  useEffect(() => {
    if (focusIndex.current < 0) return;
    // Focus the new condition, or the one that took the position of a removed one.
    const rows = [...(sectionRef.current?.querySelectorAll<HTMLElement>('.field-picker input') ?? [])];
    const next = rows[Math.min(focusIndex.current, rows.length - 1)];
    (next ?? sectionRef.current?.querySelector<HTMLElement>('.adds > :first-child'))?.focus();
    focusIndex.current = -1;
  }, [nodes]);
  const edit = (edited: readonly FilterNode[]): void => {
    const [before, after] = [listConditions(nodes), listConditions(edited)];
    if (before.length !== after.length) {
      const first = after.findIndex((condition, index) => condition !== before[index]);
      focusIndex.current = first < 0 ? after.length : first;
    }
    setNodes(edited);
    const filter = completeNodes(edited);
    if (JSON.stringify(filter) !== JSON.stringify(requestedFilter)) change({ filter, skip: undefined });
  };
  const [type] = types.value;
  if (type === undefined) return null;
  return (
    <section class="ask-part" ref={sectionRef}>
      <h3>Filter</h3>
      <NodeList nodes={nodes} edit={edit} depth={0} name="filter" />
      <div class="adds">
        <QuietButton onPress={() => edit([...nodes, createCondition(types.value)])}>+ Condition</QuietButton>
        <QuietButton
          onPress={() =>
            edit([
              ...nodes,
              {
                kind: 'group',
                group: '_OR',
                alternatives: [[createCondition(types.value)], [createCondition(types.value)]],
              },
            ])
          }
        >
          + Group
        </QuietButton>
      </div>
    </section>
  );
}

/** @returns the label of an operator; of a case-insensitive one, whether it ignores accents too */
function operatorLabel(operator: string, field: DescribedField | undefined): string {
  if (!isOperator(operator)) return operator;
  const { label, unfolded } = entryOf(operator);
  const ignoresAccents = unfolded !== undefined && field !== undefined && 'fold' in field && field.fold === 'accents';
  return ignoresAccents ? label.replace('(any case)', '(any case or accent)') : label;
}

/** @returns the kind of the operator's values; values are kept if the next operator has the same kind */
const valueKind = (operator: string): string =>
  isList(operator) ? 'list' : operator === '_exists' || operator === BETWEEN ? operator : 'one';

/** @returns the operators to offer; *between* is offered for numbers and dates only */
const listOperators = (choice: Filterable | undefined): readonly string[] => {
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
  const listLevel = useMemo(
    () => createFilterLevels(types.value, description.value, space.value),
    [types.value, description.value, space.value],
  );
  const name = conditionSubject(condition);
  const chosen = useMemo(() => findChoice(listLevel, name), [listLevel, name]);
  const operators = listOperators(chosen);
  const operatorRef = useRef<HTMLSelectElement>(null);
  const descriptionId = useId();
  const described = chosen?.steps.at(-1)?.description;
  const parameters = completeNodes([condition]).flatMap((node) =>
    writeNode(node, beginning).map(([parameter]) => parameter),
  );
  return (
    <div class="condition">
      <FieldPicker
        label="Field"
        chosenText={chosen === undefined ? name : writePath(chosen.steps)}
        hint="Search fields"
        describedBy={described === undefined ? undefined : descriptionId}
        listLevel={listLevel}
        moveOn={() => operatorRef.current?.focus()}
        choose={(next) => {
          const operator = listOperators(next).includes(condition.operator)
            ? condition.operator
            : chooseOperator(next.operators);
          edit({ kind: 'condition', path: conditionPath(next, operator), operator, values: [] });
        }}
      />
      {described !== undefined && <Description id={descriptionId} text={described} />}
      <div class="comparison">
        <select
          ref={operatorRef}
          aria-label={`Operator of ${name}`}
          value={condition.operator}
          onChange={(event) => {
            const operator = event.currentTarget.value;
            const path = chosen === undefined ? condition.path : conditionPath(chosen, operator);
            const keepsValues = valueKind(operator) === valueKind(condition.operator);
            edit({ ...condition, path, operator, values: keepsValues ? condition.values : [] });
          }}
        >
          {!operators.includes(condition.operator) && <option>{condition.operator}</option>}
          <Options names={operators} label={(operator) => operatorLabel(operator, chosen?.field)} />
        </select>
        <ValueInput
          condition={condition}
          field={chosen?.field}
          parameters={parameters}
          edit={(values) => edit({ ...condition, values })}
        />
      </div>
      <RemoveButton label={`Remove the condition on ${name}`} onPress={() => edit(undefined)} />
      <Problem parameters={parameters} />
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
  const replace = (index: number, by: readonly FilterNode[]): void => edit(nodes.toSpliced(index, 1, ...by));
  return (
    <ul class="nodes">
      {nodes.map((node, index) => (
        <li key={String(index)}>
          {node.kind === 'condition' ? (
            <ConditionRow
              condition={node}
              name={name}
              edit={(edited) => replace(index, edited === undefined ? [] : [edited])}
            />
          ) : (
            <GroupBox
              group={node}
              depth={depth + 1}
              name={name}
              edit={(edited) => replace(index, edited === undefined ? [] : [edited])}
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
  const setAlternative = (index: number, nodes: readonly FilterNode[]): void => {
    const edited = nodes.length === 0 ? alternatives.toSpliced(index, 1) : alternatives.toSpliced(index, 1, nodes);
    edit(edited.length === 0 ? undefined : { ...group, alternatives: edited });
  };
  const newNode = (): FilterNode => createCondition(types.value);
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
        <RemoveButton label="Remove the group" onPress={() => edit(undefined)} />
      </legend>
      {alternatives.map((nodes, index) => (
        <div key={String(index)} class="alternative">
          {index > 0 && <span class="joiner">{group.group === '_AND' ? 'and' : 'or'}</span>}
          <NodeList
            nodes={nodes}
            depth={depth}
            name={`${name}[${group.group}][${index}]`}
            edit={(edited) => setAlternative(index, edited)}
          />
          <QuietButton onPress={() => setAlternative(index, [...nodes, newNode()])}>+ and</QuietButton>
          {depth < deepest && (
            <QuietButton
              onPress={() =>
                setAlternative(index, [
                  ...nodes,
                  { kind: 'group', group: '_OR', alternatives: [[newNode()], [newNode()]] },
                ])
              }
            >
              + group
            </QuietButton>
          )}
        </div>
      ))}
      <QuietButton onPress={() => edit({ ...group, alternatives: [...alternatives, [newNode()]] })}>
        + Alternative
      </QuietButton>
    </fieldset>
  );
}
