/**
 * Which columns a table has: the fields that the request asks for.
 */
import type { DescribedType } from '../model/space.js';
import { change, query } from '../state.js';

interface ColumnsProps {
  readonly type: DescribedType;
  readonly shown: readonly string[];
}

/** Asks for these fields; for what is usual, without the parameter. */
function choose(type: string, names: readonly string[] | undefined): void {
  const fields = new Map(query.value.fields);
  if (names === undefined) fields.delete(type);
  else fields.set(type, names);
  change({ fields });
}

export function Columns({ type, shown }: ColumnsProps) {
  const isChosen = query.value.fields.has(type.name);
  return (
    <details class="columns">
      <summary>
        Columns <span class="faint">{`${shown.length} of ${type.fields.length}`}</span>
      </summary>
      <fieldset>
        <legend class="hidden">Columns of {type.name}</legend>
        {type.fields.map(({ name }) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={shown.includes(name)}
              onChange={(event) =>
                choose(
                  type.name,
                  event.currentTarget.checked ? [...shown, name] : shown.filter((other) => other !== name),
                )
              }
            />
            {name}
          </label>
        ))}
        <button type="button" class="quiet" disabled={!isChosen} onClick={() => choose(type.name, undefined)}>
          As usual
        </button>
      </fieldset>
    </details>
  );
}
