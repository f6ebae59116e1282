/**
 * The control for `sort`: the sort keys in their order, each with its direction, and a control that adds another.
 */
import { useMemo } from 'preact/hooks';
import { findSteps, writePath } from '../model/names.js';
import { QuietButton, RemoveButton } from '../parts/controls.js';
import type { SortKey } from '../query/query.js';
import { change, query, space, types } from '../state.js';
import { FieldPicker } from './field-picker.js';
import { Problem } from './problem.js';
import { createSortLevels } from './sortables.js';

/** Matches a distance and its point: `where.distance(47.4,8.5)`. */
const distance = /^(.+\.distance)\((.*)\)$/;
const sortName = (field: string): string => distance.exec(field)?.[1] ?? field;

/** @returns the text of a sort key with the labels of its fields */
const sortText = (field: string): string => writePath(findSteps(space.value, types.value[0], sortName(field)));

export function SortKeys() {
  const { sort } = query.value;
  const listLevel = useMemo(() => createSortLevels(types.value, space.value), [types.value, space.value]);
  const write = (edited: readonly SortKey[]): void => change({ sort: edited, skip: undefined });
  const usedValues = sort.map(({ field }) => (sortName(field) === field ? field : `${sortName(field)}(0,0)`));
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
      <FieldPicker
        label="Sort by another field"
        chosenText=""
        hint="+ Field"
        listLevel={listLevel}
        usedValues={usedValues}
        choose={({ value }) => write([...sort, { field: value, descending: false }])}
      />
    </section>
  );
}
