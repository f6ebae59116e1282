/**
 * The control for `filter[_search]`: a text input that updates the list while the reader types, and a switch for
 * highlights.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { HIGHLIGHT, listFields, setHighlights } from '../query/facet-params.js';
import { change, query, types } from '../state.js';
import { Problem } from './problem.js';

const pauseMs = 150;

/** Shown instead of the input if a type of the list has no searched field. */
export function NoSearch() {
  const unsearchedTypes = types.value.filter(({ search }) => !search).map(({ name }) => name);
  if (unsearchedTypes.length === 0) return null;
  return (
    <section class="ask-part">
      <h3>Search</h3>
      <p class="note">
        No field of {unsearchedTypes.join(', ')} is searched. Set <code>"search": true</code> on its text fields in{' '}
        <code>model.json</code>, and build again.
      </p>
    </section>
  );
}

export function Search() {
  const requestedWords = query.value.search ?? '';
  const hasPassages = listFields(query.value, HIGHLIGHT).length > 0;
  const [text, setText] = useState(requestedWords);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const lastWritten = useRef(requestedWords);
  useEffect(() => {
    // Take over changes by other controls or the address, but not the own change that has just arrived.
    if (requestedWords !== lastWritten.current) setText(requestedWords);
    lastWritten.current = requestedWords;
  }, [requestedWords]);
  const write = (value: string): void => {
    clearTimeout(timer.current);
    if (value === lastWritten.current) return;
    lastWritten.current = value;
    const isOn = value !== '' && (requestedWords === '' || hasPassages);
    const search = value === '' ? undefined : value;
    change({ ...setHighlights(query.value, types.value, isOn), search, skip: undefined }, 'replace');
  };
  return (
    <section class="ask-part">
      <label>
        <h3>Search</h3>
        <input
          type="search"
          value={text}
          placeholder="words"
          dir="auto"
          onInput={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => write(value), pauseMs);
          }}
          onBlur={(event) => write(event.currentTarget.value)}
        />
      </label>
      <Problem parameters={['filter[_search]', HIGHLIGHT]} />
      {requestedWords !== '' && (
        <label class="check">
          <input
            type="checkbox"
            checked={hasPassages}
            onChange={(event) => change(setHighlights(query.value, types.value, event.currentTarget.checked))}
          />
          Highlight the words in the results
        </label>
      )}
    </section>
  );
}
