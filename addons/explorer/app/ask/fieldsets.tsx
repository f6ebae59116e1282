/**
 * The control for sparse fieldsets: the shown fields of each type in the document, including related types.
 */
import { FieldChoice } from '../browse/columns.js';
import { type DescribedType, findRelationships, findType } from '../model/space.js';
import { Name } from '../parts/name.js';
import { query, space, types } from '../state.js';
import { Problem } from './problem.js';

/** @returns the types of the list and of the included items */
function listShownTypes(): readonly DescribedType[] {
  const usedSpace = space.value;
  const names = new Set(types.value.map(({ name }) => name));
  if (usedSpace !== undefined) {
    for (const path of query.value.include ?? []) {
      let stepTypes: readonly string[] = types.value.map(({ name }) => name);
      for (const step of path.split('.')) {
        stepTypes = findRelationships(usedSpace, stepTypes, step).flatMap(({ to }) => to);
        for (const name of stepTypes) names.add(name);
      }
    }
  }
  return [...names].flatMap((name) => findType(usedSpace, name) ?? []);
}

export function Fieldsets() {
  return (
    <section class="ask-part">
      <h3>Fields</h3>
      <Problem parameters={['fields[']} />
      {listShownTypes().map((type) => {
        const chosen = query.value.fields.get(type.name);
        const fieldNames = type.fields.map(({ name }) => name);
        return (
          <details key={type.name} class="fieldset">
            <summary>
              <Name named={type} />{' '}
              <span class="faint">{chosen === undefined ? 'all' : `${chosen.length} of ${fieldNames.length}`}</span>
            </summary>
            <FieldChoice type={type} defaultFields={fieldNames} resetLabel="All" />
          </details>
        );
      })}
    </section>
  );
}
