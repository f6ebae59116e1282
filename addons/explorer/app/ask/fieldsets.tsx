/**
 * The control for sparse fieldsets: the shown fields of each type in the document, including related types.
 */
import { FieldChoice } from '../browse/columns.js';
import { type DescribedType, relationshipsNamed, typeNamed } from '../model/space.js';
import { query, space, types } from '../state.js';
import { Problem } from './problem.js';

/** @returns the types of the list and of the included items */
function shownTypes(): readonly DescribedType[] {
  const of = space.value;
  const names = new Set(types.value.map(({ name }) => name));
  if (of !== undefined) {
    for (const path of query.value.include ?? []) {
      let here: readonly string[] = types.value.map(({ name }) => name);
      for (const step of path.split('.')) {
        here = relationshipsNamed(of, here, step).flatMap(({ to }) => to);
        for (const name of here) names.add(name);
      }
    }
  }
  return [...names].flatMap((name) => typeNamed(of, name) ?? []);
}

export function Fieldsets() {
  return (
    <section class="ask-part">
      <h3>Fields</h3>
      <Problem of={['fields[']} />
      {shownTypes().map((type) => {
        const chosen = query.value.fields.get(type.name);
        const all = type.fields.map(({ name }) => name);
        return (
          <details key={type.name} class="fieldset">
            <summary>
              {type.name}{' '}
              <span class="faint">{chosen === undefined ? 'all' : `${chosen.length} of ${all.length}`}</span>
            </summary>
            <FieldChoice type={type} usual={all} called="All" />
          </details>
        );
      })}
    </section>
  );
}
