/**
 * A list: a table for each type of its items, and the pages.
 */
import { useMemo } from 'preact/hooks';
import { typeNamed } from '../model/space.js';
import { answer, space, types } from '../state.js';
import { Facets } from './facets.js';
import { Pager } from './pager.js';
import { Table } from './table.js';

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
      {[...groups].map(([name, resources]) => {
        const type = typeNamed(space.value, name);
        if (type === undefined) return null;
        return (
          <section key={name}>
            {isMixed && <h2 class="group">{name}</h2>}
            <Table type={type} resources={resources} isSortable={!isMixed} />
          </section>
        );
      })}
      <Pager />
    </>
  );
}
