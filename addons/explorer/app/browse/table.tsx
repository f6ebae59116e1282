/**
 * The list view: a table for each type of the items, with chosen columns and sortable heads, and the links to other
 * pages.
 */
import { useId, useMemo } from 'preact/hooks';
import { type Origin, useOrigins } from '../api/origins.js';
import { type Identifier, type Resource, readNumber, resourceKey } from '../model/resource.js';
import {
  chooseColumns,
  type DescribedField,
  type DescribedType,
  findCount,
  findField,
  findTitleField,
  findType,
  isNumeric,
  isRelationship,
  type RelationshipField,
} from '../model/space.js';
import { formatMetres } from '../parts/format.js';
import { Description, ExplainedName, Name } from '../parts/name.js';
import { Note } from '../parts/note.js';
import { listPassages, renderFallback, renderPassage, renderReason } from '../parts/passage.js';
import { HIGHLIGHT, listFields, setHighlights } from '../query/facet-params.js';
import { answer, change, endpoint, hrefOf, linkTo, query, request, shownQuery, space, types } from '../state.js';
import { chipList, useTitles } from './chips.js';
import { Columns, Pager } from './columns.js';
import { useExactMatches } from './exact-matches.js';
import { CountMore, Facets } from './facets.js';
import { PlacesMap } from './map.js';
import { OtherCase } from './other-case.js';
import { openRow } from './row-click.js';
import { ID, ReadWords, SearchedTypes, SearchResults, titleLink } from './search-results.js';
import { isPlainText, renderValue } from './value.js';

interface TableProps {
  readonly type: DescribedType;
  readonly resources: readonly Resource[];
  readonly isSortable: boolean;
}

const chipsInCell = 3;

/** Sorts by the column: ascending at the first click, descending at the second, not at the third. */
function toggleSort(name: string): void {
  const currentKey = query.value.sort[0];
  if (currentKey?.field !== name) change({ sort: [{ field: name, descending: false }], skip: undefined });
  else if (!currentKey.descending) change({ sort: [{ field: name, descending: true }], skip: undefined });
  else change({ sort: query.value.sort.slice(1), skip: undefined });
}

/** @returns the sort key of a column; of a to-many relationship, its number of links; undefined if it has none */
function findSortField(type: DescribedType, name: string, field: DescribedField | undefined): string | undefined {
  if (field === undefined) return name === ID ? ID : undefined;
  return field.sortable ? name : findCount(type, name)?.name;
}

interface HeadProps {
  readonly name: string;
  readonly field: DescribedField | undefined;
  /** Undefined if the column cannot be sorted. */
  readonly sortField: string | undefined;
}

