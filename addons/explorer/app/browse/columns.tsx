/**
 * The choice of a table's columns, which are the fields in the request, and the links to other pages of a list.
 */
import { useId } from 'preact/hooks';
import { writeName } from '../model/names.js';
import { chooseColumns, type DescribedType } from '../model/space.js';
import { formatCount } from '../parts/format.js';
import { Description, Name } from '../parts/name.js';
import { LIMIT_DEFAULT } from '../query/query.js';
import { writeQuery } from '../query/write.js';
import { answer, change, hrefOf, place, query, request } from '../state.js';

interface FieldChoiceProps {
  readonly type: DescribedType;
  /** Fields of a request without the parameter, and the label of the button that returns to them. */
  readonly defaultFields: readonly string[];
  readonly resetLabel: string;
}

/** A checkbox for each field of the type; changes the parameter `fields`. */
export function FieldChoice({ type, defaultFields, resetLabel }: FieldChoiceProps) {
  const id = useId();
  const chosen = query.value.fields.get(type.name);
  const shownFields = chosen ?? defaultFields;
  const choose = (names: readonly string[] | undefined): void => {
    const fields = new Map(query.value.fields);
    if (names === undefined) fields.delete(type.name);
    else fields.set(type.name, names);
    change({ fields });
  };
  return (
    <fieldset>
      <legend class="hidden">Fields of {writeName(type)}</legend>
      {type.fields.map((field) => (
        <label key={field.name} class="check">
          <input
            type="checkbox"
            checked={shownFields.includes(field.name)}
            aria-describedby={field.description === undefined ? undefined : `${id}-${field.name}`}
            onChange={({ currentTarget: { checked } }) =>
              choose(checked ? [...shownFields, field.name] : shownFields.filter((other) => other !== field.name))
            }
          />
          <Name named={field} />
          {field.description !== undefined && <Description id={`${id}-${field.name}`} text={field.description} />}
        </label>
      ))}
      <button type="button" class="quiet" disabled={chosen === undefined} onClick={() => choose(undefined)}>
        {resetLabel}
      </button>
    </fieldset>
  );
}

export function Columns({ type }: { readonly type: DescribedType }) {
  const defaultFields = chooseColumns(type);
  const shownFields = query.value.fields.get(type.name) ?? defaultFields;
  return (
    <details class="columns">
      <summary>
        Columns <span class="faint">{`${shownFields.length} of ${type.fields.length}`}</span>
      </summary>
      <FieldChoice type={type} defaultFields={defaultFields} resetLabel="Default" />
    </details>
  );
}

export function Pager() {
  const document = answer.value?.document;
  const total = document?.total;
  const limit = Number(query.value.limit ?? LIMIT_DEFAULT);
  const skip = Number(query.value.skip ?? 0);
  if (document === undefined || total === undefined || limit === 0 || total === 0) return null;
  const pageHref = (from: number): string =>
    hrefOf(
      {
        path: request.value.path,
        params: writeQuery({ ...query.value, skip: from === 0 ? undefined : String(from) }),
      },
      { tab: place.value.tab },
    );
  const lastSkip = Math.floor((total - 1) / limit) * limit;
  const pageLink = (label: string, from: number, isEnabled: boolean) =>
    isEnabled ? (
      <a class="button" href={pageHref(from)}>
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
          {formatCount(Math.min(skip + 1, total))}–{formatCount(Math.min(skip + document.data.length, total))}
        </b>{' '}
        of {formatCount(total)}
      </span>
      {(skip > 0 || lastSkip > 0) && (
        <>
          {pageLink('First', 0, skip > 0)}
          {pageLink('Previous', Math.max(0, Math.min(skip, lastSkip + limit) - limit), skip > 0)}
          {pageLink('Next', skip + limit, skip + limit < total)}
          {pageLink('Last', lastSkip, skip + limit < total)}
        </>
      )}
    </nav>
  );
}
