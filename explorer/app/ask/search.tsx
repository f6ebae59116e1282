/**
 * Words to search for: the list follows while one types.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { change, query } from '../state.js';

const pauseMs = 150;

export function Search() {
  const asked = query.value.search ?? '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(asked);
  useEffect(() => {
    // What another control or the URL has changed; not what was typed here meanwhile.
    if (asked !== written.current) setText(asked);
    written.current = asked;
  }, [asked]);
  const write = (value: string): void => {
    written.current = value;
    change({ search: value === '' ? undefined : value, skip: undefined }, 'replace');
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
    </section>
  );
}
