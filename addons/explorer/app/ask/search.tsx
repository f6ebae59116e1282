/**
 * The control for `filter[_search]`: a text input that updates the list while the reader types, and a switch for
 * highlights.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { HIGHLIGHT, listed, withHighlights } from '../query/counting.js';
import { change, query, types } from '../state.js';
import { Problem } from './problem.js';

const pauseMs = 150;

export function Search() {
  const asked = query.value.search ?? '';
  const hasPassages = listed(query.value, HIGHLIGHT).length > 0;
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(asked);
  useEffect(() => {
    // Take over changes by other controls or the address, but not the own change that has just arrived.
    if (asked !== written.current) setText(asked);
    written.current = asked;
  }, [asked]);
  const write = (value: string): void => {
    written.current = value;
    const isOn = value !== '' && (asked === '' || hasPassages);
    const search = value === '' ? undefined : value;
    change({ ...withHighlights(query.value, types.value, isOn), search, skip: undefined }, 'replace');
  };
  return (
    <section class="ask-part">
      <label>
        <h3>Search</h3>
        <input
          type="search"
          value={text}
          placeholder="words"
          onInput={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => write(value), pauseMs);
          }}
        />
      </label>
      <Problem of={['filter[_search]', HIGHLIGHT]} />
      {asked !== '' && (
        <label class="check">
          <input
            type="checkbox"
            checked={hasPassages}
            onChange={(event) => change(withHighlights(query.value, types.value, event.currentTarget.checked))}
          />
          Highlight the words in the results
        </label>
      )}
    </section>
  );
}
