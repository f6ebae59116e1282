/**
 * The value of a condition, in the way its field is written: yes or no, one of the options, or text that is completed.
 */
import { useState } from 'preact/hooks';
import { entryOfType } from '../../../src/content/model/field-types.js';
import { isOperator, operandKind } from '../../../src/content/model/structures/operator-table.js';
import { labelOf, labelsVersion } from '../api/labels.js';
import { type DescribedField, isRelationship } from '../model/space.js';
import { type Condition, isList, subjectOf } from '../query/query.js';
import { locale, space } from '../state.js';
import { Combobox } from './combobox.js';
import { type Suggestion, suggest } from './suggest.js';

interface ValueInputProps {
  readonly condition: Condition;
  /** Undefined for `id`. */
  readonly field: DescribedField | undefined;
  readonly edit: (values: readonly string[]) => void;
}

const AREA_HINTS = { circle: 'latitude,longitude,metres', box: 'west,south,east,north' } as const;

export function ValueInput({ condition, field, edit }: ValueInputProps) {
  const label = `Value of ${subjectOf(condition)}`;
  if (condition.operator === '_exists' || (field?.type === 'boolean' && !isList(condition.operator))) {
    return (
      <select
        class="value"
        aria-label={label}
        value={condition.values[0] ?? ''}
        onChange={(event) => edit(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
      >
        <option value="">…</option>
        <option value="true">{condition.operator === '_exists' ? 'yes' : 'true'}</option>
        <option value="false">{condition.operator === '_exists' ? 'no' : 'false'}</option>
      </select>
    );
  }
  const find = (text: string): Promise<readonly Suggestion[]> => suggest(condition, field, text);
  const kind = isOperator(condition.operator) ? operandKind(condition.operator) : 'value';
  const isArea = kind === 'circle' || kind === 'box';
  const hint = isArea ? AREA_HINTS[kind] : field === undefined ? '' : (entryOfType(field.type).hint ?? '');
  if (isList(condition.operator))
    return (
      <Values
        label={label}
        values={condition.values}
        hint={hint}
        find={find}
        edit={edit}
        shown={(value) => nameOf(field, value)}
      />
    );
  return (
    <Combobox
      label={label}
      hint={hint}
      value={condition.values[0] ?? ''}
      find={find}
      choose={(value) => edit(value === '' ? [] : [value])}
    />
  );
}

/** What an item is called, where the value is its id. */
function nameOf(field: DescribedField | undefined, id: string): string {
  const of = space.value;
  if (of === undefined || field === undefined || !isRelationship(field)) return id;
  // Read for its change.
  labelsVersion.value;
  return (
    field.to
      .map((type) => labelOf(of, { type, id }, locale.value))
      .find((label) => label !== undefined && label !== '') ?? id
  );
}

interface ValuesProps extends Pick<ValueInputProps, 'edit'> {
  readonly label: string;
  readonly values: readonly string[];
  readonly hint: string;
  readonly shown: (value: string) => string;
  readonly find: (text: string) => Promise<readonly Suggestion[]>;
}

/** Several, each of which can be taken out again. */
function Values({ label, values, hint, shown, find, edit }: ValuesProps) {
  const [round, setRound] = useState(0);
  return (
    <div class="value values">
      {values.map((value) => (
        <span key={value} class="picked">
          {shown(value)}
          <button
            type="button"
            class="remove"
            aria-label={`Remove ${value}`}
            onClick={() => edit(values.filter((other) => other !== value))}
          >
            ×
          </button>
        </span>
      ))}
      <Combobox
        key={round}
        label={label}
        hint={values.length === 0 ? hint : 'another'}
        value=""
        find={find}
        choose={(value) => {
          if (value !== '' && !values.includes(value)) edit([...values, value]);
          setRound(round + 1);
        }}
      />
    </div>
  );
}