function Head({ name, field, sortField }: HeadProps) {
  const key = query.value.sort.find((sort) => sort.field === sortField);
  const order = key === undefined ? undefined : key.descending ? 'descending' : 'ascending';
  const kind = field === undefined || isRelationship(field) ? '' : field.type;
  const descriptionId = useId();
  const named = field ?? { name };
  return (
    <th scope="col" class={`${field !== undefined && isNumeric(field) ? 'numeric ' : ''}${kind}`} aria-sort={order}>
      {sortField !== undefined ? (
        <button
          type="button"
          title={sortField === name ? undefined : `Sort by the number of ${name}`}
          onClick={() => toggleSort(sortField)}
          aria-describedby={field?.description === undefined ? undefined : descriptionId}
        >
          <Name named={named} />
          <span class="arrow" aria-hidden="true">
            {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
          </span>
        </button>
      ) : (
        <ExplainedName named={named} />
      )}
      {sortField !== undefined && field?.description !== undefined && (
        <Description id={descriptionId} text={field.description} />
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
const chipsMaximum = (field: RelationshipField): number => (field.many ? chipsInCell : 1);

function Table({ type, resources, isSortable }: TableProps) {
  const title = findTitleField(type);
  const chosen = shownQuery.value.fields.get(type.name);
  const { include } = shownQuery.value;
  const included = answer.value?.document.included;
  const names = useMemo(() => {
    const chosenNames = chosen ?? chooseColumns(type);
    const includedPaths = (include ?? []).filter((path) => findField(type, path.split('.')[0]) !== undefined);
    // Included relationships stand after the title.
    const titleEnd = chosenNames.indexOf(title ?? '') + 1;
    return [
      ...new Set([
        ...chosenNames.slice(0, titleEnd),
        ...includedPaths.flatMap(listPrefixes),
        ...chosenNames.slice(titleEnd),
      ]),
    ];
  }, [chosen, include, type, title]);
  const titleColumn = names.find((name) => name === title) ?? ID;
  const columns = useMemo(
    () => (titleColumn === ID ? [ID, ...names] : names).map((name) => ({ name, field: findField(type, name) })),
    [titleColumn, names, type],
  );
  const links = linkTo([]);
  const origins = useOrigins(resources);
  const resourcesByKey = useMemo(
    () => new Map([...resources, ...(included ?? [])].map((resource) => [resourceKey(resource), resource])),
    [resources, included],
  );
  // Memoized until the next answer, so that other changes do not render all cells again.
  const rows = useMemo(
    () =>
      resources.map((resource) => (
        <tr key={resourceKey(resource)}>
          {columns.map((column) =>
            column.name === titleColumn
              ? renderTitleCell(columns, column.name, resource, origins(resource, column.name))
              : column.name.includes('.')
                ? renderIncludedCell(column.name, resource, resourcesByKey)
                : renderCell(column, resource, origins(resource, column.name)),
          )}
        </tr>
      )),
    [resources, columns, titleColumn, links, origins, resourcesByKey],
  );
  const related = useMemo(
    () =>
      columns.flatMap(({ field }) =>
        field === undefined || !isRelationship(field)
          ? []
          : resources.flatMap(
              ({ relationships }) => relationships.get(field.name)?.data.slice(0, chipsMaximum(field)) ?? [],
            ),
      ),
    [resources, columns],
  );
  useTitles(related);
  return (
    <div class={isSortable ? 'tabled' : 'tabled mixed'}>
      {!isSortable && <Columns type={type} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas need keyboard focus */}
      <section class="scroll" tabIndex={0} aria-label={`Items of ${type.name}`}>
        <table onKeyDown={onArrow} onClick={openRow}>
          <thead>
            <tr>
              {columns.map(({ name, field }) => (
                <Head
                  key={name}
                  name={name}
                  field={field}
                  sortField={isSortable ? findSortField(type, name, field) : undefined}
                />
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

const renderTitleCell = (columns: readonly Column[], name: string, resource: Resource, { lang, fallback }: Origin) => (
  <th key={name} scope="row" lang={lang}>
    {renderFallback(fallback)}
    {titleLink(name, resource)}
    {listPassages(resource)
      .filter((field) => columns.every((column) => column.name !== field))
      .map((field) => renderReason(resource, field))}
  </th>
);

function renderCell({ name, field }: Column, resource: Resource, { lang, fallback }: Origin) {
  if (field === undefined) return <td key={name} />;
  if (isRelationship(field)) {
    const path = [resource.type, resource.id, name];
    return (
      <td key={name}>{chipList({ linkage: resource.relationships.get(name), path, maximum: chipsMaximum(field) })}</td>
    );
  }
  const value = resource.attributes[name];
  const kind = `${isNumeric(field) ? 'numeric ' : ''}${field.type}`;
  const passageParts = renderPassage(resource, name);
  if (passageParts !== undefined || isPlainText(field, value)) {
    return (
      <td key={name} class={kind} dir="auto" lang={lang}>
        {renderFallback(fallback)}
        {passageParts ?? value}
      </td>
    );
  }
  const isMeasured = shownQuery.value.sort.some((key) => key.field.startsWith(`${name}.distance(`));
  const distanceMetres = isMeasured ? readNumber(resource.meta, 'distance') : undefined;
  return (
    <td key={name} class={kind} lang={lang}>
      {renderFallback(fallback)}
      {renderValue({ field, value, brief: true })}
      {distanceMetres !== undefined && <span class="faint"> · {formatMetres(distanceMetres)}</span>}
    </td>
  );
}

/** @returns the paths to each step: `author.country` → `author`, `author.country` */
const listPrefixes = (path: string): readonly string[] =>
  path.split('.').map((_, place, steps) => steps.slice(0, place + 1).join('.'));

/** A cell with chips of the items at the end of an included path. */
function renderIncludedCell(path: string, resource: Resource, resourcesByKey: ReadonlyMap<string, Resource>) {
  let reachedItems: readonly Identifier[] = [resource];
  for (const step of path.split('.')) {
    reachedItems = reachedItems.flatMap(
      (resource) => resourcesByKey.get(resourceKey(resource))?.relationships.get(step)?.data ?? [],
    );
  }
  const data = [...new Map(reachedItems.map((resource) => [resourceKey(resource), resource])).values()];
  const [first = ''] = path.split('.');
  const listPath = [resource.type, resource.id, first];
  return (
    <td key={path}>{chipList({ linkage: { data, total: data.length }, path: listPath, maximum: chipsInCell })}</td>
  );
}

interface NoItemsProps {
  /** Number of items on all pages. */
  readonly total: number | undefined;
  /** Whether an item has exactly the searched text. */
  readonly hasExact: boolean;
}

/** The reason why a list shows no item, and the way out. */
function NoItems({ total, hasExact }: NoItemsProps) {
  if (total !== 0) return <Note text="This page has no items. Go to an earlier page." />;
  const emptyTypes = types.value.filter(({ items }) => items === 0).map(({ name }) => name);
  if (endpoint.value.kind === 'collection' && emptyTypes.length > 0)
    return (
      <Note
        text={`The type ${emptyTypes.join(', ')} has no items yet. Add some to the export, one line of ${emptyTypes[0]}.ndjson each, and build again.`}
      />
    );
  if (endpoint.value.kind === 'related' && request.value.params.length === 0)
    return <Note text="This relationship has no related items." />;
  const isSearch = endpoint.value.kind === 'search';
  return (
    <Note text={hasExact ? 'No further item has these words.' : 'No item matches the request.'}>
      {!isSearch && <OtherCase />}
      {isSearch && <SearchedTypes />}
      {request.value.params.length > 0 && (
        // A search of all types needs words; without them, the start page lists the types.
        <a class="button" href={hrefOf({ path: isSearch ? [] : request.value.path }, { tab: 'items' })}>
          {isSearch ? 'All types' : 'All items'}
        </a>
      )}
    </Note>
  );
}

export function ItemList() {
  const document = answer.value?.document;
  const exactMatches = useExactMatches();
  const groups = useMemo(() => Map.groupBy(document?.data ?? [], (resource) => resource.type), [document]);
  if (document === undefined) return null;
  const isMixed = types.value.length > 1;
  const isSearch = endpoint.value.kind === 'search';
  return (
    <>
      <div class="tools">
        {query.value.search !== undefined && listFields(query.value, HIGHLIGHT).length === 0 && (
          <button type="button" class="button" onClick={() => change(setHighlights(query.value, types.value, true))}>
            Show matches
          </button>
        )}
        <CountMore />
        {!isMixed && types.value[0] !== undefined && <Columns type={types.value[0]} />}
      </div>
      <Facets meta={document.meta} />
      <ReadWords meta={document.meta} />
      {isSearch && <SearchResults exactMatches={exactMatches} />}
      {document.data.length === 0 && <NoItems total={document.total} hasExact={exactMatches.length > 0} />}
      {!isSearch &&
        [...groups].map(([name, resources]) => {
          const type = findType(space.value, name);
          if (type === undefined) return null;
          return (
            <section key={name}>
              {isMixed && <h2 class="group">{name}</h2>}
              <PlacesMap type={type} resources={resources} />
              <Table type={type} resources={resources} isSortable={!isMixed} />
            </section>
          );
        })}
      <Pager />
    </>
  );
}
