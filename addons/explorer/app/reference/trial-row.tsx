/**
 * One parameter of the reference with a value to try, and the answer below it. Trying changes the request in the
 * address.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ValueInput } from '../ask/value-input.js';
import type { DescribedField } from '../model/space.js';
import { type Condition, isList, listOf, partsOf } from '../query/query.js';
import { go, hrefOf, localeParams, request, sent as sentNow } from '../state.js';
import { Answered } from './answered.js';
import type { Trial } from './trials.js';

/** @returns the description, with text between backticks as code */
const described = (text: string) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <code key={String(place)}>{part}</code> : part));

/** @returns the condition for the explorer's value input; undefined if the parameter is not a filter on one field */
function conditionOf({ name }: Trial, value: string): Condition | undefined {
  const [head, ...path] = partsOf(name) ?? [];
  const operator = path.at(-1);
  if (head !== 'filter' || operator === undefined || path.length > 3 || path[0] === '_OR' || path[0] === '_search')
    return undefined;
  const values = isList(operator) ? listOf(value) : value === '' ? [] : [value];
  return { kind: 'condition', path: path.slice(0, -1), operator, values };
}

/** The last tried request and the parameter it was tried at; several parameters may have the same request. */
export const pressed = signal<readonly [target: string, id: string]>(['', '']);

interface TrialRowProps {
  readonly trial: Trial;
  readonly isTried: boolean;
  /** The field of the parameter. */
  readonly field: DescribedField | undefined;
}

export function TrialRow({ trial, isTried, field }: TrialRowProps) {
  const { name, words, description, beside, choices, isFixed } = trial;
  const isFree = !isFixed && trial.isTried;
  const sent = request.value.params.filter(([one]) => isTried && one.replace(/\[\]$/, '') === name);
  const asked = sent.length === 0 ? trial.value : sent.map(([, one]) => one).join(',');
  const [value, setValue] = useState(asked);
  useEffect(() => setValue(asked), [asked]);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isTried) place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const ask = (wanted: string): void => {
    setValue(wanted);
    const language = name === 'localeCode' ? [] : localeParams.value;
    const href = hrefOf(
      { path: request.value.path, params: [[name, wanted], ...beside, ...language] },
      { tab: 'docs' },
    );
    if (!location.href.endsWith(href)) go(href);
    pressed.value = [sentNow.value, trial.id];
  };
  const condition = isFree ? conditionOf(trial, value) : undefined;
  const label = `${words === '' ? name : words} ${name}`;
  return (
    <li ref={place}>
      <form
        class="trial"
        aria-label={isFixed ? `${label}=${value}` : label}
        onSubmit={(event) => {
          event.preventDefault();
          ask(value);
        }}
      >
        {words !== '' && <span class="words">{words}</span>}
        <code>{isFixed ? `${name}=${value}` : name}</code>
        {description !== '' && <p>{described(description)}</p>}
        {condition !== undefined ? (
          <ValueInput
            condition={condition}
            field={field}
            parameters={[name]}
            edit={(values) => ask(values.join(','))}
          />
        ) : choices.length > 0 && isFree ? (
          <select aria-label={`Value of ${name}`} value={value} onChange={(event) => ask(event.currentTarget.value)}>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : (
          isFree && (
            <input
              aria-label={`Value of ${name}`}
              value={value}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          )
        )}
        {trial.isTried && (
          <button type="submit" class="button">
            Try
          </button>
        )}
      </form>
      {isTried && <Answered />}
    </li>
  );
}
