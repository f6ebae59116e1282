/**
 * The query panel: controls for search, filter, sort, include, fields and page. Each offers what the model allows and
 * changes the address.
 */
import { closeQuery } from '../layout/keys.js';
import { isList } from '../model/space.js';
import { QuietButton, RemoveButton } from '../parts/controls.js';
import { formatCounted } from '../parts/format.js';
import { answer, change, endpoint, hrefOf, isAsking, query, request, types } from '../state.js';
import { Fieldsets } from './fieldsets.js';
import { FilterEditor } from './filter-editor.js';
import { IncludeTree } from './include-tree.js';
import { PageWindow } from './page-window.js';
import { hasProblem, Problem } from './problem.js';
import { NoSearch, Search } from './search.js';
import { SortKeys } from './sort-keys.js';

/** The number of items, and the way to them where the list is below the query. */
function ResultCount() {
  const total = answer.value?.document.total;
  if (total === undefined) return null;
  const count = formatCounted(total, 'item');
  return (
    <button
      type="button"
      class="quiet result-count"
      aria-label={`Show ${count}`}
      aria-busy={isAsking.value}
      onClick={() => document.querySelector('h1')?.scrollIntoView({ block: 'start' })}
    >
      {count} <span aria-hidden="true">↓</span>
    </button>
  );
}

export function AskPanel() {
  const hasList = isList(endpoint.value);
  const isLinkage = endpoint.value.kind === 'linkage';
  const canSearch = hasList && types.value.length > 0 && types.value.every(({ search }) => search);
  const { otherParams } = query.value;
  // Facets, statistics and highlights have controls next to the answer, and the locale above it. If they are wrong there
  // is no answer to show them.
  const hasOwnControl = (name: string): boolean => /^_(?:facet|stats|highlight)\b/.test(name);
  const uncontrolledParams = otherParams.filter(([name]) => !hasOwnControl(name) || hasProblem(name));
  return (
    <aside class="ask" aria-label="Query">
      <div class="ask-head">
        <h2 tabIndex={-1}>Query</h2>
        <ResultCount />
        <a class="quiet" href={hrefOf({ path: request.value.path, params: [] }, { ask: true })}>
          Clear
        </a>
        <QuietButton onPress={closeQuery}>Close</QuietButton>
      </div>
      {hasList && (canSearch ? <Search /> : <NoSearch />)}
      {hasList && <FilterEditor />}
      {hasList && endpoint.value.kind !== 'search' && <SortKeys />}
      {!isLinkage && <IncludeTree />}
      {!isLinkage && <Fieldsets />}
      {(hasList || isLinkage) && <PageWindow />}
      {uncontrolledParams.length > 0 && (
        <section class="ask-part">
          <h3>Other parameters</h3>
          <ul class="other-params">
            {uncontrolledParams.map((param) => {
              const [name, value] = param;
              return (
                <li key={`${name}=${value}`}>
                  <code>
                    {name}={value}
                  </code>
                  <RemoveButton
                    label={`Remove ${name}`}
                    onPress={() => change({ otherParams: otherParams.filter((otherParam) => otherParam !== param) })}
                  />
                  <Problem parameters={[name]} />
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </aside>
  );
}
