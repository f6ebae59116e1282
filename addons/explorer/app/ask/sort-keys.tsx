/**
 * The control for `sort`: the sort keys in their order, each with its direction, and a select that adds another.
 */
import { findSteps, writePath } from '../model/names.js';
import { type DescribedField, findCount, findType, isRelationship } from '../model/space.js';
import { Options, QuietButton, RemoveButton } from '../parts/controls.js';
import type { SortKey } from '../query/query.js';
import { change, query, space, types } from '../state.js';
import { Problem } from './problem.js';

/** @returns the sort fields that all types have, including fields of related items, and `id` */
function listSortFields(): readonly string[] {
  const [first, ...otherTypes] = types.value;
  const shared = (first?.fields ?? []).filter(({ name }) =>
    otherTypes.every(({ fields }) => fields.some((field) => field.name === name)),
  );
  const listOwnSortFields = (field: DescribedField): readonly string[] => {
    if (field.operators.includes('_near')) return [`${field.name}.distance(0,0)`];
    if (field.sortable) return [field.name];
    const hasCount = types.value.every((type) => findCount(type, field.name) !== undefined);
    return [...(hasCount ? [`${field.name}._count`] : []), ...listRelatedSortFields(field)];
  };
  return [...shared.flatMap(listOwnSortFields), 'id'];
}

/** Matches a distance and its point: `where.distance(47.4,8.5)`. */
const distance = /^(.+\.distance)\((.*)\)$/;
const sortName = (field: string): string => distance.exec(field)?.[1] ?? field;

/** @returns the text of a sort key with the labels of its fields */
const sortText = (field: string): string => writePath(findSteps(space.value, types.value[0], sortName(field)));

/** @returns sort fields of the related item of a to-one relationship with one target type */
function listRelatedSortFields(field: DescribedField): readonly string[] {
  if (!isRelationship(field) || field.many || field.to.length > 1 || field.operators.length === 0) return [];
  const { fields = [], counts = [] } = findType(space.value, field.to[0] ?? '') ?? {};
  return [...fields, ...counts]
    .filter((relatedField) => relatedField.sortable)
    .map(({ name }) => `${field.name}.${name}`);
}

export function SortKeys() {
  const { sort } = query.value;
  const names = listSortFields();
  const write = (edited: readonly SortKey[]): void => change({ sort: edited, skip: undefined });
  const unusedNames = names.filter((name) => sort.every(({ field }) => sortName(field) !== sortName(name)));
  return (
    <section class="ask-part">
      <h3>Sort</h3>
      <ol class="sorts">
        {sort.map(({ field, descending }, index) => (
          <li key={field}>
            <span class="sort-name">{sortText(field)}</span>
            {sortName(field) !== field && (
              <input
                aria-label={`Latitude and longitude that ${sortName(field)} is measured from`}
                value={distance.exec(field)?.[2]}
                onChange={(event) => {
                  const point = event.currentTarget.value.trim();
                  write(sort.with(index, { field: `${sortName(field)}(${point})`, descending }));
                }}
              />
            )}
            <QuietButton
              label={`${field}, ${descending ? 'descending' : 'ascending'}: reverse`}
              onPress={() => write(sort.with(index, { field, descending: !descending }))}
            >
              {descending ? '↓ descending' : '↑ ascending'}
            </QuietButton>
            {index > 0 && (
              <QuietButton
                label={`Sort by ${field} earlier`}
                onPress={() => write(sort.toSpliced(index, 1).toSpliced(index - 1, 0, { field, descending }))}
              >
                earlier
              </QuietButton>
            )}
            <RemoveButton label={`Do not sort by ${field}`} onPress={() => write(sort.toSpliced(index, 1))} />
          </li>
        ))}
      </ol>
      <Problem parameters={['sort']} />
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
        <Options names={unusedNames} label={sortText} />
      </select>
    </section>
  );
}
