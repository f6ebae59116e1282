/**
 * In which order: the first field first.
 */
import type { SortKey } from '../query/query.js';
import { change, query, types } from '../state.js';

/** Those that all the types can be sorted by. */
function sortable(): readonly string[] {
  const [first, ...others] = types.value;
  const names = (first?.fields ?? []).filter((field) => field.sortable).map(({ name }) => name);
  return [...names.filter((name) => others.every(({ fields }) => fields.some((field) => field.name === name))), 'id'];
}

export function SortKeys() {
  const { sort } = query.value;
  const names = sortable();
  const write = (edited: readonly SortKey[]): void => change({ sort: edited, skip: undefined });
  const left = names.filter((name) => sort.every(({ field }) => field !== name));
  return (
    <section class="ask-part">
      <h3>Sort</h3>
      <ol class="sorts">
        {sort.map(({ field, descending }, place) => (
          <li key={field}>
            <span class="sort-name">{field}</span>
            <button
              type="button"
              class="quiet"
              aria-label={`${field}, ${descending ? 'descending' : 'ascending'}: turn round`}
              onClick={() => write(sort.with(place, { field, descending: !descending }))}
            >
              {descending ? '↓ descending' : '↑ ascending'}
            </button>
            {place > 0 && (
              <button
                type="button"
                class="quiet"
                aria-label={`Sort by ${field} earlier`}
                onClick={() => write(sort.toSpliced(place, 1).toSpliced(place - 1, 0, { field, descending }))}
              >
                earlier
              </button>
            )}
            <button
              type="button"
              class="remove"
              aria-label={`Do not sort by ${field}`}
              onClick={() => write(sort.toSpliced(place, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
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
        {left.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </section>
  );
}
