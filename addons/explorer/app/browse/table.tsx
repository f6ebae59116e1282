/**
 * The list view: a table for each type of the items, with chosen columns and sortable heads, and the links to other
 * pages.
 */
import { useMemo } from 'preact/hooks';
import { type Origin, useOrigins } from '../api/origins.js';
import { type Identifier, keyOf, numberAt, type Resource } from '../model/resource.js';
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
import { metres } from '../parts/format.js';
import { Note } from '../parts/note.js';
import { fallback, passage } from '../parts/passage.js';
import { answer, change, endpoint, hrefOf, linkTo, query, request, shownQuery, space, types } from '../state.js';
import { chipList, useNames } from './chips.js';
import { Columns, Pager } from './columns.js';
import { CountMore, Facets } from './facets.js';
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

/** Sorts by the column: ascending at the first click, descending at the second, not at the third. */
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

/** Moves the focus from row to row with the arrow keys. */
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

/** @returns the number of chips in a cell */
const shownOf = (field: RelationshipField): number => (field.many ? chipsInCell : 1);

function Table({ type, resources, isSortable }: TableProps) {
  const title = titleField(type);
  const chosen = shownQuery.value.fields.get(type.name);
  const { include } = shownQuery.value;
  const included = answer.value?.document.included;
  const names = useMemo(() => {
    const own = chosen ?? usualColumns(type);
    const more = (include ?? []).filter((path) => fieldNamed(type, path.split('.')[0]) !== undefined);
    // Included relationships stand after the title.
    const place = own.indexOf(title ?? '') + 1;
    return [...new Set([...own.slice(0, place), ...more.flatMap(prefixes), ...own.slice(place)])];
  }, [chosen, include, type, title]);
  const linked = names.find((name) => name === title) ?? ID;
  const columns = useMemo(
    () => (linked === ID ? [ID, ...names] : names).map((name) => ({ name, field: fieldNamed(type, name) })),
    [linked, names, type],
  );
  const links = linkTo([]);
  const origins = useOrigins(resources);
  const known = useMemo(
    () => new Map([...resources, ...(included ?? [])].map((one) => [keyOf(one), one])),
    [resources, included],
  );
  // Memoized until the next answer, so that other changes do not render all cells again.
  const rows = useMemo(
    () =>
      resources.map((resource) => (
        <tr key={keyOf(resource)}>
          {columns.map((column) =>
            column.name === linked
              ? titleCell(column.name, resource, origins(resource, column.name))
              : column.name.includes('.')
                ? reachedCell(column.name, resource, known)
                : cell(column, resource, origins(resource, column.name)),
          )}
        </tr>
      )),
    [resources, columns, linked, links, origins, known],
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
      {!isSortable && <Columns type={type} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas need keyboard focus */}
      <section class="scroll" tabIndex={0} aria-label={`Items of ${type.name}`}>
        <table onKeyDown={onArrow}>
          <thead>
            <tr>
              {columns.map(({ name, field }) => (
                <Head key={name} name={name} field={field} isSortable={isSortable} />
              ))}
            </tr>
          </thead>
          {/* Each answer gets a new body: moving existing rows takes longer than creating them. */}
          <tbody key={answer.value?.target}>{rows}</tbody>
        </table>
      </section>
    </div>
  );
}

/** A column. Cells are plain functions with few elements, because a table has up to a thousand of them. */
interface Column {
  readonly name: string;
  readonly field: DescribedField | undefined;
}

const titleCell = (name: string, resource: Resource, { lang, from }: Origin) => (
  <th key={name} scope="row" lang={lang}>
    {fallback(from)}
    {titleLink(name, resource)}
  </th>
);

function cell({ name, field }: Column, resource: Resource, { lang, from }: Origin) {
  if (field === undefined) return <td key={name} />;
  if (isRelationship(field)) {
    const path = [resource.type, resource.id, name];
    return <td key={name}>{chipList({ linkage: resource.relationships.get(name), path, most: shownOf(field) })}</td>;
  }
  const value = resource.attributes[name];
  const kind = `${isNumeric(field) ? 'numeric ' : ''}${field.type}`;
  const found = passage(resource, name);
  if (found !== undefined || isPlain(field, value)) {
    return (
      <td key={name} class={kind} dir="auto" lang={lang}>
        {fallback(from)}
        {found ?? value}
      </td>
    );
  }
  const isMeasured = shownQuery.value.sort.some((key) => key.field.startsWith(`${name}.distance(`));
  const away = isMeasured ? numberAt(resource.meta, 'distance') : undefined;
  return (
    <td key={name} class={kind} lang={lang}>
      {fallback(from)}
      {shownValue({ field, value, brief: true })}
      {away !== undefined && <span class="faint"> · {metres(away)}</span>}
    </td>
  );
}

/** @returns the paths to each step: `author.country` → `author`, `author.country` */
const prefixes = (path: string): readonly string[] =>
  path.split('.').map((_, place, steps) => steps.slice(0, place + 1).join('.'));

/** A cell with chips of the items at the end of an included path. */
function reachedCell(path: string, resource: Resource, known: ReadonlyMap<string, Resource>) {
  let reached: readonly Identifier[] = [resource];
  for (const step of path.split('.')) {
    reached = reached.flatMap((one) => known.get(keyOf(one))?.relationships.get(step)?.data ?? []);
  }
  const data = [...new Map(reached.map((one) => [keyOf(one), one])).values()];
  const [first = ''] = path.split('.');
  const way = [resource.type, resource.id, first];
  return <td key={path}>{chipList({ linkage: { data, total: data.length }, path: way, most: chipsInCell })}</td>;
}

export function ItemList() {
  const document = answer.value?.document;
  const groups = useMemo(() => Map.groupBy(document?.data ?? [], (resource) => resource.type), [document]);
  if (document === undefined) return null;
  const isMixed = types.value.length > 1;
  return (
    <>
      <div class="tools">
        <CountMore />
        {!isMixed && types.value[0] !== undefined && <Columns type={types.value[0]} />}
      </div>
      <Facets meta={document.meta} />
      {document.data.length === 0 && (
        <Note
          text={
            document.total === 0 ? 'No item matches the request.' : 'This page has no items. Go to an earlier page.'
          }
        >
          {document.total === 0 && request.value.params.length > 0 && (
            <a class="button" href={hrefOf({ path: request.value.path }, { tab: 'items' })}>
              All items
            </a>
          )}
        </Note>
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
