/**
 * Items of one type as a table: columns as chosen, sorted by a click on their heads.
 */
import { keyOf, type Resource } from '../model/resource.js';
import {
  type DescribedField,
  type DescribedType,
  fieldNamed,
  isRelationship,
  titleField,
  usualColumns,
} from '../model/space.js';
import { answer, change, hrefOf, query } from '../state.js';
import { Chips } from './chips.js';
import { Columns } from './columns.js';
import { Value } from './value.js';

interface TableProps {
  readonly type: DescribedType;
  readonly resources: readonly Resource[];
  readonly isSortable: boolean;
}

const chipsInCell = 3;
const ID = 'id';

const isNumeric = (field: DescribedField | undefined): boolean =>
  field?.type === 'integer' || field?.type === 'decimal';

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
    <th scope="col" class={`${isNumeric(field) ? 'numeric ' : ''}${kind}`} aria-sort={order}>
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

export function Table({ type, resources, isSortable }: TableProps) {
  const chosen = query.value.fields.get(type.name);
  const names = chosen ?? usualColumns(type);
  const title = titleField(type);
  const linked = names.find((name) => name === title) ?? ID;
  const columns = linked === ID ? [ID, ...names] : names;
  return (
    <div class={isSortable ? 'tabled' : 'tabled mixed'}>
      <Columns type={type} shown={names} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="scroll" tabIndex={0} aria-label={`Items of ${type.name}`}>
        <table onKeyDown={onArrow}>
          <thead>
            <tr>
              {columns.map((name) => (
                <Head key={name} name={name} field={fieldNamed(type, name)} isSortable={isSortable} />
              ))}
            </tr>
          </thead>
          {/* Another answer is another body: moving rows to other places takes longer than making them. */}
          <tbody key={answer.value?.target}>
            {resources.map((resource) => (
              <tr key={keyOf(resource)}>
                {columns.map((name) => (
                  <Cell key={name} name={name} type={type} resource={resource} isLink={name === linked} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface CellProps {
  readonly name: string;
  readonly type: DescribedType;
  readonly resource: Resource;
  readonly isLink: boolean;
}

function Cell({ name, type, resource, isLink }: CellProps) {
  const field = fieldNamed(type, name);
  if (isLink) {
    const title = name === ID ? resource.id : resource.attributes[name];
    return (
      <th scope="row">
        <a class="row-link" href={hrefOf({ path: [resource.type, resource.id] })}>
          <bdi>{typeof title === 'string' && title !== '' ? title : resource.id}</bdi>
        </a>
      </th>
    );
  }
  if (field === undefined) return <td />;
  if (isRelationship(field)) {
    return (
      <td>
        <Chips
          linkage={resource.relationships.get(name)}
          path={[resource.type, resource.id, name]}
          most={field.many ? chipsInCell : 1}
        />
      </td>
    );
  }
  return (
    <td class={`${isNumeric(field) ? 'numeric ' : ''}${field.type}`}>
      <Value field={field} value={resource.attributes[name]} brief />
    </td>
  );
}
