/**
 * The query as controls: each says what the model allows, and writes the URL.
 */
import { useEffect, useRef } from 'preact/hooks';
import { isList } from '../model/space.js';
import { answer, change, endpoint, go, hrefOf, hrefWith, query, request, types } from '../state.js';
import { Fieldsets } from './fieldsets.js';
import { FilterEditor } from './filter-editor.js';
import { IncludeTree } from './include-tree.js';
import { LocaleChoice, PageWindow, Search, SortKeys } from './sort-keys.js';

export function AskPanel() {
  const hasList = isList(endpoint.value);
  const isLinkage = endpoint.value.kind === 'linkage';
  const canSearch = hasList && types.value.length > 0 && types.value.every(({ search }) => search);
  const { others } = query.value;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a telephone it opens below the table; in an address that is opened, the table comes first.
    const isBelow = (panel.current?.getBoundingClientRect().top ?? 0) >= innerHeight;
    if (isBelow && answer.value !== undefined) panel.current?.scrollIntoView();
  }, []);
  return (
    <aside class="ask" aria-label="Query" ref={panel}>
      <div class="ask-head">
        <h2>Query</h2>
        <a class="quiet" href={hrefOf({ path: request.value.path, params: [] }, { ask: true })}>
          Clear
        </a>
        <button type="button" class="quiet" onClick={() => go(hrefWith({ ask: false }))}>
          Close
        </button>
      </div>
      <LocaleChoice />
      {canSearch && <Search />}
      {hasList && <FilterEditor />}
      {hasList && endpoint.value.kind !== 'search' && <SortKeys />}
      {!isLinkage && <IncludeTree />}
      {!isLinkage && <Fieldsets />}
      {(hasList || isLinkage) && <PageWindow />}
      {others.length > 0 && (
        <section class="ask-part">
          <h3>Other parameters</h3>
          <ul class="others">
            {others.map(([name, value], place) => (
              <li key={`${name}${place}`}>
                <code>
                  {name}={value}
                </code>
                <button
                  type="button"
                  class="remove"
                  aria-label={`Remove ${name}`}
                  onClick={() => change({ others: others.filter((_, other) => other !== place) })}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
