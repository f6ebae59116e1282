/**
 * A condition: a field, an operator that the field has, and a value.
 */
import { entryOf, isOperator } from '../../../src/content/model/structures/operator-table.js';
import { type Condition, isList } from '../query/query.js';
import { description, types } from '../state.js';
import { filterables, usualOperator } from './new-condition.js';
import { ValueInput } from './value-input.js';

const labelOf = (operator: string): string => (isOperator(operator) ? entryOf(operator).label : operator);

interface ConditionRowProps {
  readonly condition: Condition;
  readonly edit: (condition: Condition | undefined) => void;
}

export function ConditionRow({ condition, edit }: ConditionRowProps) {
  const choices = filterables(types.value, description.value);
  const [name = ''] = condition.path;
  const chosen = choices.find(({ path }) => path[0] === name);
  const operators = chosen?.operators ?? [];
  return (
    <div class="condition">
      <select
        aria-label="Field"
        value={name}
        onChange={(event) => {
          const next = choices.find(({ path }) => path[0] === event.currentTarget.value);
          if (next === undefined) return;
          const operator = next.operators.includes(condition.operator)
            ? condition.operator
            : usualOperator(next.operators);
          edit({ kind: 'condition', path: next.path, operator, values: [] });
        }}
      >
        {chosen === undefined && <option value={name}>{name}</option>}
        {choices.map(({ path, label }) => (
          <option key={label} value={path[0]}>
            {label}
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
          edit({ ...condition, operator, values: keeps ? condition.values : [] });
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
