/**
 * The content types in the navigation, with their numbers of items; and from twelve types on, a box that filters them.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DescribedType } from '../model/space.js';
import { formatCount } from '../parts/format.js';
import { Name } from '../parts/name.js';
import { endpoint, go, hrefHere, space } from '../state.js';

const FILTERED_MINIMUM = 12;

/** @returns whether name or label has the text */
const matches = ({ name, label = '' }: DescribedType, text: string): boolean =>
  `${name} ${label}`.toLowerCase().includes(text);

/** Scrolls the list, and nothing around it, to the current type. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
  if (list === null || !current) return;
  const box = list.getBoundingClientRect();
  const { top, bottom, left, right } = current.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - (box.height - (bottom - top)) / 2;
  if (left < box.left || right > box.right) list.scrollLeft += left - box.left - (box.width - (right - left)) / 2;
}

export function TypeList() {
  const [typedText, setTypedText] = useState('');
  const listRef = useRef<HTMLUListElement>(null);
  const types = space.value?.types ?? [];
  const currentEndpoint = endpoint.value;
  const currentType = 'type' in currentEndpoint ? currentEndpoint.type.name : undefined;
  useEffect(() => showCurrent(listRef.current), [currentType]);
  useEffect(() => setTypedText(''), [space.value?.name]);
  const isFiltered = types.length >= FILTERED_MINIMUM;
  const text = typedText.trim().toLowerCase();
  const shownTypes = isFiltered && text !== '' ? types.filter((type) => matches(type, text)) : types;
  const [firstType] = shownTypes;
  return (
    <>
      {isFiltered && (
        <form
          class="type-filter"
          onSubmit={(event) => {
            event.preventDefault();
            if (text !== '' && firstType !== undefined) go(hrefHere([firstType.name]));
          }}
        >
          <input
            type="search"
            aria-label="Filter the content types"
            placeholder={`Filter ${types.length} types`}
            value={typedText}
            onInput={(event) => setTypedText(event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
          />
        </form>
      )}
      <ul class="types all-types" ref={listRef}>
        {shownTypes.map((type) => (
          <li key={type.name}>
            <a href={hrefHere([type.name])} aria-current={currentType === type.name ? 'page' : undefined}>
              <Name named={type} /> <span class="number">{formatCount(type.items)}</span>
            </a>
          </li>
        ))}
        {firstType === undefined && text !== '' && <li class="faint">No type has this in its name.</li>}
      </ul>
    </>
  );
}
