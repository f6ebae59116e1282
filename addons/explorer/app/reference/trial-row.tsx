/**
 * One parameter of the reference with a value to try and its errors. Trying changes the request in the address.
 *
 * Elsewhere: the answer (answer-panel).
 */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ValueInput } from '../ask/value-input.js';
import type { DescribedField } from '../model/space.js';
import { type Condition, isList, splitList, splitName } from '../query/query.js';
import { go, hrefOf, localeParams, request, sent as sentNow } from '../state.js';
import { listErrorAdvice } from './error-advice.js';
import { listTrialParams, type Trial } from './trials.js';
import { WIDE_QUERY } from './wide-window.js';

/** @returns the text, with parts between backticks as code */
export const renderDescription = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={String(index)}>{part}</code> : part));

/** @returns the condition for the explorer's value input; undefined if the parameter is not a filter on one field */
function readCondition({ name }: Trial, value: string): Condition | undefined {
  const [head, ...path] = splitName(name) ?? [];
  const operator = path.at(-1);
  if (head !== 'filter' || operator === undefined || path.length > 3 || path[0] === '_OR' || path[0] === '_search')
    return undefined;
  const values = isList(operator) ? splitList(value) : value === '' ? [] : [value];
  return { kind: 'condition', path: path.slice(0, -1), operator, values };
}

/** The last tried request and the parameter it was tried at; several parameters may have the same request. */
export const lastTried = signal<readonly [target: string, id: string]>(['', '']);
/** Number of trials since the page was opened. */
export const trialNumber = signal(0);

interface TrialRowProps {
  readonly trial: Trial;
  readonly isTried: boolean;
  /** The field of the parameter. */
  readonly field: DescribedField | undefined;
}

export function TrialRow({ trial, isTried, field }: TrialRowProps) {
  const { name, words, description, choices, isFree } = trial;
  const isFixed = !isFree && trial.canBeTried;
  const sent = request.value.params.filter(([sentName]) => isTried && sentName.replace(/\[\]$/, '') === name);
  const triedValue = sent.length === 0 ? trial.value : sent.map(([, sentValue]) => sentValue).join(',');
  const [value, setValue] = useState(triedValue);
  useEffect(() => setValue(triedValue), [triedValue]);
  const rowRef = useRef<HTMLLIElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // The panel of the answer opens over the lower half of a narrow window; in a wide one, a tried row stays in its place.
    const mayBeCovered = isFirst.current || !matchMedia(WIDE_QUERY).matches;
    isFirst.current = false;
    if (isTried && mayBeCovered) requestAnimationFrame(() => rowRef.current?.scrollIntoView({ block: 'nearest' }));
  }, [isTried, trialNumber.value]);
  const tryValue = (value: string): void => {
    setValue(value);
    const params = listTrialParams(trial, value, localeParams.value);
    const href = hrefOf({ path: request.value.path, params }, { tab: 'docs' });
    if (!location.href.endsWith(href)) go(href);
    lastTried.value = [sentNow.value, trial.id];
    trialNumber.value += 1;
  };
  /** Text in the input that was not chosen yet: some browsers keep the focus in the input when a button is pressed. */
  const typedText = useRef<string>(undefined);
  const submitTrial = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = typedText.current;
    typedText.current = undefined;
    if (text === undefined || condition === undefined) tryValue(value);
    else if (!isList(condition.operator)) tryValue(text);
    else tryValue(text === '' ? value : [...new Set([...condition.values, text])].join(','));
  };
  const condition = isFree ? readCondition(trial, value) : undefined;
  const label = `${words === '' ? name : words} ${name}`;
  return (
    <li ref={rowRef} class={isTried ? 'tried' : undefined}>
      <form class="trial" aria-label={isFixed ? `${label}=${value}` : label} onSubmit={submitTrial}>
        {words !== '' && <span class="words">{words}</span>}
        <code>{isFixed ? `${name}=${value}` : name}</code>
        {description !== '' && <p>{renderDescription(description)}</p>}
        {condition !== undefined ? (
          <ValueInput
            condition={condition}
            field={field}
            parameters={[name]}
            edit={(values) => {
              typedText.current = undefined;
              tryValue(values.join(','));
            }}
            onType={(text) => {
              typedText.current = text;
            }}
          />
        ) : choices.length > 0 && isFree ? (
          <select
            aria-label={`Value of ${name}`}
            value={value}
            onChange={(event) => tryValue(event.currentTarget.value)}
          >
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
        {(trial.canBeTried || isFree) && (
          // Without an example, there is nothing to send until a value is typed.
          <button type="submit" class="button" disabled={!trial.canBeTried && value === ''}>
            Try
          </button>
        )}
      </form>
      <TrialErrors name={name} />
    </li>
  );
}

/** The errors that the parameter can get, with what to do. */
function TrialErrors({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="trial-errors" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Errors</summary>
      {isOpen && (
        <dl>
          {listErrorAdvice(name).map(({ code, when, advice }) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd>
                If {renderDescription(when)}: {renderDescription(advice)}.
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
