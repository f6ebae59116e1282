/**
 * In which order: the first field first.
 *
 * Words to search for: the list follows while one types.
 *
 * Which part of the list.
 *
 * In which language, where the space has several.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type DescribedField, isRelationship, typeNamed } from '../model/space.js';
import { Options, Quiet, Remove } from '../parts/controls.js';
import { HIGHLIGHT, listed, withHighlights } from '../query/counting.js';
import type { SortKey } from '../query/query.js';
import { change, description, query, space, types } from '../state.js';
import { Problem, refused } from './problem.js';

/** Those that all the types can be sorted by, and those of the items that they lead to. */
function sortable(): readonly string[] {
  const [first, ...others] = types.value;
  const shared = (first?.fields ?? []).filter(({ name }) =>
    others.every(({ fields }) => fields.some((field) => field.name === name)),
  );
  const own = (field: DescribedField): readonly string[] =>
    field.operators.includes('_near') ? [`${field.name}.distance(0,0)`] : field.sortable ? [field.name] : behind(field);
  return [...shared.flatMap(own), 'id'];
}

/** What is measured, and from where. */
const distance = /^(.+\.distance)\((.*)\)$/;
const nameOf = (field: string): string => distance.exec(field)?.[1] ?? field;

function behind(field: DescribedField): readonly string[] {
  if (!isRelationship(field) || field.many || field.to.length > 1 || field.operators.length === 0) return [];
  const fields = typeNamed(space.value, field.to[0] ?? '')?.fields ?? [];
  return fields.filter((one) => one.sortable).map(({ name }) => `${field.name}.${name}`);
}

export function SortKeys() {
  const { sort } = query.value;
  const names = sortable();
  const write = (edited: readonly SortKey[]): void => change({ sort: edited, skip: undefined });
  const left = names.filter((name) => sort.every(({ field }) => nameOf(field) !== nameOf(name)));
  return (
    <section class="ask-part">
      <h3>Sort</h3>
      <ol class="sorts">
        {sort.map(({ field, descending }, place) => (
          <li key={field}>
            <span class="sort-name">{nameOf(field)}</span>
            {nameOf(field) !== field && (
              <input
                aria-label={`Latitude and longitude that ${nameOf(field)} is measured from`}
                value={distance.exec(field)?.[2]}
                onChange={(event) => {
                  const from = event.currentTarget.value.trim();
                  write(sort.with(place, { field: `${nameOf(field)}(${from})`, descending }));
                }}
              />
            )}
            <Quiet
              label={`${field}, ${descending ? 'descending' : 'ascending'}: turn round`}
              act={() => write(sort.with(place, { field, descending: !descending }))}
            >
              {descending ? '↓ descending' : '↑ ascending'}
            </Quiet>
            {place > 0 && (
              <Quiet
                label={`Sort by ${field} earlier`}
                act={() => write(sort.toSpliced(place, 1).toSpliced(place - 1, 0, { field, descending }))}
              >
                earlier
              </Quiet>
            )}
            <Remove label={`Do not sort by ${field}`} act={() => write(sort.toSpliced(place, 1))} />
          </li>
        ))}
      </ol>
      <Problem of={['sort']} />
      <select
        aria-label="Sort by another field"
        value=""
        onChange={(event) => {
          const field = event.currentTarget.value;
          if (field !== '') write([...sort, { field, descending: false }]);
          event.currentTarget.value = '';
        }}
      >
        <option value="">+ Field</option>
        <Options of={left} shown={nameOf} />
      </select>
    </section>
  );
}

const pauseMs = 150;

export function Search() {
  const asked = query.value.search ?? '';
  const hasPassages = listed(query.value, HIGHLIGHT).length > 0;
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
          Mark the words in what is found
        </label>
      )}
    </section>
  );
}

export function PageWindow() {
  const { limit, skip } = query.value;
  const usual = description.value?.limits.pageLimitDefault ?? 0;
  const text = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim());
  return (
    <section class="ask-part">
      <h3>Page</h3>
      <div class="window">
        <label>
          limit
          <input
            inputMode="numeric"
            placeholder={String(usual)}
            value={limit ?? ''}
            {...refused(['page[limit]'])}
            onChange={(event) => change({ limit: text(event.currentTarget.value), skip: undefined })}
          />
        </label>
        <label>
          skip
          <input
            inputMode="numeric"
            placeholder="0"
            value={skip ?? ''}
            {...refused(['page[skip]'])}
            onChange={(event) => change({ skip: text(event.currentTarget.value) })}
          />
        </label>
      </div>
      <Problem of={['page[limit]']} />
      <Problem of={['page[skip]']} />
    </section>
  );
}

export function LocaleChoice() {
  const locales = space.value?.locales ?? [];
  const { locale } = query.value;
  if (locales.length === 0) return null;
  return (
    <section class="ask-part">
      <label>
        <h3>Locale</h3>
        <select
          aria-label="Locale"
          value={locale ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            change({ locale: chosen === '' ? undefined : chosen });
          }}
        >
          <option value="">{locales[0]} · the default</option>
          {locale !== undefined && !locales.includes(locale) && <option value={locale}>{locale}</option>}
          <Options of={locales} />
        </select>
      </label>
      <Problem of={['localeCode']} />
    </section>
  );
}
