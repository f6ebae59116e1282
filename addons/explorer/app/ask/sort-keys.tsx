/**
 * The control for `sort`: the sort keys in their order, each with its direction, and a select that adds another.
 */
import { type DescribedField, isRelationship, typeNamed } from '../model/space.js';
import { Options, Quiet, Remove } from '../parts/controls.js';
import type { SortKey } from '../query/query.js';
import { change, query, space, types } from '../state.js';
import { Problem } from './problem.js';

/** @returns the sort fields that all types have, including fields of related items, and `id` */
function sortable(): readonly string[] {
  const [first, ...others] = types.value;
  const shared = (first?.fields ?? []).filter(({ name }) =>
    others.every(({ fields }) => fields.some((field) => field.name === name)),
  );
  const own = (field: DescribedField): readonly string[] => {
    if (field.operators.includes('_near')) return [`${field.name}.distance(0,0)`];
    return field.sortable ? [field.name] : behind(field);
  };
  return [...shared.flatMap(own), 'id'];
}

/** Matches a distance and its point: `where.distance(47.4,8.5)`. */
const distance = /^(.+\.distance)\((.*)\)$/;
const nameOf = (field: string): string => distance.exec(field)?.[1] ?? field;

/** @returns sort fields of the related item of a to-one relationship with one target type */
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
              label={`${field}, ${descending ? 'descending' : 'ascending'}: reverse`}
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
