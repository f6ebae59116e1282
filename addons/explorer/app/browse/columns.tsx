/**
 * The choice of a table's columns, which are the fields in the request, and the links to other pages of a list.
 */
import { type DescribedType, usualColumns } from '../model/space.js';
import { count } from '../parts/format.js';
import { LIMIT_USUAL } from '../query/query.js';
import { writeQuery } from '../query/write.js';
import { answer, change, hrefOf, place, query, request } from '../state.js';

interface FieldChoiceProps {
  readonly type: DescribedType;
  /** Fields of a request without the parameter, and the label of the button that returns to them. */
  readonly usual: readonly string[];
  readonly called: string;
}

/** A checkbox for each field of the type; changes the parameter `fields`. */
export function FieldChoice({ type, usual, called }: FieldChoiceProps) {
  const chosen = query.value.fields.get(type.name);
  const shown = chosen ?? usual;
  const choose = (names: readonly string[] | undefined): void => {
    const fields = new Map(query.value.fields);
    if (names === undefined) fields.delete(type.name);
    else fields.set(type.name, names);
    change({ fields });
  };
  return (
    <fieldset>
      <legend class="hidden">Fields of {type.name}</legend>
      {type.fields.map(({ name }) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={shown.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              choose(checked ? [...shown, name] : shown.filter((other) => other !== name))
            }
          />
          {name}
        </label>
      ))}
      <button type="button" class="quiet" disabled={chosen === undefined} onClick={() => choose(undefined)}>
        {called}
      </button>
    </fieldset>
  );
}

export function Columns({ type }: { readonly type: DescribedType }) {
  const usual = usualColumns(type);
  const shown = query.value.fields.get(type.name) ?? usual;
  return (
    <details class="columns">
      <summary>
        Columns <span class="faint">{`${shown.length} of ${type.fields.length}`}</span>
      </summary>
      <FieldChoice type={type} usual={usual} called="Default" />
    </details>
  );
}

export function Pager() {
  const document = answer.value?.document;
  const total = document?.total;
  const limit = Number(query.value.limit ?? LIMIT_USUAL);
  const skip = Number(query.value.skip ?? 0);
  if (document === undefined || total === undefined || limit === 0 || total === 0) return null;
  const to = (from: number): string =>
    hrefOf(
      {
        path: request.value.path,
        params: writeQuery({ ...query.value, skip: from === 0 ? undefined : String(from) }),
      },
      { tab: place.value.tab },
    );
  const last = Math.floor((total - 1) / limit) * limit;
  const step = (label: string, from: number, isThere: boolean) =>
    isThere ? (
      <a class="button" href={to(from)}>
        {label}
      </a>
    ) : (
      <span class="button off" aria-hidden="true">
        {label}
      </span>
    );
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        <b>
          {count(Math.min(skip + 1, total))}–{count(Math.min(skip + document.data.length, total))}
        </b>{' '}
        of {count(total)}
      </span>
      {step('First', 0, skip > 0)}
      {step('Previous', Math.max(0, Math.min(skip, last + limit) - limit), skip > 0)}
      {step('Next', skip + limit, skip + limit < total)}
      {step('Last', last, skip + limit < total)}
    </nav>
  );
}
