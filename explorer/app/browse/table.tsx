/**
 * Items of one type as a table: columns as chosen, sorted by a click on their heads.
 *
 * A list: a table for each type of its items, and the pages.
 */
import { useMemo } from 'preact/hooks';
import { keyOf, type Resource } from '../model/resource.js';
import {
  type DescribedField,
  type DescribedType,
  fieldNamed,
  isNumeric,
  isRelationship,
  type RelationshipField,
  titleField,
  typeNamed,
  usualColumns,
} from '../model/space.js';
import { answer, change, endpoint, linkTo, query, shownQuery, space, types } from '../state.js';
import { chipList, useNames } from './chips.js';
import { Columns, Pager } from './columns.js';
import { Facets } from './facets.js';
import { Found, titleLink } from './found.js';
import { PlacesMap } from './map.js';
import { isPlain, shownValue } from './value.js';

interface TableProps {
  readonly type: DescribedType;
  readonly resources: readonly Resource[];
  readonly isSortable: boolean;
}

const chipsInCell = 3;
const ID = 'id';

/** What a click does: ascending, descending, as before. */
function sortBy(name: string): void {
  const now = query.value.sort[0];
  if (now?.field !== name) change({ sort: [{ field: name, descending: false }], skip: undefined });
  else if (!now.descending) change({ sort: [{ field: name, descending: true }], skip: undefined });
  else change({ sort: query.value.sort.slice(1), skip: undefined });
}

function Head({ name, field, isSortable }: { name: string; field: DescribedField | undefined; isSortable: boolean }) {
  const key = query.value.sort.find((sort) => sort.field === name);
  const order = key === undefined ? undefined : key.descending ? 'descending' : 'ascending';
  const kind = field === undefined || isRelationship(field) ? '' : field.type;
  return (
    <th scope="col" class={`${field !== undefined && isNumeric(field) ? 'numeric ' : ''}${kind}`} aria-sort={order}>
      {isSortable && (field === undefined || field.sortable) ? (
        <button type="button" onClick={() => sortBy(name)}>
          {name}
          <span class="arrow" aria-hidden="true">
            {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
          </span>
        </button>
      ) : (
        <span>{name}</span>
      )}
    </th>
  );
}

/** Arrow keys lead from row to row. */
function onArrow(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement) || !(event.currentTarget instanceof HTMLElement)) return;
  if (!event.target.classList.contains('row-link')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const next = links[links.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The related items of which a row shows chips. */
const shownOf = (field: RelationshipField): number => (field.many ? chipsInCell : 1);

function Table({ type, resources, isSortable }: TableProps) {
  const chosen = shownQuery.value.fields.get(type.name);
  const names = useMemo(() => chosen ?? usualColumns(type), [chosen, type]);
  const title = titleField(type);
  const linked = names.find((name) => name === title) ?? ID;
  const columns = useMemo(
    () => (linked === ID ? [ID, ...names] : names).map((name) => ({ name, field: fieldNamed(type, name) })),
    [linked, names, type],
  );
  const links = linkTo([]);
  // The same until there is another answer: whatever else changes, nobody looks through all cells.
  const rows = useMemo(
    () =>
      resources.map((resource) => (
        <tr key={keyOf(resource)}>
          {columns.map((column) =>
            column.name === linked ? titleCell(column.name, resource) : cell(column, resource),
          )}
        </tr>
      )),
    [resources, columns, linked, links],
  );
  const related = useMemo(
    () =>
      columns.flatMap(({ field }) =>
        field === undefined || !isRelationship(field)
          ? []
          : resources.flatMap(
              ({ relationships }) => relationships.get(field.name)?.data.slice(0, shownOf(field)) ?? [],
            ),
      ),
    [resources, columns],
  );
  useNames(related);
  return (
    <div class={isSortable ? 'tabled' : 'tabled mixed'}>
      <Columns type={type} shown={query.value.fields.get(type.name) ?? usualColumns(type)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="scroll" tabIndex={0} aria-label={`Items of ${type.name}`}>
        <table onKeyDown={onArrow}>
          <thead>
            <tr>
              {columns.map(({ name, field }) => (
                <Head key={name} name={name} field={field} isSortable={isSortable} />
              ))}
            </tr>
          </thead>
          {/* Another answer is another body: moving rows to other places takes longer than making them. */}
          <tbody key={answer.value?.target}>{rows}</tbody>
        </table>
      </section>
    </div>
  );
}

/* Cells are made by functions, with as few elements as can be: a table has a thousand of them. */

interface Column {
  readonly name: string;
  readonly field: DescribedField | undefined;
}

const titleCell = (name: string, resource: Resource) => (
  <th key={name} scope="row">
    {titleLink(name, resource)}
  </th>
);

function cell({ name, field }: Column, resource: Resource) {
  if (field === undefined) return <td key={name} />;
  if (isRelationship(field)) {
    const path = [resource.type, resource.id, name];
    return <td key={name}>{chipList({ linkage: resource.relationships.get(name), path, most: shownOf(field) })}</td>;
  }
  const value = resource.attributes[name];
  const kind = `${isNumeric(field) ? 'numeric ' : ''}${field.type}`;
  if (isPlain(field, value)) {
    return (
      <td key={name} class={kind} dir="auto">
        {value}
      </td>
    );
  }
  return (
    <td key={name} class={kind}>
      {shownValue({ field, value, brief: true })}
    </td>
  );
}

export function ItemList() {
  const document = answer.value?.document;
  const groups = useMemo(() => Map.groupBy(document?.data ?? [], (resource) => resource.type), [document]);
  if (document === undefined) return null;
  const isMixed = types.value.length > 1;
  return (
    <>
      <Facets meta={document.meta} />
      {document.data.length === 0 && (
        <p class="note">
          {document.total === 0 ? 'No item matches the request.' : 'This page is beyond the end, or shows no items.'}
        </p>
      )}
      {endpoint.value.kind === 'search' ? (
        <Found />
      ) : (
        [...groups].map(([name, resources]) => {
          const type = typeNamed(space.value, name);
          if (type === undefined) return null;
          return (
            <section key={name}>
              {isMixed && <h2 class="group">{name}</h2>}
              <PlacesMap type={type} resources={resources} />
              <Table type={type} resources={resources} isSortable={!isMixed} />
            </section>
          );
        })
      )}
      <Pager />
    </>
  );
}
