/**
 * The input for the value of a condition: a choice of yes and no, a date picker, or a text input with suggestions.
 */
import { useState } from 'preact/hooks';
import { entryOfType } from '../../../../src/content/model/field-types.js';
import { isOperator, operandKind } from '../../../../src/content/model/structures/operator-table.js';
import { findLabel, labelsVersion } from '../api/labels.js';
import { type DescribedField, isDateTime, isNumeric, isRelationship } from '../model/space.js';
import { RemoveButton } from '../parts/controls.js';
import { formatTruth } from '../parts/format.js';
import { type Condition, conditionSubject, isList } from '../query/query.js';
import { locale, space } from '../state.js';
import { BETWEEN } from './between.js';
import { Combobox } from './combobox.js';
import { invalidAttributes } from './problem.js';
import { type Suggestion, suggest } from './suggest.js';

interface ValueInputProps {
  readonly condition: Condition;
  /** Undefined for `id`. */
  readonly field: DescribedField | undefined;
  /** Names of the parameters that the condition becomes. */
  readonly parameters: readonly string[];
  readonly edit: (values: readonly string[]) => void;
  /** Called with each text that is typed, before it is chosen. */
  readonly onType?: ((text: string) => void) | undefined;
}

/** @returns the value for a date picker; undefined if the picker cannot show it exactly */
const pickerValue = (value: string, isDate: boolean): string | undefined => {
  if (value === '' || /^\d{4}-\d\d-\d\d$/.test(value)) return value === '' || isDate ? value : `${value}T00:00`;
  return isDate ? undefined : /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::00(?:\.000)?)?Z?$/.exec(value)?.[1];
};

const AREA_HINTS = { circle: 'latitude,longitude,metres', box: 'west,south,east,north' } as const;

export function ValueInput({ condition, field, parameters, edit, onType }: ValueInputProps) {
  const label = `Value of ${conditionSubject(condition)}`;
  if (condition.operator === '_exists' || (field?.type === 'boolean' && !isList(condition.operator))) {
    return (
      <select
        class="value"
        aria-label={label}
        value={condition.values[0] ?? ''}
        onChange={(event) => edit(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
      >
        <option value="">…</option>
        <option value="true">{formatTruth(true)}</option>
        <option value="false">{formatTruth(false)}</option>
      </select>
    );
  }
  const find = (text: string): Promise<readonly Suggestion[]> => suggest(condition, field, text);
  const kind = isOperator(condition.operator) ? operandKind(condition.operator) : 'value';
  const isArea = kind === 'circle' || kind === 'box';
  const isNumber = field !== undefined && isNumeric(field) && !isArea;
  const hint = isArea ? AREA_HINTS[kind] : field === undefined ? '' : (entryOfType(field.type).hint ?? '');
  if (isList(condition.operator))
    return (
      <Values
        label={label}
        values={condition.values}
        hint={hint}
        find={find}
        edit={edit}
        onType={onType}
        isNumber={isNumber}
        parameters={parameters}
        renderLabel={(value) => readTitle(field, value)}
      />
    );
  const renderInput = (inputLabel: string, index: number) => {
    const value = condition.values[index] ?? '';
    const isBetween = condition.operator === BETWEEN;
    const isTime = field !== undefined && isDateTime(field);
    const isDate = isTime && 'format' in field && field.format === 'date';
    const picked = isTime ? pickerValue(value, isDate) : undefined;
    const choose = (chosen: string): void => {
      if (isBetween) edit([condition.values[0] ?? '', condition.values[1] ?? ''].with(index, chosen));
      else edit(chosen === '' ? [] : [chosen]);
    };
    return picked === undefined ? (
      <Combobox
        label={inputLabel}
        hint={hint}
        value={value}
        find={find}
        choose={choose}
        onType={onType}
        isNumber={isNumber}
        of={parameters}
      />
    ) : (
      <input
        class="value"
        type={isDate ? 'date' : 'datetime-local'}
        aria-label={isDate ? inputLabel : `${inputLabel}, UTC`}
        value={picked}
        onChange={(event) => choose(event.currentTarget.value)}
        {...invalidAttributes(parameters)}
      />
    );
  };
  if (condition.operator !== BETWEEN) return renderInput(label, 0);
  return (
    <div class="value between">
      {renderInput(`${label}, at least`, 0)}
      <span class="faint">and</span>
      {renderInput(`${label}, at most`, 1)}
    </div>
  );
}

/** @returns the title of the item with this id; yes or no for a boolean; otherwise the value itself */
function readTitle(field: DescribedField | undefined, id: string): string {
  if (field?.type === 'boolean') return formatTruth(id === 'true');
  const usedSpace = space.value;
  if (usedSpace === undefined || field === undefined || !isRelationship(field)) return id;
  // Reading the signal renders the component again when titles arrive.
  labelsVersion.value;
  return (
    field.to
      .map((type) => findLabel(usedSpace, { type, id }, locale.value))
      .find((label) => label !== undefined && label !== '') ?? id
  );
}

interface ValuesProps extends Pick<ValueInputProps, 'edit' | 'onType' | 'parameters'> {
  readonly label: string;
  readonly isNumber: boolean;
  readonly values: readonly string[];
  readonly hint: string;
  readonly renderLabel: (value: string) => string;
  readonly find: (text: string) => Promise<readonly Suggestion[]>;
}

/** A list of values, each with a button to remove it. */
function Values({ label, values, hint, renderLabel, find, edit, onType, isNumber, parameters }: ValuesProps) {
  const [round, setRound] = useState(0);
  return (
    <div class="value values">
      {values.map((value) => (
        <span key={value} class="picked">
          <bdi>{renderLabel(value)}</bdi>
          <RemoveButton label={`Remove ${value}`} onPress={() => edit(values.filter((other) => other !== value))} />
        </span>
      ))}
      <Combobox
        key={round}
        label={label}
        hint={values.length === 0 ? hint : 'another'}
        value=""
        find={find}
        onType={onType}
        isNumber={isNumber}
        of={parameters}
        choose={(value) => {
          if (value !== '' && !values.includes(value)) edit([...values, value]);
          setRound(round + 1);
        }}
      />
    </div>
  );
}
