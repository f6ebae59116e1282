/**
 * Which fields each type shows: the types of the list, and those that are included.
 */
import { type DescribedType, relationshipsNamed, typeNamed } from '../model/space.js';
import { change, query, space, types } from '../state.js';

/** The types that a document may hold. */
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

function choose(type: DescribedType, names: readonly string[] | undefined): void {
  const fields = new Map(query.value.fields);
  if (names === undefined) fields.delete(type.name);
  else fields.set(type.name, names);
  change({ fields });
}

export function Fieldsets() {
  return (
    <section class="ask-part">
      <h3>Fields</h3>
      {shownTypes().map((type) => {
        const chosen = query.value.fields.get(type.name);
        const all = type.fields.map(({ name }) => name);
        const shown = chosen ?? all;
        return (
          <details key={type.name} class="fieldset">
            <summary>
              {type.name}{' '}
              <span class="faint">{chosen === undefined ? 'all' : `${chosen.length} of ${all.length}`}</span>
            </summary>
            <fieldset>
              <legend class="hidden">Fields of {type.name}</legend>
              {all.map((name) => (
                <label key={name} class="check">
                  <input
                    type="checkbox"
                    checked={shown.includes(name)}
                    onChange={(event) =>
                      choose(
                        type,
                        event.currentTarget.checked ? [...shown, name] : shown.filter((other) => other !== name),
                      )
                    }
                  />
                  {name}
                </label>
              ))}
              <button
                type="button"
                class="quiet"
                disabled={chosen === undefined}
                onClick={() => choose(type, undefined)}
              >
                All
              </button>
            </fieldset>
          </details>
        );
      })}
    </section>
  );
}
